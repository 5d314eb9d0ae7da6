import { above, at, gap, layout, sentence, small, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Every label is in small print below its line, as on forms of attorneys and county offices. */
export const labelUnderLine = layout('label-under-line', { face: 'serif', size: 11, margin: 64 }, [
  title('AUTHORIZATION FOR DISCLOSURE OF MEDICAL RECORDS'),
  above(at('patientName', 'Name of Individual', 2), at('dateOfBirth', 'Date of Birth', 1)),
  above(at('address', 'Street Address'), at('cityStateZip', 'City, State and Zip Code')),
  text('I hereby authorize the use or disclosure of the health information of the individual named above by'),
  above(at('disclosingParty', 'Name of Provider, Hospital or Clinic', 2), at('nobody', 'Telephone', 1)),
  text('to'),
  above(at('recipient', 'Name of Person or Organization', 2), at('recipientAddress', 'Address', 2)),
  text(
    'The information to be disclosed consists of all medical records, laboratory reports and bills, ' +
      'for the purpose of',
  ),
  above(at('purpose', 'Purpose of Disclosure')),
  sentence(
    'This authorization remains in force until {expiration:170} or for one hundred eighty days if ' +
      'no date is given.',
  ),
  small(revoke.legal),
  small(redisclose.legal),
  small(condition.cannot),
  small(filler.mark),
  gap(6),
  above(
    at('signature', 'Signature of Individual or Personal Representative', 2),
    at('signatureDate', 'Date', 1),
  ),
  above(at('signerName', 'Printed Name'), at('relationship', 'Representative’s Authority to Act')),
  above(at('nobody', 'Signature of Witness', 2), at('nobody', 'Date', 1)),
]);
