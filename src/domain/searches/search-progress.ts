import type { AuthorizationStatus } from '../authorizations/authorization-status';
import { addDays } from '../clinical/calendar-date';
import { stepForCustomer, type NextStep, type StepFacts } from './next-step';
import type { PatientSearch, SearchFinding, SearchOutcome } from './search';

/** The state of a search: off, requested and not sent, sent without an answer, or answered. */
export const searchStates = ['Off', 'Waiting', 'Running', 'Finished'] as const;
/** A search's state. */
export type SearchState = (typeof searchStates)[number];

/** Who has to act for something to move on. */
export const actors = ['You', 'Facility', 'Partner', 'Support'] as const;
/** Someone who has to act. */
export type WhoActs = (typeof actors)[number];

interface ReasonFacts {
  /** What it waits for; `null` if it waits for nothing. */
  readonly waitsFor: string | null;
  /** Who has to act; `null` for nobody. */
  readonly whoActs: WhoActs | null;
  /** What it says, as one sentence. */
  readonly says: string;
  /** What to do about it; `null` for nothing. */
  readonly remedy: string | null;
}

/**
 * Why a search is as it is: the same words in the API, the console, and the admin command. `support` in a
 * remedy stands for what customers call the people who help them.
 */
export const searchReasons = {
  off: { waitsFor: null, whoActs: null, says: "The search isn't on.", remedy: null },
  missingZipCode: {
    waitsFor: 'zipCode',
    whoActs: 'You',
    says: 'Waiting for a ZIP code.',
    remedy: "Add the patient's ZIP code.",
  },
  authorizationMissing: {
    waitsFor: 'authorization',
    whoActs: 'You',
    says: 'Waiting for an authorization.',
    remedy: "Upload the patient's signed authorization.",
  },
  waitsForApproval: {
    waitsFor: 'approval',
    whoActs: 'Support',
    says: 'Waiting for the authorization to be reviewed.',
    remedy: null,
  },
  authorizationFaulty: {
    waitsFor: 'authorization',
    whoActs: 'You',
    says: 'Held: the authorization has a fault.',
    remedy: "Fix what the authorization's status says, or upload another authorization.",
  },
  authorizationExpired: {
    waitsFor: 'authorization',
    whoActs: 'You',
    says: 'Held: the authorization has expired.',
    remedy: 'Upload another authorization.',
  },
  authorizationRevoked: {
    waitsFor: 'authorization',
    whoActs: 'You',
    says: 'Held: the patient revoked the authorization.',
    remedy: 'Upload another authorization.',
  },
  waitsForCorrection: {
    waitsFor: 'correction',
    whoActs: 'You',
    says: 'The partner rejected the request.',
    remedy: "Correct the patient's details. The search is sent again once nothing else blocks it.",
  },
  rejectedTooOften: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: 'The partner rejected the request too many times, so we no longer resend it.',
    remedy: "Correct the patient's details, then ask support to re-arm the search.",
  },
  waitsForPartner: {
    waitsFor: 'partner',
    whoActs: 'Support',
    says: 'Waiting for support to set up a partner for this search.',
    remedy: null,
  },
  projectClosed: {
    waitsFor: 'project',
    whoActs: 'Support',
    says: 'The project is closed.',
    remedy: 'Ask support to reopen the project.',
  },
  toBeSent: { waitsFor: null, whoActs: null, says: 'Being sent to the partner.', remedy: null },
  deceased: {
    waitsFor: null,
    whoActs: null,
    says: 'Declined: the patient died before 2016, so there is nothing to find.',
    remedy: null,
  },
  waitsForAnswer: {
    waitsFor: 'answer',
    whoActs: 'Partner',
    says: "Waiting for the partner's answer.",
    remedy: null,
  },
  beingRead: {
    waitsFor: 'support',
    whoActs: 'Support',
    says: "An answer came that we couldn't read. It will be read again.",
    remedy: null,
  },
  beingJudged: {
    waitsFor: null,
    whoActs: null,
    says: 'The people in the answer are being compared with the new details.',
    remedy: null,
  },
  notProven: {
    waitsFor: 'identity',
    whoActs: 'You',
    says: 'There are records of a person who may not be the patient.',
    remedy: 'Set the sex, or add a phone, an e-mail, a ZIP code, or a former last name.',
  },
  conflictingPeople: {
    waitsFor: 'identity',
    whoActs: 'You',
    says: "There are records of people who can't all be the patient.",
    remedy: 'Set the sex of the patient.',
  },
  notFound: {
    waitsFor: null,
    whoActs: null,
    says: 'The patient was not found.',
    remedy: 'Check the names, the date of birth, and the ZIP codes.',
  },
  noRecords: {
    waitsFor: null,
    whoActs: null,
    says: 'The patient is known, and there are no records.',
    remedy: null,
  },
  incomplete: {
    waitsFor: null,
    whoActs: null,
    says: "Records were found, and some couldn't be read. More may be added.",
    remedy: null,
  },
  completed: { waitsFor: null, whoActs: null, says: 'Records were found.', remedy: null },
} as const satisfies Readonly<Record<string, ReasonFacts>>;

/** Why a search is as it is. */
export type SearchReason = keyof typeof searchReasons;
/** Every reason. */
export const searchReasonNames = Object.keys(searchReasons) as [SearchReason, ...SearchReason[]];

/** The status of one search, as everyone sees it. */
export interface SearchProgress extends ReasonFacts {
  readonly state: SearchState;
  readonly outcome: SearchOutcome | null;
  readonly reason: SearchReason;
  readonly since: Date;
}

/** The patient that a search's progress depends on. */
type ProgressFacts = Omit<StepFacts, 'partner'>;

/** Returns what holds a search until its authorization is approved. */
function approvalReason({ project, patient }: ProgressFacts): SearchReason {
  const { authorizationStatus: status, authorizationEtag } = patient;
  if (isFault(status)) return 'authorizationFaulty';
  return authorizationEtag === null && project.status !== 'Sandbox'
    ? 'authorizationMissing'
    : 'waitsForApproval';
}

function isFault(status: AuthorizationStatus): boolean {
  return status !== 'NeedsApproval' && status !== 'Approved';
}

const reasonOfStep: Readonly<Partial<Record<NextStep, SearchReason>>> = {
  declined: 'deceased',
  zipCode: 'missingZipCode',
  authorizationExpired: 'authorizationExpired',
  authorizationRevoked: 'authorizationRevoked',
  correction: 'waitsForCorrection',
  rearming: 'rejectedTooOften',
  waitsForPartner: 'waitsForPartner',
  projectClosed: 'projectClosed',
};

const reasonOfOutcome: Readonly<Record<SearchOutcome, SearchReason>> = {
  Completed: 'completed',
  NoHit: 'notFound',
  AmbiguousIdentity: 'notProven',
  RequestRejected: 'waitsForCorrection',
  DeceasedBeforeClinicalData: 'deceased',
};

const findingsOf: Readonly<Partial<Record<SearchOutcome, readonly SearchFinding[]>>> = {
  Completed: ['incomplete'],
  NoHit: ['noRecords', 'notFound'],
  AmbiguousIdentity: ['notProven', 'conflictingPeople'],
};

function answeredReason(search: PatientSearch, step: NextStep): SearchReason {
  const { outcome, finding } = search;
  if (outcome === null) return 'off';
  if (step === 'resolvable') return 'beingJudged';
  // What was found of an earlier run says nothing about this one.
  const known = finding !== null && findingsOf[outcome]?.includes(finding) === true;
  return known ? finding : reasonOfOutcome[outcome];
}

function reasonOf(search: PatientSearch, step: NextStep, facts: ProgressFacts): SearchReason {
  switch (search.phase) {
    case 'off':
      return 'off';
    case 'answered':
      return answeredReason(search, step);
    case 'running':
      return search.finding === 'beingRead' ? 'beingRead' : 'waitsForAnswer';
    case 'armed':
      return step === 'approval' ? approvalReason(facts) : (reasonOfStep[step] ?? 'toBeSent');
  }
}

const states: Readonly<Record<PatientSearch['phase'], SearchState>> = {
  off: 'Off',
  armed: 'Waiting',
  running: 'Running',
  answered: 'Finished',
};

/**
 * Returns the status of one search: its state and outcome, why it is so, since when, what it waits for, and
 * who has to act. The API, the console, and the admin command show this.
 * @param updatedAt of the patient, for a search that was never stored
 */
export function progressOf(search: PatientSearch, facts: ProgressFacts, updatedAt: Date): SearchProgress {
  const step = stepForCustomer(search, facts);
  const reason = reasonOf(search, step, facts);
  const stored = search.sinceMs === null ? updatedAt : new Date(search.sinceMs);
  const { authorizationExpiresOn } = facts.patient;
  const expired =
    reason === 'authorizationExpired' && authorizationExpiresOn !== null
      ? new Date(`${addDays(authorizationExpiresOn, 1)}T00:00:00Z`)
      : stored;
  return {
    ...searchReasons[reason],
    state: states[search.phase],
    outcome: search.phase === 'running' ? null : search.outcome,
    reason,
    since: expired > stored ? expired : stored,
  };
}

/** Returns a sentence with support's name in it. */
export function naming(supportName: string, sentence: string): string {
  return sentence.replaceAll(/\bsupport\b/g, supportName);
}
