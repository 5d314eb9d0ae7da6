import { above, at, gap, heading, layout, options, small, title, underscores } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** A vendor's form: printed lists, brackets, value above the line. */
export const recordsVendor = layout('records-vendor', { size: 9, margin: 48, foot: 'ROI-5 07.01.2020' }, [
  title('Request and Authorization for Release of Health Information'),
  underscores(at('patientName', 'Patient’s Legal Name:', 3), at('dateOfBirth', 'DOB:', 1)),
  underscores(at('nobody', 'Other names used:', 2), at('phone', 'Phone:', 1)),
  heading('Facility to release:'),
  above(at('disclosingParty', 'Facility name', 1), at('disclosingAddress', 'City/State', 1)),
  heading('Deliver to:'),
  above(at('recipient', 'Name or company', 1), at('recipientAddress', 'Street, city, state', 1)),
  options(
    'purpose',
    'Purpose (check one)',
    ['Attorney', 'Continued care', 'Disability determination', 'Insurance', 'Self'],
    { columns: 5, mark: 'brackets' },
  ),
  options(
    'information',
    'Medical information to be released',
    ['Abstract', 'Complete record', 'Billing records', 'Films'],
    { columns: 4, mark: 'brackets' },
  ),
  underscores(at('expiration', 'Expiration date:')),
  small(filler.instructions),
  small(revoke.notice),
  small(redisclose.legal),
  small(condition.cannot),
  small(filler.fees),
  gap(16),
  above(
    at('signature', 'Patient’s or Authorized Representative’s Signature', 2),
    at('signatureDate', 'Date', 1),
    at('signerName', 'Print Name', 2),
  ),
  above(at('relationship', 'Authority of Representative (parent, POA, executor)', 1)),
]);
