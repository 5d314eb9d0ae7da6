import { above, at, gap, layout, sentence, text, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Spanish: a letter in sentences. */
export const bufeteCarta = layout('bufete-carta', { language: 'es', face: 'serif', size: 11, margin: 70 }, [
  title('AUTORIZACIÓN HIPAA'),
  sentence(
    'Yo, {patientName:200}, con fecha de nacimiento {dateOfBirth:100}, autorizo a ' +
      '{disclosingParty:220} a divulgar mis expedientes médicos completos y facturas a ' +
      '{recipient:210}.',
  ),
  sentence('El propósito de esta divulgación es {purpose:220}.'),
  sentence('Esta autorización vence {expiration:150}.'),
  text(revoke.es),
  text(redisclose.es),
  text(condition.es),
  text(filler.sensitiveEs),
  gap(26),
  above(at('signature', 'Firma del paciente', 3), at('signatureDate', 'Fecha', 1)),
  above(at('signerName', 'Nombre (letra de molde)', 1)),
]);
