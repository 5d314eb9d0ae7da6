/**
 * The words of a prefilled authorization in each language: the core elements and the required statements of
 * 45 CFR 164.508(c)(1) and (2), and the special categories. Our own check looks for these labels.
 */
import type { FormLanguage } from '../domain/authorizations/authorization-form';
import type { ProjectPurpose } from '../domain/projects/project';

/** The words of the form in one language. */
export interface FormWording {
  readonly title: string;
  readonly legalBasis: string;
  readonly foot: string;
  readonly page: (number: number, count: number) => string;
  readonly patientSection: string;
  readonly patientName: string;
  readonly otherNames: string;
  readonly dateOfBirth: string;
  readonly telephone: string;
  readonly street: string;
  readonly town: string;
  readonly discloserSection: string;
  readonly discloser: string;
  readonly otherParties: string;
  /** If no facility was chosen: a class of persons, 45 CFR 164.508(c)(1)(ii). */
  readonly everyProvider: string;
  readonly recipientSection: string;
  readonly recipient: string;
  readonly recipientAddress: string;
  /** That the company may have someone collect the records for it. */
  readonly agents: (recipient: string) => string;
  readonly informationSection: string;
  readonly records: string;
  readonly everyRecord: string;
  readonly datesOfService: string;
  readonly everyDate: string;
  readonly sensitive: string;
  readonly sensitiveKinds: readonly string[];
  readonly psychotherapyNotes: string;
  readonly termsSection: string;
  readonly purpose: string;
  readonly purposes: Readonly<Record<ProjectPurpose, string>>;
  readonly expires: string;
  readonly oneYear: string;
  readonly rightsSection: string;
  readonly rights: (recipient: string) => readonly string[];
  readonly signatureSection: string;
  readonly consent: string;
  readonly signature: string;
  readonly date: string;
  readonly signerName: string;
  readonly relationship: string;
  readonly representative: string;
}

const english: FormWording = {
  title: 'Authorization to Release Health Information',
  legalBasis: 'HIPAA authorization, 45 CFR 164.508',
  foot: 'Keep a copy of this form.',
  page: (number, count) => `Page ${number} of ${count}`,
  patientSection: '1. Patient',
  patientName: 'Patient name',
  otherNames: 'Other last names used',
  dateOfBirth: 'Date of birth',
  telephone: 'Telephone',
  street: 'Street address',
  town: 'City, state, ZIP code',
  discloserSection: '2. Who may release my health information',
  discloser: 'Disclosing party (facility or provider)',
  otherParties: 'And each of these',
  everyProvider: 'Any health care provider or health plan with records of the patient',
  recipientSection: '3. Who may receive it',
  recipient: 'Recipient (name of person or organization)',
  recipientAddress: 'Address',
  agents: recipient =>
    `People and companies that collect records for ${recipient} may receive them on its behalf.`,
  informationSection: '4. What may be released',
  records: 'Records',
  everyRecord: 'Complete medical record, billing records, and imaging studies with their reports',
  datesOfService: 'Dates of service',
  everyDate: 'All dates of service',
  sensitive:
    'The following are released only if I check the box and write my initials on the line next to it:',
  sensitiveKinds: [
    'Substance use disorder records (42 CFR Part 2)',
    'Mental health records',
    'HIV/AIDS test results and treatment',
    'Genetic information',
  ],
  psychotherapyNotes:
    'Psychotherapy notes are not released with this form. They require a separate authorization.',
  termsSection: '5. Purpose and expiration',
  purpose: 'Purpose of the disclosure',
  purposes: {
    IndividualAccess: 'At my request, for my own use',
    Insurance: 'Insurance claim or application, at my request',
    Legal: 'Legal matter, at my request',
    Research: 'Research study, at my request',
    CoveredOperations: 'Health care operations, at my request',
    CoveredPayment: 'Payment for health care, at my request',
    CoveredTreatment: 'Treatment, at my request',
  },
  expires: 'This authorization expires',
  oneYear: 'One year after the date signed.',
  rightsSection: '6. My rights',
  rights: recipient => [
    'Right to revoke. I may revoke this authorization at any time by writing to each facility or ' +
      `provider in section 2, or to ${recipient} at the address in section 3. Revoking it does not affect ` +
      'anything released before my letter arrives.',
    'Redisclosure. Information that is released under this authorization may be redisclosed by the ' +
      'recipient, and may then no longer be protected by federal privacy rules.',
    'No conditions. I may refuse to sign. Treatment, payment, enrollment in a health plan, and eligibility ' +
      'for benefits will not be conditioned on whether I sign this authorization.',
    'Substance use disorder records that I release in section 4 remain protected by 42 CFR Part 2. I may ' +
      'revoke that consent in the same way.',
    'Copy. I have the right to a copy of this form after I sign it.',
  ],
  signatureSection: '7. Signature',
  consent: 'I authorize the release of health information as described in this form.',
  signature: 'Signature of patient or personal representative',
  date: 'Date',
  signerName: 'Printed name of signer',
  relationship: 'Relationship to patient',
  representative:
    'If you are signing for the patient: print your name, state your authority to act for the patient ' +
    '(such as parent, guardian, health care agent, or executor), and attach proof of that authority.',
};

// cspell:disable -- Spanish
const spanish: FormWording = {
  title: 'Autorización para divulgar información de salud',
  legalBasis: 'Autorización HIPAA, 45 CFR 164.508',
  foot: 'Conserve una copia de este formulario.',
  page: (number, count) => `Página ${number} de ${count}`,
  patientSection: '1. Paciente',
  patientName: 'Nombre del paciente',
  otherNames: 'Otros apellidos usados',
  dateOfBirth: 'Fecha de nacimiento',
  telephone: 'Teléfono',
  street: 'Dirección (calle y número)',
  town: 'Ciudad, estado, código postal',
  discloserSection: '2. Quién puede divulgar mi información de salud',
  discloser: 'Expediente divulgado por (proveedor u organización)',
  otherParties: 'Y cada uno de estos',
  everyProvider: 'Cualquier proveedor o plan de salud con expedientes del paciente',
  recipientSection: '3. Quién puede recibirla',
  recipient: 'Persona u organización que recibe la información',
  recipientAddress: 'Dirección',
  agents: recipient =>
    `Las personas y empresas que reúnen expedientes para ${recipient} pueden recibirlos en su nombre.`,
  informationSection: '4. Qué se puede divulgar',
  records: 'Expedientes',
  everyRecord:
    'Expediente médico completo, facturas (billing records) y estudios de imágenes con sus informes',
  datesOfService: 'Fechas de servicio',
  everyDate: 'Todas las fechas de servicio',
  sensitive:
    'Lo siguiente se divulga solo si marco la casilla y escribo mis iniciales en la línea a su lado:',
  sensitiveKinds: [
    'Tratamiento por uso de sustancias (42 CFR Part 2)',
    'Salud mental',
    'VIH/SIDA: pruebas y tratamiento',
    'Información genética',
  ],
  psychotherapyNotes:
    'Las notas de psicoterapia no se divulgan con este formulario. Requieren una autorización aparte.',
  termsSection: '5. Propósito y vencimiento',
  purpose: 'Propósito de la divulgación',
  purposes: {
    IndividualAccess: 'A petición mía, para uso personal',
    Insurance: 'Reclamo o solicitud de seguro, a petición mía',
    Legal: 'Asunto legal, a petición mía',
    Research: 'Estudio de investigación, a petición mía',
    CoveredOperations: 'Operaciones de atención médica, a petición mía',
    CoveredPayment: 'Pago de atención médica, a petición mía',
    CoveredTreatment: 'Tratamiento médico, a petición mía',
  },
  expires: 'Fecha de vencimiento',
  oneYear: 'Un año después de la fecha de la firma.',
  rightsSection: '6. Mis derechos',
  rights: recipient => [
    'Derecho a revocar. Puedo revocar esta autorización en cualquier momento. Para hacerlo, escribo una ' +
      `carta a cada proveedor de la sección 2, o a ${recipient} a la dirección de la sección 3. La ` +
      'revocación no afecta lo que se divulgó antes de que llegara mi carta.',
    'Nueva divulgación. La información divulgada con esta autorización puede ser divulgada nuevamente por ' +
      'quien la recibe, y entonces ya no estar protegida por las normas federales de privacidad.',
    'Sin condiciones. Puedo negarme a firmar. El tratamiento, el pago, la inscripción en un plan de salud ' +
      'y la elegibilidad para beneficios no dependen de que yo firme esta autorización.',
    'Los expedientes por uso de sustancias que divulgo en la sección 4 siguen protegidos por 42 CFR Part ' +
      '2. Puedo revocar ese consentimiento de la misma manera.',
    'Copia. Tengo derecho a recibir una copia de este formulario después de firmarlo.',
  ],
  signatureSection: '7. Firma',
  consent: 'Autorizo la divulgación de mi información médica como se describe en este formulario.',
  signature: 'Firma del paciente o de su representante personal',
  date: 'Fecha',
  signerName: 'Nombre en letra de molde',
  relationship: 'Relación con el paciente',
  representative:
    'Si firma otra persona: escriba su nombre y su autoridad para actuar por el paciente (como padre, ' +
    'madre, tutor, apoderado de salud o albacea), y adjunte un comprobante.',
};

// cspell:enable

/** The words of the form by language. */
export const formWordings: Readonly<Record<FormLanguage, FormWording>> = { en: english, es: spanish };
