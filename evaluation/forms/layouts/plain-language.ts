import { above, at, beside, gap, heading, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Plain language: questions as labels. */
export const plainLanguage = layout('plain-language', { size: 11 }, [
  title('Permission to Share My Health Information'),
  heading('1. Who is the patient?'),
  beside(at('firstName', 'First name'), at('middleInitial', 'MI', 0.5), at('lastName', 'Last name')),
  beside(at('dateOfBirth', 'Date of birth (month/day/year)')),
  heading('2. Who can share my health information?'),
  beside(at('disclosingParty', 'Name of doctor, clinic or hospital')),
  heading('3. Who can get my health information?'),
  beside(at('recipient', 'Name of person or organization')),
  heading('4. What can they share?'),
  options(
    'information',
    'I authorize sharing of (check one or more):',
    ['All my health records', 'Lab results', 'Immunizations', 'Bills'],
    { columns: 2 },
  ),
  heading('5. Why?'),
  options('purpose', 'Purpose:', ['My own use', 'My lawyer', 'My insurance', 'My treatment'], { columns: 2 }),
  heading('6. When does this permission end?'),
  options(
    'expiration',
    'This permission ends:',
    ['One year from the date I sign', 'When I cancel it in writing'],
    { columns: 1 },
  ),
  text(condition.plain),
  text(revoke.plain),
  text(redisclose.plain),
  gap(14),
  above(at('signature', 'Sign here', 3), at('signatureDate', 'Today’s date', 1)),
  gap(6),
  above(
    at('signerName', 'Print your name', 3),
    at('relationship', 'If you sign for someone else, your relationship to them', 3),
  ),
]);
