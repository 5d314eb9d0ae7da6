import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import { decideGate } from '../../domain/searches/gates';
import type { SearchKind } from '../../domain/searches/search-kind';
import type { SearchOutcome } from '../../domain/searches/search-state';
import { storeClinicalContent } from '../../store/queries/clinical';
import { lockPatientByUid, type Patient, type PatientSearch } from '../../store/queries/patients';
import { getProjectByUid, type Project } from '../../store/queries/projects';
import type { Change } from '../change';
import { gateFacts } from '../patients/project-facts';
import { emitPatientEvent, savePatient, settle } from '../patients/save-patient';

/** A run of a search, as the workflow names it. */
export interface SearchRun {
  readonly patientUid: string;
  readonly kind: SearchKind;
  readonly runUid: string;
  /** The workflow's count of writes; a lower one than on record comes too late. */
  readonly sequence: number;
}

interface Locked {
  readonly patient: Patient;
  readonly project: Project;
  readonly search: PatientSearch;
}

async function lockRun(change: Change, run: SearchRun): Promise<Locked | undefined> {
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

/** What became of the start of a run. */
export type StartedRun =
  /** It runs now, or ran already under the same name. */
  | { readonly kind: 'running'; readonly patient: Patient; readonly project: Project }
  /** It is not to run: declined, disarmed meanwhile, or waiting for a gate again. */
  | { readonly kind: 'notRunning' };

/**
 * Starts a run if the search is still armed and its gates are open at this moment, and announces it. A repeat under
 * the same name finds it running and changes nothing. A search declined by death is answered without a run.
 */
export async function startSearchRun(change: Change, run: SearchRun): Promise<StartedRun> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return { kind: 'notRunning' };
  const { patient, project, search } = locked;
  if (search.phase === 'running' && search.runUid === run.runUid)
    return { kind: 'running', patient, project };
  if (search.phase !== 'armed' || search.sequence > run.sequence) return { kind: 'notRunning' };
  const decision = decideGate(run.kind, gateFacts(project, patient));
  if (decision === 'declined') {
    const declined = {
      ...search,
      phase: 'answered',
      outcome: 'DeceasedBeforeClinicalData',
      sequence: run.sequence,
    } as const;
    await savePatient(change, project, patient, settle(project, withSearch(patient, declined)));
    await change.audit('search.decline', {
      kind: 'patient',
      uid: patient.uid,
      companyUid: patient.companyUid,
    });
    return { kind: 'notRunning' };
  }
  if (decision !== 'open') return { kind: 'notRunning' };
  const started: PatientSearch = {
    ...search,
    phase: 'running',
    waitsFor: null,
    outcome: null,
    run: search.run + 1,
    runUid: run.runUid,
    sequence: run.sequence,
  };
  const stored = await savePatient(change, project, patient, settle(project, withSearch(patient, started)));
  await emitPatientEvent(change, project, stored, `${run.kind}.started`, []);
  await change.audit('search.start', { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
  return { kind: 'running', patient: stored, project };
}

/** How a run ended. */
export interface SearchAnswer {
  readonly outcome: Extract<SearchOutcome, 'Completed' | 'NoHit'>;
  readonly content: ClinicalContent;
}

/**
 * Ends a run: stores what it brought and announces its completion, once (specification, Event names: once per run,
 * whatever the result). An answer to a run that is not the current one, or that has ended, changes nothing.
 */
export async function finishSearchRun(change: Change, run: SearchRun, answer: SearchAnswer): Promise<void> {
  const locked = await lockRun(change, run);
  if (locked === undefined) return;
  const { patient, project, search } = locked;
  if (search.phase !== 'running' || search.runUid !== run.runUid) return;
  const { companyUid, projectUid, uid: patientUid } = patient;
  await storeClinicalContent(
    change.tx,
    { companyUid, projectUid, patientUid, source: run.kind, runUid: run.runUid },
    answer.content,
    change.now,
  );
  const answered: PatientSearch = {
    ...search,
    phase: search.isRequested ? 'answered' : 'off',
    outcome: answer.outcome,
    sequence: Math.max(search.sequence, run.sequence),
  };
  const after = settle(project, withSearch(patient, answered));
  const stored = await savePatient(change, project, patient, after);
  const changed = stored.searchStatus === patient.searchStatus ? [] : ['searchStatus'];
  await emitPatientEvent(change, project, stored, `${run.kind}.completed`, changed);
  await change.audit('search.finish', { kind: 'patient', uid: patient.uid, companyUid: patient.companyUid });
}
