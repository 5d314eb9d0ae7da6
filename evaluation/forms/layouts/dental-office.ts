import { at, below, beside, gap, layout, small, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** The signature in the middle of the page, followed by terms. */
export const dentalOffice = layout('dental-office', { face: 'serif', size: 11 }, [
  title('Dental and Medical Records Release'),
  below(at('patientName', 'Patient name', 2), at('dateOfBirth', 'Date of birth', 1)),
  below(at('disclosingParty', 'Release records from', 1)),
  below(at('recipient', 'Release records to', 1)),
  below(at('purpose', 'Purpose of release', 1), at('expiration', 'Expiration date', 1)),
  text('I authorize the release of my health records, x-rays and billing records.'),
  gap(20),
  beside(at('signature', 'Signature:', 3), at('signatureDate', 'Date:', 1)),
  beside(at('signerName', 'Printed name:', 3), at('relationship', 'Relationship to patient:', 3)),
  gap(10),
  small(revoke.legal),
  small(redisclose.legal),
  small(condition.legal),
  small(filler.fees),
]);
