import { at, boxed, layout, options, small, title } from '../layout';
import { condition, filler, redisclose, revoke } from '../statements';

/** Spanish: frames. */
export const hospitalEspanolCajas = layout('hospital-espanol-cajas', { language: 'es', size: 9 }, [
  title('Autorización para Usar y Divulgar Información de Salud Protegida'),
  boxed(
    at('lastName', 'Apellidos'),
    at('firstName', 'Nombre'),
    at('dateOfBirth', 'Fecha de nacimiento (mes/día/año)'),
  ),
  boxed(at('disclosingParty', 'Persona u organización que divulga la información')),
  boxed(at('recipient', 'Persona u organización que recibe la información')),
  options('purpose', 'Propósito', ['Atención médica', 'Asunto legal', 'Seguro', 'Uso personal'], {
    columns: 4,
  }),
  options(
    'information',
    'Autorizo la divulgación de mi información médica:',
    ['Todo el expediente médico', 'Notas de consulta', 'Resultados de laboratorio', 'Estados de cuenta'],
    { columns: 2 },
  ),
  boxed(at('expiration', 'Fecha de vencimiento')),
  small(revoke.es),
  small(redisclose.es),
  small(condition.es),
  small(filler.copyEs),
  boxed(at('signature', 'Firma', 3), at('signatureDate', 'Fecha de la firma', 1)),
  boxed(at('signerName', 'Nombre impreso'), at('relationship', 'Relación con el paciente')),
]);
