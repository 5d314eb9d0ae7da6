import { above, at, beside, gap, heading, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A hospital's form: labels with ruled lines, a column of options. */
export const hospitalLines = layout('hospital-lines', { foot: 'MR-104 (Rev. 03/2019)' }, [
  title('AUTHORIZATION FOR RELEASE OF PROTECTED HEALTH INFORMATION'),
  beside(at('patientName', 'Patient Name:', 3), at('dateOfBirth', 'Date of Birth:', 2)),
  beside(at('address', 'Address:', 3), at('cityStateZip', 'City/State/Zip:', 2)),
  beside(at('phone', 'Phone:'), at('recordNumber', 'Medical Record #:')),
  heading('I authorize the following facility to release my health information:'),
  beside(at('disclosingParty', 'Name of facility:')),
  heading('To be released to:'),
  beside(at('recipient', 'Name:'), at('recipientAddress', 'Address:')),
  options('purpose', 'Purpose of disclosure:', ['Continuing care', 'Legal', 'Insurance', 'Personal use'], {
    columns: 4,
  }),
  options(
    'information',
    'Information to be released:',
    [
      'Complete medical record',
      'Discharge summary',
      'Laboratory results',
      'Radiology reports',
      'Billing records',
      'Emergency room records',
    ],
    { columns: 3 },
  ),
  beside(at('datesOfService', 'Dates of service:')),
  beside(at('expiration', 'This authorization expires on:')),
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.legal),
  gap(14),
  above(at('signature', 'Signature of Patient or Legal Representative', 3), at('signatureDate', 'Date', 1)),
  gap(10),
  above(at('signerName', 'Printed name of signer', 3), at('relationship', 'Relationship to patient', 2)),
]);
