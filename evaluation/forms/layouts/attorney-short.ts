import { above, at, beside, gap, layout, sentence, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Short, three paragraphs; the date is spelled out below the signature. */
export const attorneyShort = layout('attorney-short', { face: 'serif', size: 12, margin: 80 }, [
  title('MEDICAL AUTHORIZATION'),
  text('TO WHOM IT MAY CONCERN:'),
  sentence(
    'You are hereby authorized to furnish to {recipient:220} any and all medical information and ' +
      'records which you may have concerning {patientName:200}, whose date of birth is ' +
      '{dateOfBirth:100}.',
  ),
  sentence('Provider: {disclosingParty:250}'),
  sentence('This information is needed for {purpose:200}. This authorization expires {expiration:140}.'),
  text(revoke.short),
  text(redisclose.short),
  text(condition.cannot),
  gap(30),
  above(at('signature', 'Signature', 1)),
  gap(6),
  beside(at('signatureDate', 'Dated:', 1), at('nobody', 'Witness:', 1)),
]);
