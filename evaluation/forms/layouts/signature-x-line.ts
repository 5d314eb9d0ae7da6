import { at, beside, gap, layout, small, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** An X where to sign, with the label below. */
export const signatureXLine = layout('signature-x-line', { face: 'serif', size: 10.5 }, [
  title('AUTHORIZATION TO RELEASE MEDICAL INFORMATION'),
  beside(at('patientName', 'PATIENT:', 3), at('dateOfBirth', 'BIRTH DATE:', 2)),
  beside(at('disclosingParty', 'RELEASED BY:')),
  beside(at('recipient', 'RELEASED TO:')),
  beside(at('purpose', 'REASON:')),
  text('The information to be released is my complete medical record, including billing records.'),
  beside(at('expiration', 'VALID UNTIL:')),
  text(revoke.short),
  text(redisclose.legal),
  text(condition.legal),
  text(filler.release),
  gap(26),
  beside(at('signature', 'X', 3), at('signatureDate', 'Date', 2)),
  small('Signature of patient or person authorized to sign for the patient'),
  gap(8),
  beside(at('signerName', 'Name (print)', 3), at('relationship', 'Relationship', 2)),
]);
