import { at, beside, gap, layout, options, small, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A row of five slots. */
export const compactRehab = layout('compact-rehab', { size: 8, margin: 44 }, [
  title('REHABILITATION CENTER RELEASE OF INFORMATION'),
  beside(at('patientName', 'Client name', 3), at('dateOfBirth', 'DOB', 1.4), at('recordNumber', 'ID', 1)),
  beside(at('disclosingParty', 'Authorizes'), at('recipient', 'to release health information to')),
  beside(at('purpose', 'for the purpose of'), at('expiration', 'until')),
  options(
    'information',
    'Specific information',
    ['Medical records', 'Therapy notes', 'Evaluation', 'Billing records', 'Attendance', 'Imaging'],
    { columns: 6, mark: 'underscore' },
  ),
  small(revoke.short),
  small(redisclose.short),
  small(condition.cannot),
  gap(10),
  beside(at('signature', 'Client signature', 3), at('signatureDate', 'Date', 1.2)),
  beside(at('signerName', 'Guardian name', 3), at('relationship', 'Relationship', 1.5)),
]);
