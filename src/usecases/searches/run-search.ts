import { isEmptyContent } from '../../domain/clinical/clinical-content';
import { decideGate, isDeclinedByDeath } from '../../domain/searches/gates';
import { isAmbiguous, mayResolve, tellApart } from '../../domain/searches/identities';
import { holdUnchanged, refuse, sentDetailsOf } from '../../domain/searches/refusals';
import type { PatientSearch, SearchKind, SearchOutcome } from '../../domain/searches/search';
import { PartnerMissing, type Partners } from '../../partners/partners';
import type { SearchAnswer, SearchPartner } from '../../partners/search-partner';
import { storeClinicalContent } from '../../store/clinical';
import { lockPatientByUid } from '../../store/patients';
import type { Patient } from '../../domain/patients/patient';
import { getProjectByUid } from '../../store/projects';
import type { Project } from '../../domain/projects/project';
import {
  countNewContent,
  endSearchRun,
  findSearchRun,
  insertSearchRun,
  listWithheld,
  withholdContent,
} from '../../store/search-runs';
import type { Change } from '../change';
import { gateFacts } from '../patients/project-facts';
import { emitPatientEvent, savePatient } from '../patients/save-patient';
import { queueForRoster } from './queue-for-roster';
import { fingerprintRequest } from './request-fingerprint';

/** A run of a search, as the workflow names it. */
export interface SearchRun {
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly runUid: string;
  /** The workflow's count of writes; a lower one than on record comes too late. */
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

function withSearch(patient: Patient, changed: PatientSearch): Patient {
  return {
    ...patient,
    searches: patient.searches.map(search => (search.kind === changed.kind ? changed : search)),
  };
}

function fingerprintOf(
  parts: SearchParts,
  partner: string,
  { patient, search }: Pick<Locked, 'patient' | 'search'>,
): string {
  const details = sentDetailsOf(patient);
  return fingerprintRequest(parts.fingerprintSecret, { partner, kind: search.kind, details });
}

async function saveSearch(change: Change, locked: Locked, search: PatientSearch): Promise<Patient> {
  const { patient, project } = locked;
  return savePatient(change, project, patient, withSearch(patient, search));
}

async function auditSearch(change: Change, event: string, patient: Patient): Promise<void> {
  await change.audit(event, { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
}

/** What became of the start of a run. */
export type StartedRun =
  /** It runs now, or ran already under the same name. */
  | {
      readonly kind: 'running';
      readonly patient: Patient;
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
  // What goes to the partner now is what the details are now: a refusal of it is a refusal of these.
  const requestHash =
    partner.kind === 'direct' ? fingerprintOf(parts, partner.name, locked) : search.requestHash;
  if (requestHash !== search.requestHash) {
    await saveSearch(change, locked, { ...search, requestHash });
    await auditSearch(change, 'search.resume', patient);
  }
  return { kind: 'running', patient, partner, startedAt: row.startedAt };
}

/**
 * Starts a run if the search is still armed and its gates are open at this moment, and announces it. A repeat under
 * the same name finds it running and changes nothing. A search declined by death is answered without a run; a request
 * that was refused and is the same still waits on. For a partner that takes rosters the run is queued in the same transaction.
 * @throws PartnerMissing before anything is written, so that the search stays armed
 */
export async function startSearchRun(
  change: Change,
  parts: SearchParts,
  run: SearchRun,
): Promise<StartedRun> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return { kind: 'notRunning' };
  const { patient, project, search } = locked;
  if (search.phase === 'running' && search.runUid === run.runUid) return resume(change, parts, run, locked);
  if (search.phase !== 'armed' || search.sequence > run.sequence || project.status === 'Closed')
    return { kind: 'notRunning' };
  const decision = decideGate(run.kind, gateFacts(project, patient));
  if (decision === 'declined') {
    await saveSearch(change, locked, {
      ...search,
      phase: 'answered',
      waitsFor: null,
      outcome: 'DeceasedBeforeClinicalData',
      sequence: run.sequence,
    });
    await auditSearch(change, 'search.decline', patient);
    return { kind: 'notRunning' };
  }
  if (decision !== 'open' || search.waitsFor === 'rearming') return { kind: 'notRunning' };
  const partner = parts.partners.searchPartner(run.kind, project);
  if (partner === undefined) throw new PartnerMissing(run.kind);
  const requestHash = fingerprintOf(parts, partner.name, locked);
  const isUnchanged = requestHash === search.requestHash;
  const held = isUnchanged ? holdUnchanged(search, change.now.getTime()) : undefined;
  if (held !== undefined) {
    await saveSearch(change, locked, { ...held, sequence: run.sequence });
    await auditSearch(change, 'search.hold', patient);
    return { kind: 'notRunning' };
  }
  const stored = await saveSearch(change, locked, {
    ...search,
    phase: 'running',
    waitsFor: null,
    outcome: null,
    run: search.run + 1,
    runUid: run.runUid,
    sequence: run.sequence,
    partner: partner.name,
    requestHash,
    refusals: isUnchanged ? search.refusals : 0,
    resendAtMs: null,
    judgedSex: null,
  });
  await insertSearchRun(change.tx, {
    uid: run.runUid,
    patientUid: patient.uid,
    kind: run.kind,
    number: search.run + 1,
    partner: partner.name,
    requestHash,
    startedAt: change.now,
  });
  if (partner.kind === 'roster') await queueForRoster(change, partner.name, stored, run);
  await emitPatientEvent(change, project, stored, `${run.kind}.started`, []);
  await auditSearch(change, 'search.start', patient);
  return { kind: 'running', patient: stored, partner, startedAt: change.now };
}

/** The search after an answer, and what of it is to be stored. */
async function settleAnswer(
  change: Change,
  parts: SearchParts,
  locked: Locked,
  runUid: string,
  answer: SearchAnswer,
): Promise<PatientSearch> {
  const { patient, search } = locked;
  const { companyUid, projectUid, uid: patientUid } = patient;
  const phase = search.isRequested ? 'answered' : 'off';
  const end = (outcome: SearchOutcome, matching?: unknown): Promise<void> =>
    endSearchRun(change.tx, runUid, { outcome, refusal: null, matching: matching ?? null }, change.now);
  // Learnt while the partner searched. Claims of later years are another person's: nothing of them is kept.
  if (isDeclinedByDeath(search.kind, patient.dateOfDeath)) {
    await end('DeceasedBeforeClinicalData');
    return { ...search, phase, waitsFor: null, outcome: 'DeceasedBeforeClinicalData' };
  }
  if (answer.outcome === 'RequestRejected') {
    const { outcome, code, text } = answer;
    await endSearchRun(change.tx, runUid, { outcome, refusal: { code, text }, matching: null }, change.now);
    const refused = refuse(search, change.now.getTime());
    const isCorrected = fingerprintOf(parts, search.partner ?? '', locked) !== search.requestHash;
    return refused.waitsFor === 'correction' && isCorrected ? { ...refused, waitsFor: null } : refused;
  }
  const answered = { ...search, phase, waitsFor: null, refusals: 0, resendAtMs: null } as const;
  if (answer.outcome === 'AmbiguousIdentity') {
    const told = tellApart(answer.identities, patient.sex);
    if (told.kind !== 'one') {
      await end('AmbiguousIdentity', answer.matching);
      const run = { uid: runUid, patientUid, kind: search.kind };
      const ambiguous = { ...answered, outcome: 'AmbiguousIdentity', judgedSex: patient.sex } as const;
      // Switched off meanwhile: nobody will tell whose the rows are.
      if (isAmbiguous(ambiguous)) await withholdContent(change.tx, run, answer.identities, change.now);
      return ambiguous;
    }
    return settleAnswer(change, parts, locked, runUid, {
      outcome: isEmptyContent(told.identity.content) ? 'NoHit' : 'Completed',
      content: told.identity.content,
      matching: answer.matching,
    });
  }
  const origin = { companyUid, projectUid, patientUid, source: search.kind, runUid };
  const counts = await storeClinicalContent(change.tx, origin, answer.content, change.now);
  await end(answer.outcome, answer.matching);
  await countNewContent(change.tx, runUid, answer.outcome, counts);
  return { ...answered, outcome: answer.outcome };
}

/**
 * Ends a run: stores what it brought and announces its completion, once (specification, Event names: once per run,
 * whatever the result). An answer to a run that is not the current one, or that has ended, changes nothing.
 * @returns whether the run was still on its way
 */
export async function finishSearchRun(
  change: Change,
  parts: SearchParts,
  run: Omit<SearchRun, 'sequence'> & { readonly sequence?: number },
  answer: SearchAnswer,
): Promise<boolean> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return false;
  const { patient, project, search } = locked;
  if (search.phase !== 'running' || search.runUid !== run.runUid) return false;
  const answered = await settleAnswer(change, parts, locked, run.runUid, answer);
  const stored = await saveSearch(change, locked, {
    ...answered,
    sequence: Math.max(search.sequence, run.sequence ?? 0),
  });
  const changed = stored.searchStatus === patient.searchStatus ? [] : ['searchStatus'];
  await emitPatientEvent(change, project, stored, `${run.kind}.completed`, changed);
  await auditSearch(change, 'search.finish', patient);
  return true;
}

/**
 * Looks at an ambiguous answer again with the sex on file: one identity that it fits is the patient's, and its rows are
 * released; the others are forgotten. No gate applies and no run is made: nothing is sent to anybody. A death before 2016
 * that became known since makes all of it another person's.
 */
export async function resolveIdentity(
  change: Change,
  run: Pick<SearchRun, 'patientUid' | 'kind' | 'sequence'>,
): Promise<void> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return;
  const { patient, search } = locked;
  if (search.runUid === null || !mayResolve(search, patient.sex)) return;
  const judged = { ...search, judgedSex: patient.sex, sequence: Math.max(search.sequence, run.sequence) };
  const told = tellApart(await listWithheld(change.tx, search.runUid), patient.sex);
  if (isDeclinedByDeath(search.kind, patient.dateOfDeath)) {
    await saveSearch(change, locked, { ...judged, outcome: 'DeceasedBeforeClinicalData' });
  } else if (told.kind === 'one') {
    const { companyUid, projectUid, uid: patientUid } = patient;
    const { content } = told.identity;
    const outcome = isEmptyContent(content) ? 'NoHit' : 'Completed';
    const origin = { companyUid, projectUid, patientUid, source: search.kind, runUid: search.runUid };
    const counts = await storeClinicalContent(change.tx, origin, content, change.now);
    await countNewContent(change.tx, search.runUid, outcome, counts);
    await saveSearch(change, locked, { ...judged, outcome });
  } else await saveSearch(change, locked, judged);
  await auditSearch(change, 'search.resolveIdentity', patient);
}
