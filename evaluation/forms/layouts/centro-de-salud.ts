import {
  above,
  at,
  banner,
  beside,
  layout,
  options,
  printed,
  right,
  small,
  text,
  title,
  underscores,
} from '../layout';
import { filler, redisclose, revoke } from '../statements';

/** Spanish: a community health center's form with numbered parts and lists to tick. */
export const centroDeSalud = layout(
  'centro-de-salud',
  { language: 'es', size: 9.5, margin: 48, foot: 'Rev. 03/2023' },
  [
    right('Departamento de Expedientes Clínicos'),
    title('AUTORIZACIÓN PARA LA DIVULGACIÓN DE INFORMACIÓN MÉDICA PROTEGIDA'),
    small('Por favor, complete todas las secciones. Una autorización incompleta será devuelta.'),
    banner('1. Datos del paciente'),
    beside(at('patientName', 'Nombre y apellidos:', 2), at('dateOfBirth', 'Fecha de nac.:', 1)),
    beside(at('address', 'Domicilio:', 2), at('phone', 'Teléfono:', 1)),
    banner('2. Quién entrega la información'),
    beside(at('disclosingParty', 'Médico, clínica u hospital:')),
    beside(at('disclosingAddress', 'Domicilio:')),
    banner('3. Quién recibe la información'),
    beside(at('recipient', 'Persona o institución:')),
    beside(at('recipientAddress', 'Domicilio:')),
    banner('4. Información que se divulgará'),
    options(
      'information',
      'Marque lo que corresponda:',
      ['Expediente médico completo', 'Resultados de laboratorio', 'Informes de radiología', 'Vacunas'],
      { columns: 2 },
    ),
    underscores(at('datesOfService', 'Fechas de atención: desde/hasta')),
    banner('5. Motivo de la divulgación'),
    options(
      'purpose',
      'Marque uno:',
      ['Continuidad de la atención', 'Trámite de seguro', 'Asunto legal', 'A petición del paciente'],
      { columns: 2 },
    ),
    underscores(at('nobody', 'Otro (especifique)')),
    banner('6. Vencimiento'),
    beside(at('expiration', 'Esta autorización será válida hasta el día:')),
    printed(
      'expiration',
      'Si no se indica una fecha, esta autorización vencerá un año después de la firma.',
      'un año después de la firma',
    ),
    small(revoke.es),
    small(redisclose.es),
    small(
      'Puedo negarme a firmar; mi tratamiento, el pago y mis beneficios no estarán condicionados a ' +
        'esta autorización.',
    ),
    small(filler.sensitiveEs),
    above(at('signature', 'Firma del paciente o representante legal', 2), at('signatureDate', 'Fecha', 1)),
    above(at('signerName', 'Nombre en letra de imprenta'), at('relationship', 'Parentesco con el paciente')),
    text('Testigo (si firma con una marca):'),
    above(at('nobody', 'Firma del testigo', 2), at('nobody', 'Fecha', 1)),
  ],
);
