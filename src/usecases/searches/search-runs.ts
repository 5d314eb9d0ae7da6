import { holdOf, type AuthorizationHold } from '../../domain/authorizations/authorization-term';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { identityOf } from '../../domain/patients/identity';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { mismatchOf, purposeOfUse } from '../../domain/purposes/purpose-of-use';
import type { LookedAtSearch, SubmissionProgress } from '../../domain/searches/agenda';
import { nextStep } from '../../domain/searches/next-step';
import { sentDetailsOf, shownCode } from '../../domain/searches/refusals';
import { begin, decline } from '../../domain/searches/runs';
import type { PatientSearch, SearchKind, SearchStatus } from '../../domain/searches/search';
import { clockIn } from '../../domain/time-zones';
import { PartnerMissing, PartnerNotToBeAsked, type Partners } from '../../partners/partners';
import type { SearchPartner } from '../../partners/search-partner';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients/patients';
import { findSearchRun, insertSearchRun, noteAsked } from '../../store/searches/search-runs';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { recordDisclosures, type Disclosed } from '../disclosures';
import { billSearchRun } from '../ledger';
import {
  commitSearch,
  fingerprintOf,
  lockSearch,
  type LockedSearch,
  type SearchParts,
  type SearchRun,
} from './locked-search';
import { lacksPartner, noteMissingPartner } from './missing-partners';
import { queueForRoster } from './roster-queue';
import { finishSearchRun } from './search-answers';

/** Returns what is disclosed to a partner with a search. */
function disclosureOf(
  { patient, project }: LockedSearch,
  kind: SearchKind,
  partner: SearchPartner,
): Disclosed {
  return {
    patient,
    recipient: partner.name,
    asked: kind,
    facility: null,
    subject: resource('patient', patient),
    under: purposeOfUse(project, patient),
  };
}

/** The result of starting a run. */
export type StartedRun =
  /** It runs now, or already ran as the same run. */
  | {
      readonly kind: 'running';
      readonly patient: Patient;
      readonly project: Project;
      readonly partner: SearchPartner;
      readonly startedAt: Date;
    }
  /** It doesn't run: declined, disarmed meanwhile, gated again, or refused and unchanged. */
  | { readonly kind: 'notRunning' }
  /** It runs, but its partner isn't asked again while the authorization blocks it. */
  | { readonly kind: 'onHold' };

function dayOf(at: Date, { timeZone }: Project): CalendarDate {
  return clockIn(timeZone, at).day;
}

/**
 * Returns why a running search isn't sent to its partner again; `null` if it may be. A partner that takes
 * rosters is asked in a file, which has its own check.
 */
function holdOfRun(
  { patient, project, search }: LockedSearch,
  partner: SearchPartner | undefined,
  today: CalendarDate,
): AuthorizationHold | null {
  const isSentAgain = search.phase === 'running' && partner?.kind === 'direct';
  return isSentAgain ? holdOf(project, patient, today) : null;
}

async function resume(
  change: Change,
  parts: SearchParts,
  run: SearchRun,
  locked: LockedSearch,
): Promise<StartedRun> {
  const { patient, project, search } = locked;
  const partner = parts.partners.searchPartner(run.kind, project);
  const row = await findSearchRun(change.tx, run.runUid);
  if (partner === undefined || row === undefined) throw new PartnerMissing(run.kind);
  const mismatch = mismatchOf(partner, purposeOfUse(project, patient));
  if (mismatch !== undefined) throw new PartnerNotToBeAsked(run.kind, mismatch);
  if (holdOfRun(locked, partner, dayOf(change.now, project)) !== null) {
    change.unaudited('the authorization blocks the search, and nothing was sent');
    return { kind: 'onHold' };
  }
  // The partner gets the current details, so a refusal is a refusal of these.
  const requestHash =
    partner.kind === 'direct' ? fingerprintOf(parts, partner.name, locked) : search.requestHash;
  if (requestHash === search.requestHash) change.unaudited('repeating a pending submission changes nothing');
  else {
    await commitSearch(change, locked, { ...search, requestHash });
    const { identityVersion } = patient;
    await noteAsked(change.tx, run.runUid, { asked: identityOf(patient), identityVersion });
    await recordDisclosures(change, disclosureOf(locked, run.kind, partner), [run.runUid], {
      event: 'search.resume',
    });
  }
  return { kind: 'running', patient, project, partner, startedAt: row.startedAt };
}

function notNow(change: Change): StartedRun {
  change.unaudited("the search doesn't have to run now, and nothing was written");
  return { kind: 'notRunning' };
}

async function beginRun(
  change: Change,
  parts: SearchParts,
  { runUid, kind, sequence }: SearchRun,
  locked: LockedSearch,
  partner: SearchPartner,
): Promise<StartedRun> {
  const { patient, project, search } = locked;
  const requestHash = fingerprintOf(parts, partner.name, locked);
  const { name } = partner;
  const begun = begin(search, { runUid, sequence, partner: name, requestHash, atMs: change.now.getTime() });
  const stored = await commitSearch(change, locked, begun.search);
  if (begun.kind === 'held') {
    await change.audit(resource('patient', patient), 'search.hold', { kind });
    return { kind: 'notRunning' };
  }
  const { run: number } = begun.search;
  await insertSearchRun(change.tx, {
    uid: runUid,
    patientUid: patient.uid,
    kind,
    number,
    partner: name,
    requestHash,
    startedAt: change.now,
    asked: identityOf(patient),
    identityVersion: patient.identityVersion,
  });
  await billSearchRun(change, project, patient, { kind, runUid });
  if (partner.kind === 'roster')
    await queueForRoster(change, name, stored, { runUid, kind, purpose: project.purpose });
  await recordDisclosures(change, disclosureOf(locked, kind, partner), [runUid], { event: 'search.start' });
  return { kind: 'running', patient: stored, project, partner, startedAt: change.now };
}

/**
 * Starts a run and emits its event, if the search is still armed and can be sent now. A repeat of the same
 * run finds it running and changes nothing. A search declined by death is answered without a run; a refused,
 * unchanged request keeps waiting. For a partner that takes rosters the run is queued in the same
 * transaction. Without a partner nothing is written, and the workflow's review records it.
 */
export async function startSearchRun(
  change: Change,
  parts: SearchParts,
  run: SearchRun,
): Promise<StartedRun> {
  const locked = await lockSearch(change, run);
  if (locked === undefined) return notNow(change);
  const { patient, project, search } = locked;
  if (search.phase === 'running' && search.runUid === run.runUid) return resume(change, parts, run, locked);
  // This run has ended, but its worker stopped before it could report that. The next run gets a new ID.
  if (search.sequence > run.sequence || search.runUid === run.runUid) return notNow(change);
  const partner = parts.partners.searchPartner(run.kind, project);
  const today = dayOf(change.now, project);
  const step = nextStep(search, { patient, project, partner, atMs: change.now.getTime(), today });
  if (step === 'declined') {
    await commitSearch(change, locked, decline(search, run.sequence));
    await change.audit(resource('patient', patient), 'search.decline', { kind: run.kind });
    return { kind: 'notRunning' };
  }
  if (step !== 'open' || partner === undefined) return notNow(change);
  return beginRun(change, parts, run, locked, partner);
}

/**
 * Runs a search: starts the run, asks the partner, and stores an answer that comes right away. Safe to repeat
 * at any point, because the run has an id. A partner that takes rosters is asked by its own workflow.
 * @throws PartnerMissing, PartnerNotToBeAsked, and what asking a partner throws; the caller retries with the
 * same run
 */
export async function runSearch(
  parts: ChangeParts & SearchParts,
  run: SearchRun,
): Promise<SubmissionProgress> {
  const started = await runOwnChange(parts, 'patient search', 'search.start', change =>
    startSearchRun(change, parts, run),
  );
  if (started.kind === 'notRunning') return { state: 'notRunning', askAgainAfterMs: null };
  // Asked again as soon as the next review finds it free.
  if (started.kind === 'onHold') return { state: 'notRunning', askAgainAfterMs: 0 };
  const { patient, project, partner, startedAt } = started;
  const askedAt = parts.clock.now();
  if (partner.kind === 'roster') {
    const isOverdue = askedAt.getTime() - startedAt.getTime() >= partner.answerWithinMs;
    return { state: isOverdue ? 'overdue' : 'running', askAgainAfterMs: partner.answerWithinMs };
  }
  const { kind, runUid } = run;
  const response = await partner.submit({
    kind,
    runUid,
    startedAt,
    askedAt,
    patient: sentDetailsOf(patient),
    purposeOfUse: purposeOfUse(project, patient),
  });
  if (response.kind === 'accepted') return { state: 'running', askAgainAfterMs: response.askAgainAfterMs };
  await runOwnChange(parts, 'patient search', 'search.finish', change =>
    finishSearchRun(change, parts, { ...run, by: 'theWorkflow' }, response.answer),
  );
  return { state: 'answered', askAgainAfterMs: null };
}

/** One search as the workflow sees it: its status and next step, without patient data. */
export interface SearchReview extends LookedAtSearch {
  /** The partner's refusal code, while the search waits because of it. */
  readonly refusalCode: string | null;
}

/** The searches of a patient as the workflow sees them. */
export interface SearchesReview {
  readonly searches: readonly SearchReview[];
  readonly searchStatus: SearchStatus;
  /** The highest stored sequence, from which the workflow continues counting. */
  readonly sequence: number;
}

async function refusalCodeOf(executor: Executor, search: PatientSearch): Promise<string | null> {
  const isRefused = search.phase === 'armed' && search.refusals > 0 && search.waitsFor !== null;
  if (!isRefused || search.runUid === null) return null;
  const code = (await findSearchRun(executor, search.runUid))?.refusalCode ?? null;
  return code === null ? null : shownCode(code);
}

/**
 * Returns the status and next step of each of a patient's searches, and records which of them wait for a
 * partner.
 */
export async function reviewSearches(
  parts: ChangeParts & { readonly partners: Partners },
  { patientUid }: { readonly patientUid: string },
): Promise<SearchesReview> {
  const { db, clock, partners } = parts;
  const patient = await findPatientByUid(db, patientUid);
  if (patient === undefined) return { searches: [], searchStatus: 'Inactive', sequence: 0 };
  const project = await getProjectByUid(db, patient.projectUid);
  const now = clock.now();
  const today = dayOf(now, project);
  const searches: SearchReview[] = [];
  for (const search of patient.searches) {
    const { kind, phase, waitsFor, resendAtMs } = search;
    const partner = partners.searchPartner(kind, project);
    const step =
      holdOfRun({ patient, project, search }, partner, today) ??
      nextStep(search, { patient, project, partner, atMs: now.getTime(), today });
    if (lacksPartner(step) && waitsFor !== 'partner')
      await runOwnChange(parts, 'patient search', 'search.hold', change =>
        noteMissingPartner(change, partners, { patientUid, kind }),
      );
    searches.push({
      kind,
      phase,
      next: step === 'partnerMissing' ? 'waitsForPartner' : step,
      runUid: phase === 'running' ? search.runUid : null,
      resendAtMs: waitsFor === 'correction' ? resendAtMs : null,
      refusalCode: await refusalCodeOf(db, search),
    });
  }
  return {
    searches,
    searchStatus: patient.searchStatus,
    sequence: Math.max(0, ...patient.searches.map(({ sequence }) => sequence)),
  };
}
