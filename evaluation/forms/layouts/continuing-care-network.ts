import { at, beside, gap, layout, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A list of numbered items with slots after them. */
export const continuingCareNetwork = layout('continuing-care-network', { size: 10, face: 'serif' }, [
  title('AUTHORIZATION FOR DISCLOSURE OF INDIVIDUALLY IDENTIFIABLE HEALTH INFORMATION'),
  beside(at('patientName', '1. Name of patient:'), at('dateOfBirth', '2. Date of birth:', 0.7)),
  beside(at('disclosingParty', '3. Name of provider disclosing:')),
  beside(at('recipient', '4. Disclose information to:')),
  text(
    '5. Information: I authorize disclosure of my medical records, laboratory results and itemized bills.',
  ),
  beside(at('datesOfService', '6. Dates of treatment:')),
  beside(at('purpose', '7. Purpose of disclosure:')),
  beside(at('expiration', '8. Expiration date or event:')),
  text('9. '.concat(revoke.legal)),
  text('10. '.concat(redisclose.legal)),
  text('11. '.concat(condition.legal)),
  gap(18),
  beside(at('signature', '12. Signature of patient:', 3), at('signatureDate', '13. Date:', 1.4)),
  beside(at('signerName', '14. Printed name:'), at('relationship', '15. Relationship to patient:')),
]);
