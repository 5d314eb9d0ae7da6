import { above, at, beside, gap, layout, options, page, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Two pages: the terms on the first, the signature on the second. */
export const twoPageUniversity = layout('two-page-university', { size: 10 }, [
  title('University Health System'),
  title('Authorization for Use and Disclosure of Health Information'),
  above(
    at('patientName', 'Patient’s name', 3),
    at('dateOfBirth', 'Birth date', 1),
    at('recordNumber', 'Unit number', 1),
  ),
  gap(6),
  above(at('disclosingParty', 'Disclosing party', 1)),
  above(at('recipient', 'Recipient', 1)),
  above(at('recipientAddress', 'Address of recipient', 1)),
  options(
    'information',
    'Information to be disclosed',
    [
      'Complete health record',
      'History and physical',
      'Consultations',
      'Operative reports',
      'Pathology',
      'Imaging',
      'Itemized billing',
      'Immunizations',
    ],
    { columns: 2 },
  ),
  options(
    'sensitive',
    'The following will not be released unless I initial beside it',
    ['Mental health', 'HIV/AIDS', 'Substance use', 'Genetic testing'],
    { columns: 2, mark: 'underscore' },
  ),
  above(at('datesOfService', 'Dates of service', 1), at('purpose', 'Purpose of use', 1)),
  page,
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.legal),
  text(filler.copy),
  text(filler.fees),
  text(filler.release),
  beside(at('expiration', 'Unless revoked earlier, this authorization expires on')),
  gap(26),
  above(at('signature', 'Signature of patient', 3), at('signatureDate', 'Date', 1)),
  gap(16),
  above(
    at('signerName', 'Print name of person signing', 3),
    at('relationship', 'Relationship to patient', 2),
  ),
  gap(20),
  above(at('nobody', 'Witness (optional)', 3), at('nobody', 'Date', 1)),
]);
