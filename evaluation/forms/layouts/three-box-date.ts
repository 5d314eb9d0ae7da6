import { above, at, boxed, gap, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** The birth date in three boxes. */
export const threeBoxDate = layout('three-box-date', {}, [
  title('Authorization for Disclosure of Medical Records'),
  above(at('lastName', 'Last Name'), at('firstName', 'First Name'), at('middleInitial', 'MI', 0.4)),
  boxed(
    at('birthMonth', 'Birth date: Month', 1),
    at('birthDay', 'Day', 1),
    at('birthYear', 'Year', 1),
    at('phone', 'Telephone', 3),
  ),
  gap(4),
  above(at('disclosingParty', 'Person or facility authorized to release information')),
  above(at('recipient', 'Person or facility authorized to receive information')),
  options('purpose', 'Purpose of release', ['Medical care', 'Legal matter', 'Insurance', 'Personal'], {
    columns: 4,
  }),
  options(
    'information',
    'Records to be released',
    ['All records', 'Hospital records', 'Radiology', 'Bills'],
    { columns: 4 },
  ),
  options(
    'expiration',
    'Duration of authorization',
    ['90 days from signature', '1 year from signature', 'Until case is closed'],
    { columns: 3 },
  ),
  text(revoke.legal),
  text(redisclose.short),
  text(condition.refuse),
  gap(22),
  above(at('signature', 'Patient/Representative Signature', 3), at('signatureDate', 'Date', 1)),
  above(at('signerName', 'Printed Name', 2), at('relationship', 'Relationship to Patient', 2)),
]);
