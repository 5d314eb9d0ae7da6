import type { CheckName } from '../../domain/auth-checks/judge';
import type { SensitiveCategory } from '../../domain/auth-checks/extraction';

/** The name of each check on pages. */
export const checkLabels: Readonly<Record<CheckName, string>> = {
  documentLegibility: 'Legibility',
  authorizationType: 'Document type',
  revoked: 'Revoked or void',
  otherForms: "Other people's forms",
  patientName: 'Patient name',
  patientDateOfBirth: 'Patient date of birth',
  signature: 'Signature',
  signatureDate: 'Signature date',
  signerName: 'Signer',
  capability: 'Authority to sign',
  minorAuthorization: 'Signed for a minor',
  deceasedAuthorization: 'Signed for a deceased patient',
  expiration: 'Expiration',
  informationDescription: 'Information to disclose',
  disclosingParty: 'Disclosing party',
  recipient: 'Recipient',
  datesOfService: 'Dates of service',
  purpose: 'Purpose',
  purposeAlignment: 'Match with project purpose',
  revocation: 'Right to revoke',
  redisclosure: 'Redisclosure statement',
  conditioning: 'Conditioning statement',
  part2Consent: 'Consent for substance use disorder records',
  psychotherapyNotes: 'Separate authorization for psychotherapy notes',
  compoundAuthorization: 'Separate from other consents',
  witness: 'Witness',
  documentValidity: 'Supporting documents',
  patientZipCode: 'ZIP code on record',
  patientSex: 'Sex on record',
};

/** The name of each category of sensitive information, which needs its own release. */
export const categoryLabels: Readonly<Record<SensitiveCategory, string>> = {
  substanceUse: 'Sensitive: substance use',
  mentalHealth: 'Sensitive: mental health',
  psychotherapyNotes: 'Sensitive: psychotherapy notes',
  hiv: 'Sensitive: HIV/AIDS',
  std: 'Sensitive: sexually transmitted diseases',
  genetic: 'Sensitive: genetic information',
  reproductive: 'Sensitive: reproductive health',
  sickleCell: 'Sensitive: sickle cell',
};
