import { above, at, beside, gap, heading, layout, options, printed, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** Spanish, plain language. */
export const permisoSencillo = layout('permiso-sencillo', { language: 'es', size: 11 }, [
  title('Permiso para compartir mi información médica'),
  heading('1. ¿Quién es el paciente?'),
  beside(at('patientName', 'Nombre completo')),
  beside(at('dateOfBirth', 'Fecha de nacimiento')),
  heading('2. ¿Quién puede compartir mi información de salud?'),
  beside(at('disclosingParty', 'Nombre del médico, clínica u hospital')),
  heading('3. ¿Quién puede recibirla?'),
  beside(at('recipient', 'Nombre de la persona u organización')),
  heading('4. ¿Qué se puede compartir y para qué?'),
  options(
    'information',
    'Doy permiso para compartir:',
    ['Todos mis expedientes médicos', 'Resultados de laboratorio', 'Facturas'],
    { columns: 1 },
  ),
  options('purpose', 'Motivo:', ['Mi abogado', 'Mi seguro', 'Mi tratamiento'], { columns: 3 }),
  printed(
    'expiration',
    'Este permiso termina un año después de la fecha de mi firma.',
    'un año después de la fecha de mi firma',
  ),
  text(condition.esPlain),
  text(revoke.esPlain),
  text(redisclose.esPlain),
  gap(18),
  above(at('signature', 'Firme aquí', 3), at('signatureDate', 'Fecha de hoy', 1)),
]);
