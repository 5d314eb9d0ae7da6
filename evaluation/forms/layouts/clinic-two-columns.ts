import { above, at, beside, columns, gap, heading, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Everything in two columns. */
export const clinicTwoColumns = layout('clinic-two-columns', { size: 8.5, margin: 40 }, [
  title('Consent to Release Medical Records'),
  columns(
    [
      heading('PATIENT INFORMATION'),
      beside(at('patientName', 'Name of patient:')),
      beside(at('dateOfBirth', 'DOB:')),
      beside(at('address', 'Address:')),
      beside(at('phone', 'Phone:')),
      heading('RELEASE FROM'),
      beside(at('disclosingParty', 'Facility or provider:')),
      beside(at('disclosingAddress', 'Address:')),
      heading('RELEASE TO'),
      beside(at('recipient', 'Person or organization:')),
      beside(at('recipientAddress', 'Address:')),
    ],
    [
      options(
        'information',
        'I authorize the release of the following medical information:',
        ['All medical records', 'Office notes', 'X-ray reports', 'Lab results', 'Itemized bill'],
        { columns: 1 },
      ),
      options(
        'purpose',
        'Reason for request:',
        ['Transfer of care', 'Attorney request', 'Insurance claim', 'At my request'],
        { columns: 1 },
      ),
      beside(at('expiration', 'Expires on:')),
    ],
  ),
  text(revoke.short),
  text(redisclose.short),
  text(condition.cannot),
  gap(20),
  above(at('signature', 'Patient signature', 3), at('signatureDate', 'Date', 1)),
  gap(8),
  above(
    at('signerName', 'Print name of patient or representative', 2),
    at('relationship', 'Authority to sign', 2),
  ),
]);
