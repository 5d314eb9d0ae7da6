import { above, at, beside, gap, layout, options, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** For a child; relationship by options. */
export const pediatrics = layout('pediatrics', {}, [
  title('Authorization to Release Medical Records'),
  beside(at('patientName', 'Patient’s Name', 3), at('dateOfBirth', 'DOB', 1)),
  beside(at('nobody', 'Previous name', 2), at('phone', 'Phone', 1)),
  beside(at('disclosingParty', 'I authorize records to be released from')),
  beside(at('recipient', 'Please send records to')),
  beside(at('recipientAddress', 'Address')),
  options(
    'information',
    'Please release',
    ['Complete medical record', 'Immunizations', 'Growth charts', 'Lab reports'],
    { columns: 4, mark: 'brackets' },
  ),
  beside(at('purpose', 'Reason for release')),
  beside(at('expiration', 'This consent will expire on')),
  small(revoke.short),
  small(redisclose.short),
  small(condition.legal),
  small(filler.fees),
  gap(18),
  above(at('signature', 'Signature of patient, parent or guardian', 3), at('signatureDate', 'Date', 1)),
  options('relationship', 'Relationship to patient', ['Self', 'Parent', 'Legal guardian', 'Other'], {
    columns: 4,
  }),
  above(at('signerName', 'Printed name', 1)),
]);
