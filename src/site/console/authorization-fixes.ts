/** What fixes each finding on an authorization, for someone who isn't a lawyer or a programmer. */
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { RefusalReason } from '../../domain/authorizations/refusal-reason';
import type { ByFinding } from '../../domain/auth-checks/outcomes';
import type { ListedCheck } from '../../embeds/auth-check/reading';

/** What fixes a finding. */
export type Fix =
  | 'editName'
  | 'editBirthDate'
  | 'editZipCodes'
  | 'editSex'
  /** Another form, or the same one after it was corrected. */
  | 'newForm'
  /** The same paper as another file. */
  | 'newFile'
  | 'supporting'
  /** A look at the document: a person can tell what we can't. */
  | 'viewPages';

type Fixes = readonly [Fix, ...Fix[]];

const newForm = ['newForm'] as const;
const newFile = ['newFile'] as const;
const supporting = ['supporting', 'newForm'] as const;
const look = ['viewPages', 'newForm'] as const;

/** The fixes of each outcome that isn't passed. A new one needs an entry here. */
export const fixesByFinding: ByFinding<Fixes> = {
  documentLegibility: {
    hardToRead: ['viewPages', 'newFile'],
    photo: ['viewPages', 'newFile'],
    illegible: newFile,
    blank: newFile,
    notAnAuthorization: ['newFile', 'newForm'],
    missing: newFile,
    empty: newFile,
    tooLarge: newFile,
    notPdf: newFile,
    encrypted: newFile,
    damaged: newFile,
    tooManyPages: newFile,
    tooHard: newFile,
    portfolio: newFile,
    dynamicForm: newFile,
  },
  authorizationType: { notice: ['newFile', 'newForm'], unknown: newForm },
  revoked: { words: newForm, unclearWords: look, signedRevocation: newForm, crossedOut: newForm },
  otherForms: { anotherPerson: ['viewPages', 'newFile'] },
  patientName: { close: ['viewPages', 'editName'], other: ['editName', 'newForm'], blank: newForm },
  patientDateOfBirth: {
    shortYear: look,
    turned: ['viewPages', 'editBirthDate', 'newForm'],
    other: ['editBirthDate', 'newForm'],
    blank: newForm,
  },
  signature: {
    undatedMark: newForm,
    typedName: look,
    envelope: newFile,
    inkOnPicture: look,
    crossedOut: look,
    cross: look,
    struckLine: newForm,
    missing: newForm,
  },
  signatureDate: { shortYear: look, old: newForm, missing: newForm, future: newForm, beforeBirth: newForm },
  signerName: { blank: look, close: look, stranger: ['newForm', 'supporting'] },
  capability: {
    unsigned: newForm,
    agentUnproven: supporting,
    guardianUnproven: supporting,
    estateUnproven: supporting,
    relativeWithoutAuthority: supporting,
    noAuthority: ['newForm', 'supporting'],
  },
  minorAuthorization: {
    guardianUnproven: supporting,
    agedOut: newForm,
    nearlyOfAge: newForm,
    alone: newForm,
    noRelationship: newForm,
  },
  deceasedAuthorization: {
    estateUnproven: supporting,
    relative: supporting,
    signedBeforeDeath: ['newForm', 'supporting'],
    signedAfterDeath: ['newForm', 'supporting'],
    noRepresentative: ['newForm', 'supporting'],
  },
  expiration: { soon: newForm, event: look, untilRevoked: newForm, expired: newForm, missing: newForm },
  informationDescription: { everything: newForm, unclear: look, missing: newForm },
  disclosingParty: { missing: newForm },
  recipient: { another: look, missing: newForm },
  datesOfService: { untilSigning: newForm, partly: newForm, unstated: look, unclear: look, outside: newForm },
  purpose: { generic: look, missing: newForm },
  purposeAlignment: { broader: look, contradicts: newForm },
  revocation: { weak: newForm, none: newForm },
  redisclosure: { weak: newForm, none: newForm },
  conditioning: { weak: newForm, none: newForm },
  part2Consent: { incomplete: newForm },
  psychotherapyNotes: { combined: newForm },
  sensitiveInformation: { blanket: newForm, initialsMissing: newForm },
  compoundAuthorization: { compound: newForm },
  witness: { optional: look, missing: newForm },
  documentValidity: {
    otherPatient: ['supporting', 'editName', 'editBirthDate'],
    otherRepresentative: supporting,
    ended: supporting,
    notYetGiven: newForm,
    endedByDeath: ['newForm', 'supporting'],
    beforeDeath: ['supporting'],
    impossibleDeath: ['supporting', 'editBirthDate'],
    otherAge: ['supporting', 'editBirthDate'],
    otherDateOfDeath: ['supporting'],
    closeName: ['supporting', 'editName'],
    unclear: ['supporting'],
    unrecognised: ['supporting'],
    hardToRead: ['supporting'],
    unreadable: ['supporting'],
  },
  patientZipCode: { noZipCode: ['editZipCodes'] },
  patientSex: { noSex: ['editSex'] },
};

/** The fixes of each reason of a refusal. */
export const fixesByReason: Readonly<Record<RefusalReason, Fixes>> = {
  revoked: newForm,
  unreadable: newFile,
  passwordProtected: newFile,
  notAnAuthorization: ['newFile', 'newForm'],
  unsigned: newForm,
  undated: newForm,
  expired: newForm,
  wrongDates: newForm,
  noExpiration: newForm,
  wrongRecipient: newForm,
  wrongDiscloser: newForm,
  categoryNotMarked: newForm,
  wrongPurpose: newForm,
  combined: newForm,
  noWitness: newForm,
  missingStatement: newForm,
};

/** The fixes of each status that support refused the authorization with; none for the others. */
export const fixesByStatus: Readonly<Record<AuthorizationStatus, Fixes | readonly []>> = {
  NeedsApproval: [],
  Approved: [],
  WrongPatientName: ['editName', 'newForm'],
  WrongDateOfBirth: ['editBirthDate', 'newForm'],
  MissingZip: ['editZipCodes'],
  MissingGender: ['editSex'],
  WrongDateOfService: newForm,
  MissingSignature: newForm,
  MissingPowerOfAttorney: supporting,
  MissingProofOfGuardianship: supporting,
  MissingRedisclosureSmt: newForm,
};

/** What to do for each fix, where the finding itself doesn't say it. */
export const fixWords: Readonly<Record<Fix, string>> = {
  editName: "If the authorization is right, correct the name on the patient's page.",
  editBirthDate: "If the authorization is right, correct the date of birth on the patient's page.",
  editZipCodes: "Add the ZIP code on the patient's page.",
  editSex: "Set the sex on the patient's page.",
  newForm: 'Have the patient or their representative correct and sign the form. Then upload it.',
  newFile: 'Upload the signed authorization as another PDF.',
  supporting: 'Upload the supporting document, such as a power of attorney.',
  viewPages:
    "Look at the form. If it's right, you don't have to do anything. If it isn't, have it corrected and " +
    'signed, and upload it.',
};

/** Returns the fixes of a finding. One of an earlier release that is unknown here needs another form. */
export function fixesOf(name: ListedCheck['name'], code: string): Fixes {
  const tables: Readonly<Record<string, Readonly<Record<string, Fixes>>>> = fixesByFinding;
  return tables[name]?.[code] ?? tables['sensitiveInformation']?.[code] ?? newForm;
}
