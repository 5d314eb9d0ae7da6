import { at, beside, gap, layout, options, small, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Options everywhere, square marks, signature last with an arrow. */
export const homeCareChecks = layout('home-care-checks', {}, [
  title('Home Care Records Authorization'),
  beside(at('firstName', 'Patient first name'), at('lastName', 'Patient last name')),
  beside(at('dateOfBirth', 'Date of birth'), at('phone', 'Phone')),
  options('nobody', 'I am', ['a new patient', 'a current patient', 'a former patient'], { columns: 3 }),
  beside(at('disclosingParty', 'Release from')),
  beside(at('recipient', 'Release to')),
  options(
    'information',
    'I authorize the release of these medical records',
    ['Complete record', 'Visit notes', 'Orders', 'Lab results', 'Billing'],
    { columns: 3 },
  ),
  options(
    'purpose',
    'Reason for disclosure',
    ['Continuity of care', 'Legal proceedings', 'Insurance', 'School', 'Employment', 'Personal use'],
    { columns: 3 },
  ),
  options(
    'expiration',
    'This authorization expires',
    ['In 90 days', 'In one year', 'On the event of my discharge'],
    { columns: 3 },
  ),
  options('nobody', 'Delivery', ['Paper', 'Email', 'Portal', 'CD'], { columns: 4 }),
  small(revoke.plain),
  small(redisclose.plain),
  small(condition.plain),
  gap(16),
  beside(at('signature', 'Patient or representative signature >', 3), at('signatureDate', 'Date >', 1)),
  beside(at('signerName', 'Print name >', 2), at('relationship', 'Relationship >', 1)),
]);
