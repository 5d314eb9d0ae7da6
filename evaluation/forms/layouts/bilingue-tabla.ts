import { at, boxed, layout, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Both languages in every label. */
export const bilingueTabla = layout('bilingue-tabla', { language: 'es', size: 9 }, [
  title('AUTHORIZATION TO RELEASE MEDICAL RECORDS / AUTORIZACIÓN PARA DIVULGAR EXPEDIENTES MÉDICOS'),
  boxed(
    at('patientName', 'Patient name / Nombre del paciente', 2),
    at('dateOfBirth', 'Date of birth / Fecha de nacimiento', 1),
  ),
  boxed(at('disclosingParty', 'Release from / Divulgado por')),
  boxed(at('recipient', 'Release to / Divulgado a')),
  boxed(at('purpose', 'Purpose / Propósito'), at('expiration', 'Expiration date / Fecha de vencimiento')),
  text(
    'I authorize the release of my medical records and billing records. Autorizo la divulgación de ' +
      'mi expediente médico.',
  ),
  small(revoke.short),
  small(revoke.es),
  small(redisclose.short),
  small(redisclose.es),
  small(condition.cannot),
  small(condition.es),
  boxed(at('signature', 'Signature / Firma', 3), at('signatureDate', 'Date / Fecha', 1)),
  boxed(
    at('signerName', 'Printed name / Nombre en letra de molde'),
    at('relationship', 'Relationship / Parentesco'),
  ),
]);
