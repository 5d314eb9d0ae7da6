/**
 * The history of a patient in sentences for customers. It includes only events that change something; who
 * viewed the patient isn't shown.
 */
import type { NetNewCounts } from '../events/clinical-data';
import { searchNames } from '../searches/describe-searches';
import type { SearchKind, SearchOutcome } from '../searches/search';

const ofPatient = {
  'patient.create': 'Registered',
  'patient.upsert': 'Registered or edited',
  'patient.import': 'Registered or edited by a bulk import',
  'patient.edit': 'Edited',
  'patient.changeSearchLevel': 'Searches turned on or off',
  'patient.establishDeath': 'Date of death set or cleared',
  'authorization.upload': 'Authorization uploaded',
  'authorization.remove': 'Authorization removed because it was too large',
  'authorization.decide': 'Authorization reviewed',
  'authorization.revoke': 'Authorization revoked',
  'authCheck.judge': 'Authorization checked',
  'authCheck.retrigger': 'New authorization check started',
  'supportingDocument.upload': 'Supporting document uploaded',
  'supportingDocument.refuse': 'Supporting document rejected',
} as const;

/** What happened to a search besides its runs, after its name. */
const ofSearches = {
  'search.hold': 'put on hold',
  'search.decline': 'declined because the patient died before 2016',
  'search.resolveIdentity': 'withheld records checked again',
  'search.rearm': 'armed again',
} as const;

const ofRequests = {
  'recordRequest.create': 'Records requested',
  'recordRequest.import': 'Records requested by a bulk import',
} as const;

const sentences: Readonly<Record<string, string>> = { ...ofPatient, ...ofRequests };
const searchSentences: Readonly<Record<string, string>> = ofSearches;

/**
 * Returns the audit events that a patient's timeline shows; the runs of searches aren't among them.
 * @param withRequests whether record requests are visible as well
 */
export function timelineEvents(withRequests: boolean): readonly string[] {
  return [...Object.keys(withRequests ? sentences : ofPatient), ...Object.keys(ofSearches)];
}

/** An event of a patient's history. */
interface HistoryEvent {
  readonly event: string;
  /** Whether it corrected who the patient is. */
  readonly isCorrection: boolean;
  readonly searches: readonly SearchKind[];
}

/** Returns what a timeline says about an event. */
export function sentenceOf({ event, isCorrection, searches }: HistoryEvent): string {
  if (isCorrection)
    return 'Name, date of birth, or sex corrected; records found for the earlier identity were checked again';
  const ofSearch = searchSentences[event];
  if (ofSearch === undefined) return sentences[event] ?? event;
  const named = searches.map(kind => searchNames[kind]).join(', ');
  return `${named === '' ? 'Search' : named} ${ofSearch}`;
}

/** A run of a search, as far as a timeline tells it. */
export interface ToldRun extends NetNewCounts {
  readonly kind: SearchKind;
  readonly number: number;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly outcome: SearchOutcome | null;
}

const countedNames = [
  ['newVisits', 'visit', 'visits'],
  ['newDiagnoses', 'diagnosis', 'diagnoses'],
  ['newProcedures', 'procedure', 'procedures'],
  ['newPrescriptionFills', 'prescription fill', 'prescription fills'],
  ['newLabResults', 'lab result', 'lab results'],
] as const;

function foundBy(run: ToldRun): string {
  const found = countedNames.flatMap(([name, one, many]) => {
    const count = run[name];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return found.length === 0 ? 'nothing new found' : `${found.join(', ')} found`;
}

const endings: Readonly<Record<SearchOutcome, string>> = {
  Completed: 'finished',
  NoHit: 'finished: no records found',
  AmbiguousIdentity: "finished: records withheld that may be someone else's",
  RequestRejected: 'request rejected by the partner',
  DeceasedBeforeClinicalData: 'declined because the patient died before 2016',
};

/** A line of a timeline. */
export interface HistoryLine {
  readonly occurredAt: Date;
  readonly sentence: string;
}

/**
 * Returns what a timeline says about a run: when it was sent, and its result.
 * @param withCounts whether the reader may know how many rows were found
 */
export function linesOfRun(run: ToldRun, withCounts: boolean): HistoryLine[] {
  const { kind, number, startedAt, answeredAt, outcome } = run;
  const name = searchNames[kind];
  const sent = { occurredAt: startedAt, sentence: `${name} sent${number > 1 ? ' again' : ''}` };
  if (answeredAt === null || outcome === null) return [sent];
  const found = outcome === 'Completed' && withCounts ? `: ${foundBy(run)}` : '';
  return [{ occurredAt: answeredAt, sentence: `${name} ${endings[outcome]}${found}` }, sent];
}
