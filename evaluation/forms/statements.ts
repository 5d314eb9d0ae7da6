/**
 * The statements of 45 CFR 164.508(c)(2) in the words of forms: long, short, plain, and legal, in English and
 * Spanish.
 */

/** The right to revoke. */
export const revoke = {
  legal:
    'I understand that I have the right to revoke this authorization, in writing, at any time by ' +
    'sending written notification to the privacy officer of the facility named above. I understand ' +
    'that a revocation is not effective to the extent that any person or entity has already acted ' +
    'in reliance on my authorization.',
  plain:
    'You may change your mind and cancel this permission at any time. To do so, write a letter to ' +
    'the Health Information Management department.',
  short:
    'This authorization may be revoked at any time by written notice, except where action has ' +
    'already been taken.',
  notice:
    'I may withdraw my permission at any time as described in the Notice of Privacy Practices, by ' +
    'giving written notice to the office.',
  es:
    'Entiendo que tengo derecho a revocar esta autorización en cualquier momento, por escrito, ' +
    'excepto en la medida en que ya se haya actuado en base a ella.',
  esPlain:
    'Usted puede cancelar este permiso cuando quiera. Para cancelarlo, envíe una carta al ' +
    'departamento de registros médicos.',
} as const;

/** The potential for redisclosure. */
export const redisclose = {
  legal:
    'I understand that information used or disclosed pursuant to this authorization may be subject ' +
    'to redisclosure by the recipient and may no longer be protected by federal or state law.',
  plain:
    'Once we give out your information, the person who gets it could share it with others, and ' +
    'federal privacy law might not protect it any more.',
  short: 'Disclosed information may be re-disclosed by the recipient and no longer protected by HIPAA.',
  es:
    'Entiendo que la información divulgada conforme a esta autorización puede ser divulgada ' +
    'nuevamente por quien la recibe y dejar de estar protegida por la ley federal.',
  esPlain:
    'La persona que reciba su información podría compartirla con otros, y las leyes federales ya no ' +
    'la protegerían.',
} as const;

/** The statement that treatment doesn't depend on the signature. */
export const condition = {
  legal:
    'Treatment, payment, enrollment in a health plan or eligibility for benefits will not be ' +
    'conditioned on the signing of this authorization.',
  cannot: 'My health care and payment for it cannot be conditioned on whether I sign this form.',
  plain: 'You do not have to sign this form. If you do not sign, you can still get treatment and benefits.',
  refuse:
    'I understand that I may refuse to sign this authorization and that my refusal will not affect ' +
    'my ability to obtain treatment or payment or my eligibility for benefits.',
  es:
    'El tratamiento, el pago, la inscripción en un plan de salud o la elegibilidad para beneficios no ' +
    'estarán condicionados a que yo firme esta autorización.',
  esPlain:
    'Usted no tiene que firmar este formulario. Si no lo firma, no cambiarán su atención médica ni ' +
    'sus beneficios.',
} as const;

/** Other common sentences on forms; none states a value. */
export const filler = {
  copy:
    'I understand that I have a right to receive a copy of this authorization after I have signed it. ' +
    'A photocopy or facsimile of this authorization is as valid as the original.',
  fees:
    'There may be a charge for copies of medical records as permitted by state law. Please allow up ' +
    'to thirty (30) days for the request to be processed.',
  instructions:
    'INSTRUCTIONS: Complete all sections. An incomplete form will be returned. The signature must ' +
    'be dated by the patient or the personal representative.',
  release:
    'I release the facility, its employees and agents from all liability that may arise from the ' +
    'release of this information to the recipient named above.',
  penalty:
    'The purpose of this form is to allow the release of information. Any person who knowingly ' +
    'makes a false statement may be subject to penalties.',
  paperwork:
    'PRIVACY ACT AND PAPERWORK REDUCTION ACT NOTICE: The information requested on this form is ' +
    'authorized by law. We estimate that you will need an average of 10 minutes to complete it.',
  mark:
    'If signed by mark (X), two witnesses who know the signer must sign below and give their full ' +
    'addresses.',
  sensitive:
    'I understand that the information may include records of treatment for drug or alcohol abuse, ' +
    'mental health, HIV/AIDS and genetic testing, and I specifically authorize their release.',
  sensitiveEs:
    'Entiendo que la información puede incluir datos sobre abuso de drogas o alcohol, salud mental ' +
    'y VIH/SIDA, y autorizo específicamente su divulgación.',
  copyEs:
    'Tengo derecho a recibir una copia de esta autorización después de firmarla. Una fotocopia de ' +
    'esta autorización es tan válida como el original.',
} as const;
