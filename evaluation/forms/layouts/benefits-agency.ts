import { at, boxed, columns, layout, options, printed, small, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Check marks by the signature, a witness below. */
export const benefitsAgency = layout('benefits-agency', { size: 9, foot: 'Form 827-X (11-2012)' }, [
  title('AUTHORIZATION TO DISCLOSE INFORMATION TO THE AGENCY'),
  boxed(
    at('patientName', 'NAME (First, Middle, Last, Suffix)', 3),
    at('recordNumber', 'Claim number', 1),
    at('dateOfBirth', 'Birthday (mm/dd/yyyy)', 1),
  ),
  text(
    'I voluntarily authorize and request disclosure (including paper, oral, and electronic ' +
      'interchange) of all my medical records; also education records and other information related ' +
      'to my ability to perform tasks.',
  ),
  printed(
    'disclosingParty',
    'FROM WHOM: All medical sources (hospitals, clinics, labs, physicians)',
    'All medical sources (hospitals, clinics, labs, physicians)',
  ),
  printed(
    'recipient',
    'TO WHOM: The State agency authorized to process my case',
    'The State agency authorized to process my case',
  ),
  printed(
    'purpose',
    'PURPOSE: Determining my eligibility for benefits',
    'Determining my eligibility for benefits',
  ),
  printed(
    'expiration',
    'EXPIRES WHEN: This authorization is good for 12 months from the date signed (below my signature).',
    '12 months from the date signed (below my signature)',
  ),
  small(filler.copy),
  small(revoke.legal),
  small(redisclose.legal),
  small(condition.plain),
  columns(
    [boxed(at('signature', 'INDIVIDUAL authorizing disclosure SIGN'))],
    [
      options(
        'relationship',
        'IF not signed by subject of disclosure, basis for authority to sign',
        ['Self', 'Parent of minor', 'Guardian', 'Other personal representative'],
        { columns: 2 },
      ),
    ],
  ),
  boxed(
    at('signatureDate', 'Date Signed', 1),
    at('address', 'Street Address', 2),
    at('cityStateZip', 'City, State, ZIP', 2),
  ),
  boxed(
    at('nobody', 'WITNESS I know the person signing this form: SIGN (optional)', 1),
    at('nobody', 'Phone number of witness', 1),
  ),
]);
