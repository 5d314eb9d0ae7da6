import { above, at, gap, layout, printed, sentence, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A law firm's letter: everything in one sentence, with a printed recipient. */
export const lawFirmLetter = layout('law-firm-letter', { face: 'serif', size: 11, margin: 72 }, [
  title('HIPAA AUTHORIZATION'),
  sentence(
    'I, {patientName:190}, date of birth {dateOfBirth:90}, hereby authorize {disclosingParty:230} ' +
      'to disclose my complete medical records, including billing records and imaging, to:',
  ),
  printed(
    'recipient',
    'Barlow & Finch LLP, 120 Water Street, Suite 900, Boston, MA 02109',
    'Barlow & Finch LLP',
  ),
  printed(
    'purpose',
    'The purpose of this disclosure is legal representation in connection with a personal injury claim.',
    'legal representation in connection with a personal injury claim',
  ),
  printed(
    'expiration',
    'This authorization shall expire two years from the date of signature below.',
    'two years from the date of signature below',
  ),
  text(revoke.legal),
  text(redisclose.legal),
  text(condition.refuse),
  gap(24),
  above(at('signature', 'Signature', 3), at('signatureDate', 'Date', 2)),
  gap(12),
  above(at('signerName', 'Printed name', 3), at('relationship', 'Relationship, if not the patient', 2)),
]);
