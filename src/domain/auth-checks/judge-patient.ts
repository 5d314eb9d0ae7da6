import { completedYears, type CalendarDate } from '../clinical/calendar-date';
import type { SupportingPaper } from '../supporting-documents/supporting-document';
import { capacityOf, isRepresentative } from './capacity';
import { compareNames } from './compare-names';
import type { AuthorizationData } from './extraction';
import { findProof } from './judge-supporting';
import type { JudgingContext } from './judging-context';
import { verdicts, type Verdict } from './verdict';

type Patient = NonNullable<JudgingContext['patient']>;

const name = verdicts({
  matches: { status: 'passed', message: 'The patient’s name on the document is the one on record.' },
  close: {
    status: 'warning',
    message:
      'The patient’s name on the document is close to the one on record: a nickname, an initial or ' +
      'a slip of the pen.',
    remedy: 'Compare the two; add the name on the document to the patient’s last names if it is theirs.',
  },
  other: {
    status: 'failed',
    message: 'The patient’s name on the document is another than the one on record.',
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: 'Correct the patient’s name, or upload the authorization of this patient.',
  },
  blank: {
    status: 'failed',
    message: 'The document does not name the patient.',
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: 'Have the patient’s name filled in and upload the form again.',
  },
});

/** Judges whether the document names this patient. */
export function judgeName({ patientName }: AuthorizationData, patient: Patient): Verdict {
  if (patientName === null) return name('blank');
  const match = compareNames(patientName.text, patient);
  return name(match === 'same' ? 'matches' : match, patientName);
}

const birth = verdicts({
  matches: { status: 'passed', message: 'The date of birth on the document is the one on record.' },
  shortYear: {
    status: 'warning',
    message: 'The date of birth on the document fits the one on record; its year has two digits.',
  },
  turned: {
    status: 'warning',
    message: 'The date of birth on the document is the one on record with day and month in turn.',
    remedy: 'Compare the two and correct the one that is wrong.',
  },
  other: {
    status: 'failed',
    message: 'The date of birth on the document is another than the one on record.',
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Correct the patient’s date of birth, or upload the authorization of this patient.',
  },
  blank: {
    status: 'failed',
    message: 'The document states no date of birth of the patient.',
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Have the date of birth filled in and upload the form again.',
  },
});

function turned(date: CalendarDate): string {
  return `${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`;
}

/** Judges whether the document states this patient's date of birth. */
export function judgeBirth({ patientDateOfBirth: found }: AuthorizationData, patient: Patient): Verdict {
  if (found === null) return birth('blank');
  if (found.isShortYear && found.date.slice(2) === patient.dateOfBirth.slice(2))
    return birth('shortYear', found);
  if (found.date === patient.dateOfBirth) return birth('matches', found);
  return birth(turned(found.date) === patient.dateOfBirth ? 'turned' : 'other', found);
}

const signer = verdicts({
  patient: { status: 'passed', message: 'The signer’s printed name is the patient’s.' },
  representative: { status: 'passed', message: 'The signer is named, and states whom they act for.' },
  blank: { status: 'warning', message: 'The signer’s name is not printed.' },
  close: {
    status: 'warning',
    message: 'The signer’s printed name is close to the patient’s.',
    remedy: 'Compare the two.',
  },
  stranger: {
    status: 'failed',
    message: 'The signer’s printed name is not the patient’s, and no authority to sign is stated.',
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the patient sign, or have the representative state the authority to act for the patient.',
  },
});

/** Judges whether the signer is the patient or states for whom they act. */
export function judgeSigner(data: AuthorizationData, patient: Patient): Verdict {
  const { signerName, relationship } = data;
  if (signerName === null) return signer('blank');
  const match = compareNames(signerName.text, patient);
  const capacity = capacityOf(data, patient);
  if (isRepresentative(capacity)) return signer('representative', signerName, relationship);
  if (match === 'same') return signer('patient', signerName);
  return signer(match === 'close' ? 'close' : 'stranger', signerName, relationship);
}

const remedies = {
  agent: 'Upload the power of attorney among the supporting documents.',
  guardian: 'Upload the order that appoints the guardian among the supporting documents.',
  authority: 'Have the signer state the authority to act for the patient, and attach its proof.',
} as const;

const capability = verdicts({
  self: { status: 'passed', message: 'The patient signed.' },
  unsigned: {
    status: 'failed',
    message: 'Nobody signed, so nobody’s authority to sign is known.',
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the patient or their representative sign it, and upload it again.',
  },
  parent: { status: 'passed', message: 'A parent signed for a minor.' },
  agentProven: {
    status: 'passed',
    message: 'An agent signed, whom the power of attorney among the supporting documents names.',
  },
  guardianProven: {
    status: 'passed',
    message: 'A guardian or conservator signed, whom the order among the supporting documents appoints.',
  },
  estateProven: {
    status: 'passed',
    message:
      'The representative of an estate signed, whom the letters among the supporting documents appoint.',
  },
  agentUnproven: {
    status: 'warning',
    message: 'An agent signed under a power of attorney that is not attached.',
    rule: '45 CFR 164.502(g)(2)',
    remedy: remedies.agent,
  },
  guardianUnproven: {
    status: 'warning',
    message: 'A guardian or conservator signed; the order that appoints them is not attached.',
    rule: '45 CFR 164.502(g)(2)',
    remedy: remedies.guardian,
  },
  estateUnproven: {
    status: 'warning',
    message: 'The representative of an estate signed; the letters that appoint them are not attached.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload the letters testamentary or of administration among the supporting documents.',
  },
  relativeWithoutAuthority: {
    status: 'failed',
    message: 'A relative signed for an adult and states no authority; kinship alone gives none.',
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: remedies.authority,
  },
  noAuthority: {
    status: 'failed',
    message: 'Somebody else than the patient signed, and states no authority to act for them.',
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: remedies.authority,
  },
});

/** The age of majority. The few states with another age aren't distinguished. */
const majority = 18;

function signedOn({ signatureDate }: AuthorizationData, on: CalendarDate): CalendarDate {
  return signatureDate?.date ?? on;
}

function isMinor(data: AuthorizationData, patient: Patient, on: CalendarDate): boolean {
  return completedYears(patient.dateOfBirth, signedOn(data, on)) < majority;
}

/** Judges whether the signer may sign for the patient, based on a supporting document if one is required. */
export function judgeCapability(
  data: AuthorizationData,
  patient: Patient,
  on: CalendarDate,
  papers: readonly SupportingPaper[],
): Verdict {
  const places = [data.signerName, data.relationship];
  if (data.signature.evidence === 'none') return capability('unsigned', ...places);
  const capacity = capacityOf(data, patient);
  const proof = findProof(data, patient, papers, on);
  switch (capacity) {
    case 'self':
      return capability('self', ...places);
    case 'agent':
      return proof === undefined
        ? capability('agentUnproven', ...places)
        : capability('agentProven', ...places, ...proof);
    case 'guardian':
      return proof === undefined
        ? capability('guardianUnproven', ...places)
        : capability('guardianProven', ...places, ...proof);
    case 'estate':
      return proof === undefined
        ? capability('estateUnproven', ...places)
        : capability('estateProven', ...places, ...proof);
    case 'parent':
      return capability(isMinor(data, patient, on) ? 'parent' : 'relativeWithoutAuthority', ...places);
    case 'family':
      return capability('relativeWithoutAuthority', ...places);
    case 'unstated':
    case 'other':
      return capability('noAuthority', ...places);
  }
}

const minor = verdicts({
  guardianProven: {
    status: 'passed',
    message: 'A guardian signed for the minor, whom the order among the supporting documents appoints.',
  },
  parent: { status: 'passed', message: 'A parent signed for the minor and states the relationship.' },
  guardianUnproven: {
    status: 'failed',
    message: 'A guardian signed for the minor; the order that appoints them is not attached.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: remedies.guardian,
  },
  agedOut: {
    status: 'warning',
    message: 'A parent or guardian signed for a minor who is of age now.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have the patient sign a new authorization.',
  },
  nearlyOfAge: {
    status: 'warning',
    message: 'A patient of 16 or 17 signed alone; state law says for which care that is enough.',
    rule: '45 CFR 164.502(g)(3)(i)',
    remedy:
      'Have a parent or guardian sign as well, or make sure that the care is one a minor may consent to.',
  },
  alone: {
    status: 'failed',
    message: 'A minor signed alone.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have a parent or guardian sign and state the relationship.',
  },
  noRelationship: {
    status: 'failed',
    message: 'Somebody signed for a minor and is not stated to be a parent or guardian.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have a parent or guardian sign and state the relationship.',
  },
});

/** Judges whether the right person signed for a minor. Runs for a patient who was a minor at signing. */
export function judgeMinor(
  data: AuthorizationData,
  patient: Patient,
  on: CalendarDate,
  papers: readonly SupportingPaper[],
): Verdict | null {
  if (!isMinor(data, patient, on)) return null;
  const capacity = capacityOf(data, patient);
  const places = [data.signerName, data.relationship];
  const isOfAgeNow = completedYears(patient.dateOfBirth, on) >= majority;
  if (isOfAgeNow && (capacity === 'parent' || capacity === 'guardian')) return minor('agedOut', ...places);
  if (capacity === 'parent') return minor('parent', ...places);
  if (capacity === 'guardian') {
    const proof = findProof(data, patient, papers, on);
    return proof === undefined
      ? minor('guardianUnproven', ...places)
      : minor('guardianProven', ...places, ...proof);
  }
  if (capacity !== 'self') return minor('noRelationship', ...places);
  const age = completedYears(patient.dateOfBirth, signedOn(data, on));
  return minor(age >= 16 ? 'nearlyOfAge' : 'alone', ...places);
}

const deceased = verdicts({
  estateProven: {
    status: 'passed',
    message:
      'The representative of the estate signed, whom the letters among the supporting documents appoint.',
  },
  estateUnproven: {
    status: 'warning',
    message: 'The representative of the estate signed; the letters that appoint them are not attached.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload the letters testamentary or of administration among the supporting documents.',
  },
  relative: {
    status: 'warning',
    message:
      'A relative of the deceased patient signed without letters; state law says whether that is enough.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload letters of administration, or the affidavit that state law provides for.',
  },
  signedBeforeDeath: {
    status: 'warning',
    message:
      'The patient signed before dying; the authorization of a living person may end with their death.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Have the representative of the estate sign a new authorization.',
  },
  signedAfterDeath: {
    status: 'failed',
    message: 'The document is dated after the patient’s death and signed in their own name.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Have the executor or administrator of the estate sign.',
  },
  noRepresentative: {
    status: 'failed',
    message: 'The patient has died, and nobody who may act for the estate signed.',
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Have the executor or administrator of the estate sign.',
  },
});

/** Judges whether the right person signed for a deceased patient. Runs for a patient known to have died. */
export function judgeDeceased(
  data: AuthorizationData,
  patient: Patient,
  on: CalendarDate,
  papers: readonly SupportingPaper[],
): Verdict | null {
  const { dateOfDeath } = patient;
  if (dateOfDeath === null) return null;
  const capacity = capacityOf(data, patient);
  const places = [data.signerName, data.relationship, data.signatureDate];
  if (capacity === 'estate') {
    const proof = findProof(data, patient, papers, on);
    return proof === undefined
      ? deceased('estateUnproven', ...places)
      : deceased('estateProven', ...places, ...proof);
  }
  if (capacity === 'family' || capacity === 'parent') return deceased('relative', ...places);
  if (capacity !== 'self') return deceased('noRepresentative', ...places);
  const isAfter = data.signatureDate === null || data.signatureDate.date > dateOfDeath;
  return deceased(isAfter ? 'signedAfterDeath' : 'signedBeforeDeath', ...places);
}
