import type { CheckName } from '../../domain/auth-checks/judge';
import type { SensitiveCategory } from '../../domain/auth-checks/extraction';

/** What people call a check. */
export const checkLabels: Readonly<Record<CheckName, string>> = {
  documentLegibility: 'Legible document',
  authorizationType: 'Type of document',
  patientName: 'Patient’s name',
  patientDateOfBirth: 'Patient’s date of birth',
  signature: 'Signature',
  signatureDate: 'Date of the signature',
  signerName: 'Signer',
  capability: 'Capability to sign',
  minorAuthorization: 'Signed for a minor',
  deceasedAuthorization: 'Signed for a deceased patient',
  expiration: 'Expiration',
  informationDescription: 'Information to be disclosed',
  disclosingParty: 'Who may disclose',
  recipient: 'Who may receive',
  datesOfService: 'Dates of service',
  purpose: 'Purpose',
  purposeAlignment: 'Purpose of the project',
  revocation: 'Right to revoke',
  redisclosure: 'Redisclosure statement',
  conditioning: 'Conditioning statement',
  part2Consent: 'Consent for substance use disorder records',
  psychotherapyNotes: 'Psychotherapy notes on a paper of their own',
  compoundAuthorization: 'Stands alone',
  witness: 'Witness',
  documentValidity: 'Supporting documents',
  patientZipCode: 'ZIP code on record',
  patientSex: 'Sex on record',
};

/** What people call a kind of information that needs a release of its own. */
export const categoryLabels: Readonly<Record<SensitiveCategory, string>> = {
  substanceUse: 'Sensitive: substance use',
  mentalHealth: 'Sensitive: mental health',
  psychotherapyNotes: 'Sensitive: psychotherapy notes',
  hiv: 'Sensitive: HIV and AIDS',
  std: 'Sensitive: sexually transmitted diseases',
  genetic: 'Sensitive: genetic information',
  reproductive: 'Sensitive: reproductive health',
  sickleCell: 'Sensitive: sickle cell',
};
