import { above, at, gap, layout, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Short labels, values above the line, labels below it, centered date. */
export const pharmacyHistory = layout('pharmacy-history', {}, [
  title('Authorization to Release Prescription History'),
  above(at('patientName', 'Name of Patient', 2), at('dateOfBirth', 'Date of Birth', 1)),
  above(at('disclosingParty', 'Name of Pharmacy or Provider', 1)),
  above(at('recipient', 'Released To', 1)),
  above(at('purpose', 'Purpose of Disclosure', 1), at('expiration', 'Expiration', 1)),
  text(
    'I authorize the pharmacy to release my medical information: prescription records, billing ' +
      'records and laboratory results for the last five years.',
  ),
  text(revoke.notice),
  text(redisclose.short),
  text(condition.legal),
  gap(22),
  above(at('signatureDate', 'Date', 1), at('signature', 'Signature of Patient or Representative', 3)),
  above(
    at('relationship', 'Relationship to Patient', 1),
    at('signerName', 'Printed Name of Patient or Representative', 3),
  ),
]);
