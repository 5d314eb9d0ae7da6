import { at, banner, beside, below, layout, options, printed, small, text, title } from '../layout';
import { condition, redisclose, revoke } from '../statements';

/** A county's form, English above Spanish: each question on separate lines in both languages. */
export const condadoBilingue = layout(
  'condado-bilingue',
  { language: 'es', size: 9, margin: 44, foot: 'PH-73 ENG/SPA (7/24)' },
  [
    title('COUNTY DEPARTMENT OF PUBLIC HEALTH / DEPARTAMENTO DE SALUD PÚBLICA DEL CONDADO'),
    text('Authorization to Release Health Information / Autorización para divulgar información de salud'),
    banner('CLIENT / CLIENTE'),
    below(
      at('lastName', 'Last name / Apellido'),
      at('firstName', 'First name / Nombre'),
      at('dateOfBirth', 'Birthdate / Fecha de nacimiento'),
    ),
    below(at('address', 'Address / Dirección', 2), at('phone', 'Phone / Teléfono', 1)),
    banner('AGENCIES / AGENCIAS'),
    text('I authorize the agency below to disclose my health information.'),
    text('Autorizo a la siguiente agencia a divulgar mi información de salud.'),
    below(at('disclosingParty', 'Agency or provider / Agencia o proveedor')),
    text('My information may be given to:'),
    text('Mi información puede entregarse a:'),
    below(
      at('recipient', 'Person or agency / Persona o agencia'),
      at('recipientAddress', 'Address / Dirección'),
    ),
    options(
      'information',
      'Information / Información',
      [
        'Complete medical record / Expediente médico completo',
        'Immunizations / Vacunas',
        'TB test results / Resultados de tuberculosis',
        'Lab results / Resultados de laboratorio',
      ],
      { columns: 2, mark: 'brackets' },
    ),
    options(
      'purpose',
      'Purpose / Propósito',
      [
        'Medical care / Atención médica',
        'Legal matter / Asunto legal',
        'Benefits / Beneficios',
        'Other / Otro: __________________',
      ],
      { columns: 2, mark: 'brackets' },
    ),
    beside(at('expiration', 'This authorization expires on / Esta autorización vence el')),
    printed(
      'expiration',
      'If no date is given, it expires one year after signature. / Si no se indica una fecha, vence ' +
        'un año después de la firma.',
      'one year after signature',
    ),
    small(revoke.short),
    small(revoke.esPlain),
    small(redisclose.short),
    small(redisclose.esPlain),
    small(condition.plain),
    small(condition.esPlain),
    beside(at('signature', 'Signature / Firma', 2), at('signatureDate', 'Date / Fecha', 1)),
    beside(
      at('signerName', 'Print name / Nombre en letra de molde', 1),
      at('relationship', 'Relationship / Parentesco', 1),
    ),
    beside(at('nobody', 'Interpreter / Intérprete', 2), at('nobody', 'Date / Fecha', 1)),
  ],
);
