import { above, at, beside, gap, layout, options, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Spanish: lines. */
export const clinicaLineas = layout('clinica-lineas', { language: 'es' }, [
  title('AUTORIZACIÓN PARA DIVULGAR INFORMACIÓN MÉDICA'),
  beside(at('patientName', 'Nombre del paciente:', 3), at('dateOfBirth', 'Fecha de nacimiento:', 2)),
  beside(at('address', 'Dirección:', 3), at('phone', 'Teléfono:', 2)),
  beside(at('disclosingParty', 'Autorizo a (nombre del centro médico):')),
  beside(at('recipient', 'A divulgar mi información médica a:')),
  beside(at('purpose', 'Propósito de la divulgación:')),
  options(
    'information',
    'Información que se divulgará:',
    ['Expediente médico completo', 'Resultados de laboratorio', 'Radiografías', 'Facturas'],
    { columns: 2 },
  ),
  beside(at('expiration', 'Esta autorización vence el:')),
  text(revoke.es),
  text(redisclose.es),
  text(condition.es),
  gap(20),
  above(at('signature', 'Firma del paciente o representante legal', 3), at('signatureDate', 'Fecha', 1)),
  above(
    at('signerName', 'Nombre en letra de molde', 3),
    at('relationship', 'Parentesco o relación con el paciente', 2),
  ),
]);
