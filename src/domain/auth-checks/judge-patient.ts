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
  matches: { status: 'passed', message: "The patient's name on the document matches the record." },
  close: {
    status: 'warning',
    message:
      "The patient's name on the document is close to the one on record: a nickname, an " +
      'initial, or a typo.',
    remedy:
      "Compare the two names. If the name on the document is the patient's, add it to their " + 'last names.',
  },
  other: {
    status: 'failed',
    message: "The patient's name on the document doesn't match the record.",
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: "Correct the patient's name, or upload this patient's authorization.",
  },
  blank: {
    status: 'failed',
    message: "The document doesn't name the patient.",
    rule: '45 CFR 164.508(c)(1)(i)',
    remedy: "Have the patient's name filled in, and upload the form again.",
  },
});

/** Judges whether the document names this patient. */
export function judgeName({ patientName }: AuthorizationData, patient: Patient): Verdict {
  if (patientName === null) return name('blank');
  const match = compareNames(patientName.text, patient);
  return name(match === 'same' ? 'matches' : match, patientName);
}

const birth = verdicts({
  matches: { status: 'passed', message: 'The date of birth on the document matches the record.' },
  shortYear: {
    status: 'warning',
    message: 'The date of birth on the document matches the record, but its year has only two digits.',
  },
  turned: {
    status: 'warning',
    message: 'The date of birth on the document matches the record if you swap the day and the month.',
    remedy: "Compare the two dates, and correct the one that's wrong.",
  },
  other: {
    status: 'failed',
    message: "The date of birth on the document doesn't match the record.",
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: "Correct the patient's date of birth, or upload this patient's authorization.",
  },
  blank: {
    status: 'failed',
    message: "The document doesn't state the patient's date of birth.",
    rule: '45 CFR 164.508(b)(2)(ii)',
    remedy: 'Have the date of birth filled in, and upload the form again.',
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
  patient: { status: 'passed', message: "The signer's printed name is the patient's." },
  representative: { status: 'passed', message: 'The signer is named and states who they act for.' },
  blank: { status: 'warning', message: "The signer's name isn't printed." },
  close: {
    status: 'warning',
    message: "The signer's printed name is close to the patient's.",
    remedy: 'Compare the two names.',
  },
  stranger: {
    status: 'failed',
    message: "The signer's printed name isn't the patient's, and the document states no authority to sign.",
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the patient sign, or have the representative state their authority to act for the patient.',
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
  agent: 'Upload the power of attorney as a supporting document.',
  guardian: 'Upload the order that appoints the guardian as a supporting document.',
  authority: 'Have the signer state their authority to act for the patient, and attach proof.',
} as const;

const capability = verdicts({
  self: { status: 'passed', message: 'The patient signed.' },
  unsigned: {
    status: 'failed',
    message: "The document isn't signed, so we couldn't check the signer's authority.",
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: 'Have the patient or their representative sign it, and upload it again.',
  },
  parent: { status: 'passed', message: 'A parent signed for a minor.' },
  agentProven: {
    status: 'passed',
    message: 'An agent signed. The power of attorney in the supporting documents names them.',
  },
  guardianProven: {
    status: 'passed',
    message: 'A guardian or conservator signed. The order in the supporting documents appoints them.',
  },
  estateProven: {
    status: 'passed',
    message: 'The representative of an estate signed. The letters in the supporting documents appoint them.',
  },
  agentUnproven: {
    status: 'warning',
    message: "An agent signed under a power of attorney that isn't attached.",
    rule: '45 CFR 164.502(g)(2)',
    remedy: remedies.agent,
  },
  guardianUnproven: {
    status: 'warning',
    message: "A guardian or conservator signed, but the order that appoints them isn't attached.",
    rule: '45 CFR 164.502(g)(2)',
    remedy: remedies.guardian,
  },
  estateUnproven: {
    status: 'warning',
    message: "The representative of an estate signed, but the letters that appoint them aren't attached.",
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload the letters testamentary or letters of administration as a supporting document.',
  },
  relativeWithoutAuthority: {
    status: 'failed',
    message: "A relative signed for an adult without stating their authority. Being related isn't enough.",
    rule: '45 CFR 164.508(c)(1)(vi)',
    remedy: remedies.authority,
  },
  noAuthority: {
    status: 'failed',
    message: 'Someone other than the patient signed without stating their authority to act for the patient.',
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
    message: 'A guardian signed for the minor. The order in the supporting documents appoints them.',
  },
  parent: { status: 'passed', message: 'A parent signed for the minor and states the relationship.' },
  guardianUnproven: {
    status: 'failed',
    message: "A guardian signed for the minor, but the order that appoints them isn't attached.",
    rule: '45 CFR 164.502(g)(3)',
    remedy: remedies.guardian,
  },
  agedOut: {
    status: 'warning',
    message: 'A parent or guardian signed for a minor who is now an adult.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have the patient sign a new authorization.',
  },
  nearlyOfAge: {
    status: 'warning',
    message: "A 16- or 17-year-old patient signed alone. State law says for which care that's enough.",
    rule: '45 CFR 164.502(g)(3)(i)',
    remedy: 'Have a parent or guardian sign too, or confirm that a minor may consent to this care.',
  },
  alone: {
    status: 'failed',
    message: 'A minor signed alone.',
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have a parent or guardian sign and state their relationship to the patient.',
  },
  noRelationship: {
    status: 'failed',
    message: "The person who signed for the minor doesn't state that they are a parent or guardian.",
    rule: '45 CFR 164.502(g)(3)',
    remedy: 'Have a parent or guardian sign and state their relationship to the patient.',
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
    message: 'The representative of the estate signed. The letters in the supporting documents appoint them.',
  },
  estateUnproven: {
    status: 'warning',
    message: "The representative of the estate signed, but the letters that appoint them aren't attached.",
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload the letters testamentary or letters of administration as a supporting document.',
  },
  relative: {
    status: 'warning',
    message:
      'A relative of the deceased patient signed without letters. State law says whether ' + "that's enough.",
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Upload letters of administration, or the affidavit that state law provides for.',
  },
  signedBeforeDeath: {
    status: 'warning',
    message: "The patient signed before they died. An authorization may end with the patient's death.",
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Have the representative of the estate sign a new authorization.',
  },
  signedAfterDeath: {
    status: 'failed',
    message: "The document is signed in the patient's own name and dated after their death.",
    rule: '45 CFR 164.502(g)(4)',
    remedy: 'Have the executor or administrator of the estate sign.',
  },
  noRepresentative: {
    status: 'failed',
    message: 'The patient has died, and the signer states no authority to act for the estate.',
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

/** The outcomes of these checks. */
export const patientOutcomes = {
  patientName: name.outcomes,
  patientDateOfBirth: birth.outcomes,
  signerName: signer.outcomes,
  capability: capability.outcomes,
  minorAuthorization: minor.outcomes,
  deceasedAuthorization: deceased.outcomes,
};
