import type { SubmissionProgress } from '../../domain/searches/agenda';
import { type Patient, withSearch } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { mayResolve, tellApart } from '../../domain/searches/identities';
import { nextStep } from '../../domain/searches/next-step';
import { mismatchOf, purposeOfUse } from '../../domain/purposes/purpose-of-use';
import { sentDetailsOf } from '../../domain/searches/refusals';
import {
  begin,
  decline,
  judgeAnswer,
  resolve,
  type Answered,
  type SearchAnswer,
} from '../../domain/searches/runs';
import type { PatientSearch, SearchKind } from '../../domain/searches/search';
import { PartnerMissing, PartnerNotToBeAsked, type Partners } from '../../partners/partners';
import type { SearchPartner } from '../../partners/search-partner';
import { lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import {
  endSearchRun,
  findSearchRun,
  insertSearchRun,
  listWithheld,
  withholdContent,
} from '../../store/searches/search-runs';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { commitPatient } from '../patients/commit-patient';
import { recordDisclosures, type Disclosed } from '../disclosures';
import { queueForRoster } from './queue-for-roster';
import { fingerprintRequest } from './request-fingerprint';
import { storeContent } from './store-content';

/** A run of a search, as the workflow names it. */
export interface SearchRun {
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly runUid: string;
  /** The workflow's count of writes; a write with a lower one than on record is too late and is ignored. */
  readonly sequence: number;
}

/** What runs are made with beside the database. */
export interface SearchParts {
  readonly partners: Partners;
  /** The key of the fingerprints of requests. */
  readonly fingerprintSecret: Buffer;
}

interface Locked {
  readonly patient: Patient;
  readonly project: Project;
  readonly search: PatientSearch;
}

async function lockRun(
  change: Change,
  run: Pick<SearchRun, 'patientUid' | 'kind'>,
): Promise<Locked | undefined> {
  const patient = await lockPatientByUid(change.tx, run.patientUid);
  const search = patient?.searches.find(({ kind }) => kind === run.kind);
  if (patient === undefined || search === undefined) return undefined;
  return { patient, search, project: await getProjectByUid(change.tx, patient.projectUid) };
}

function fingerprintOf(
  parts: SearchParts,
  partner: string,
  { patient, search }: Pick<Locked, 'patient' | 'search'>,
): string {
  const details = sentDetailsOf(patient);
  return fingerprintRequest(parts.fingerprintSecret, { partner, kind: search.kind, details });
}

/** Commits what became of a search. No signal follows: the patient's workflow asked for it and knows. */
async function commitSearch(
  change: Change,
  { patient, project }: Locked,
  search: PatientSearch,
): Promise<Patient> {
  return commitPatient(change, project, withSearch(patient, search, project), 'theWorkflow');
}

/** What leaves for a partner with a search. */
function disclosureOf({ patient, project }: Locked, kind: SearchKind, partner: SearchPartner): Disclosed {
  return {
    patient,
    recipient: partner.name,
    asked: kind,
    facility: null,
    subject: resource('patient', patient),
    under: purposeOfUse(project, patient),
  };
}

/** What became of the start of a run. */
export type StartedRun =
  /** It runs now, or ran already under the same name. */
  | {
      readonly kind: 'running';
      readonly patient: Patient;
      readonly project: Project;
      readonly partner: SearchPartner;
      readonly startedAt: Date;
    }
  /** It is not to run: declined, disarmed meanwhile, waiting for a gate again, or refused and still the same. */
  | { readonly kind: 'notRunning' };

async function resume(
  change: Change,
  parts: SearchParts,
  run: SearchRun,
  locked: Locked,
): Promise<StartedRun> {
  const { patient, project, search } = locked;
  const partner = parts.partners.searchPartner(run.kind, project);
  const row = await findSearchRun(change.tx, run.runUid);
  if (partner === undefined || row === undefined) throw new PartnerMissing(run.kind);
  const mismatch = mismatchOf(partner, purposeOfUse(project, patient));
  if (mismatch !== undefined) throw new PartnerNotToBeAsked(run.kind, mismatch);
  // The partner gets the details as they are now, so a refusal is a refusal of these.
  const requestHash =
    partner.kind === 'direct' ? fingerprintOf(parts, partner.name, locked) : search.requestHash;
  if (requestHash === search.requestHash) change.unaudited('a repeat of what is on its way changes nothing');
  else {
    await commitSearch(change, locked, { ...search, requestHash });
    await recordDisclosures(change, disclosureOf(locked, run.kind, partner), [run.runUid], {
      event: 'search.resume',
    });
  }
  return { kind: 'running', patient, project, partner, startedAt: row.startedAt };
}

function notNow(change: Change): StartedRun {
  change.unaudited('the search is not to run now, and nothing was written');
  return { kind: 'notRunning' };
}

async function beginRun(
  change: Change,
  parts: SearchParts,
  { runUid, kind, sequence }: SearchRun,
  locked: Locked,
  partner: SearchPartner,
): Promise<StartedRun> {
  const { patient, project, search } = locked;
  const requestHash = fingerprintOf(parts, partner.name, locked);
  const { name } = partner;
  const begun = begin(search, { runUid, sequence, partner: name, requestHash, atMs: change.now.getTime() });
  const stored = await commitSearch(change, locked, begun.search);
  if (begun.kind === 'held') {
    await change.audit(resource('patient', patient), 'search.hold');
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
  });
  if (partner.kind === 'roster')
    await queueForRoster(change, name, stored, { runUid, kind, purpose: project.purpose });
  await recordDisclosures(change, disclosureOf(locked, kind, partner), [runUid], { event: 'search.start' });
  return { kind: 'running', patient: stored, project, partner, startedAt: change.now };
}

/**
 * Starts a run, with its event, if the search is still armed and can be sent at this moment. A repeat under
 * the same name finds it running and changes nothing. A search declined by death is answered without a run; a
 * request that was refused and has not changed goes on waiting. For a partner that takes rosters the run is
 * queued in the same transaction.
 * @throws PartnerMissing before anything is written, so that the search stays armed
 */
export async function startSearchRun(
  change: Change,
  parts: SearchParts,
  run: SearchRun,
): Promise<StartedRun> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return notNow(change);
  const { patient, project, search } = locked;
  if (search.phase === 'running' && search.runUid === run.runUid) return resume(change, parts, run, locked);
  if (search.sequence > run.sequence) return notNow(change);
  const partner = parts.partners.searchPartner(run.kind, project);
  const step = nextStep(search, { patient, project, partner, atMs: change.now.getTime() });
  if (step === 'declined') {
    await commitSearch(change, locked, decline(search, run.sequence));
    await change.audit(resource('patient', patient), 'search.decline');
    return { kind: 'notRunning' };
  }
  if (step === 'partnerMissing') throw new PartnerMissing(run.kind);
  if (step !== 'open' || partner === undefined) return notNow(change);
  return beginRun(change, parts, run, locked, partner);
}

async function storeAnswer(
  change: Change,
  locked: Pick<Locked, 'patient' | 'project'>,
  run: { readonly uid: string; readonly kind: SearchKind },
  { end, content, withheld }: Answered,
): Promise<void> {
  await endSearchRun(change.tx, run.uid, end, change.now);
  if (content !== null) await storeContent(change, locked, { ...run, outcome: end.outcome }, content);
  if (withheld.length > 0)
    await withholdContent(change.tx, { ...run, patientUid: locked.patient.uid }, withheld, change.now);
}

/** An answer to a run: from a partner that the workflow asks, or from one that answers by files. */
export type AnsweredRun = Omit<SearchRun, 'sequence'> &
  ({ readonly by: 'theWorkflow'; readonly sequence: number } | { readonly by: 'files' });

/**
 * Ends a run: stores what it brought, with the event of its completion, once per run, whatever the result. An
 * answer to a run that is not the current one, or that has ended, changes nothing.
 * @returns whether the run was still on its way
 */
export async function finishSearchRun(
  change: Change,
  parts: SearchParts,
  run: AnsweredRun,
  answer: SearchAnswer,
): Promise<boolean> {
  const locked = await lockRun(change, run);
  if (locked?.search.phase !== 'running' || locked.search.runUid !== run.runUid) {
    change.unaudited('the answer is to a run that has ended');
    return false;
  }
  const { patient, project, search } = locked;
  const answered = judgeAnswer(search, answer, {
    sex: patient.sex,
    dateOfDeath: patient.dateOfDeath,
    isCorrected: fingerprintOf(parts, search.partner ?? '', locked) !== search.requestHash,
    atMs: change.now.getTime(),
  });
  await storeAnswer(change, locked, { uid: run.runUid, kind: run.kind }, answered);
  const sequence = Math.max(search.sequence, run.by === 'theWorkflow' ? run.sequence : 0);
  const decision = withSearch(patient, { ...answered.search, sequence }, project);
  await commitPatient(change, project, decision, run.by === 'theWorkflow' ? 'theWorkflow' : 'anybody');
  await change.audit(resource('patient', patient), 'search.finish');
  return true;
}

/**
 * Looks at an ambiguous answer again with the sex on file: the one identity that fits is the patient's, and
 * its withheld rows become the patient's; those of the others are forgotten. No gate applies and no run is
 * made, because nothing is sent.
 */
export async function resolveIdentity(
  parts: ChangeParts,
  { sequence, ...run }: Pick<SearchRun, 'patientUid' | 'kind' | 'sequence'>,
): Promise<void> {
  await runOwnChange(parts, 'patient search', 'search.resolveIdentity', async change => {
    const locked = await lockRun(change, run);
    const runUid = locked?.search.runUid ?? null;
    if (locked === undefined || runUid === null || !mayResolve(locked.search, locked.patient.sex))
      return change.unaudited('there is nothing to resolve any more');
    const { patient, search } = locked;
    const { sex, dateOfDeath } = patient;
    const told = tellApart(await listWithheld(change.tx, runUid), sex);
    const resolved = resolve(search, told, { sex, dateOfDeath, sequence });
    if (resolved.released !== null) {
      const { content, outcome } = resolved.released;
      await storeContent(change, locked, { uid: runUid, kind: run.kind, outcome }, content, true);
    }
    await commitSearch(change, locked, resolved.search);
    await change.audit(resource('patient', patient));
  });
}

/**
 * Runs a search: starts the run, asks the partner, and stores an answer that comes at once. Safe to repeat at
 * any point: the run has a name. A partner that takes rosters is asked by its own workflow.
 * @throws PartnerMissing, PartnerNotToBeAsked, and what asking a partner throws; the caller tries again with the same run
 */
export async function runSearch(
  parts: ChangeParts & SearchParts,
  run: SearchRun,
): Promise<SubmissionProgress> {
  const started = await runOwnChange(parts, 'patient search', 'search.start', change =>
    startSearchRun(change, parts, run),
  );
  if (started.kind === 'notRunning') return { state: 'notRunning', askAgainAfterMs: null };
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
