/** A patient's clinical content: the records of the accepted people of all answers. */
import type { WithdrawalReason } from '../../domain/clinical/withdrawal';
import {
  addCounts,
  clinicalDataAdded,
  clinicalDataWithdrawn,
  noCounts,
  type NetNewCounts,
} from '../../domain/events/clinical-data';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { searchKinds, type SearchKind, type SearchOutcome } from '../../domain/searches/search';
import { prepareClinicalContent, storeClinicalContent } from '../../store/clinical/clinical';
import { listWithdrawnAt, withdrawRows } from '../../store/clinical/withdrawals';
import { listAcceptedContent, type AcceptedContent } from '../../store/searches/run-candidates';
import { countNewContent } from '../../store/searches/search-runs';
import { holdSitesOfPatient } from '../../store/sites/patient-sites';
import { siteTenantOf } from '../../store/sites/sites';
import type { Change } from '../change';
import { holdLostFacilities, releaseNamedFacilities } from '../record-requests/facilities-in-doubt';
import { emitPatientEvent } from '../patients/patient-events';

/** A patient whose lock the caller holds. */
interface Locked {
  readonly patient: Patient;
  readonly project: Project;
}

async function store(
  change: Change,
  { patient, project }: Locked,
  { runUid, candidate, kind, content }: AcceptedContent,
  known?: ReadonlySet<string>,
): Promise<NetNewCounts> {
  const { projectUid, uid: patientUid } = patient;
  const origin = { ...siteTenantOf(project), projectUid, patientUid, source: kind, runUid, candidate };
  return storeClinicalContent(change.tx, origin, content, change.now, known);
}

async function emitAdded(
  change: Change,
  { patient, project }: Locked,
  kind: SearchKind,
  counts: NetNewCounts,
  isReread: boolean,
): Promise<void> {
  const added = clinicalDataAdded(project, kind, counts, isReread);
  if (added === undefined) return;
  await emitPatientEvent(change, project, patient, { eventType: 'clinicalData.added', changed: [] }, added);
}

/**
 * Locks what records of these people share with those of others, in one order, before any of it is stored or
 * taken out.
 */
export async function prepareContent(
  { tx, now }: Change,
  { patient, project }: Locked,
  people: ReadonlyArray<Pick<AcceptedContent, 'content'>>,
): Promise<void> {
  await holdSitesOfPatient(tx, patient.uid);
  if (people.length < 2) return;
  const contents = people.map(({ content }) => content);
  await prepareClinicalContent(tx, siteTenantOf(project), contents, now);
}

/**
 * Stores the records of people of one run who were accepted, counts what is new, and emits that.
 * @param isReread whether they were already held
 */
export async function addContent(
  change: Change,
  locked: Locked,
  run: { readonly uid: string; readonly kind: SearchKind; readonly outcome: SearchOutcome },
  people: readonly AcceptedContent[],
  isReread = false,
): Promise<void> {
  await prepareContent(change, locked, people);
  let counts = noCounts;
  for (const person of people) counts = addCounts(counts, await store(change, locked, person));
  await countNewContent(change.tx, run.uid, run.outcome, counts);
  await releaseNamedFacilities(change, locked);
  await emitAdded(change, locked, run.kind, counts, isReread);
}

/**
 * Rebuilds a patient's clinical content from the accepted people, after records of some were taken back. Rows
 * that stay keep their uid and are in no event; those that left are reported first.
 */
export async function rebuildContent(
  change: Change,
  locked: Locked,
  reason: WithdrawalReason,
): Promise<void> {
  await holdLostFacilities(change, locked, () => rebuild(change, locked, reason));
}

async function rebuild(change: Change, locked: Locked, reason: WithdrawalReason): Promise<void> {
  const { patient, project } = locked;
  const contents = await listAcceptedContent(change.tx, patient.uid);
  await prepareContent(change, locked, contents);
  const left = await withdrawRows(change.tx, patient.uid, reason, change.now);
  const known = new Set(left.map(({ uid }) => uid));
  const counts = new Map<SearchKind, NetNewCounts>();
  for (const accepted of contents) {
    const added = await store(change, locked, accepted, known);
    counts.set(accepted.kind, addCounts(counts.get(accepted.kind) ?? noCounts, added));
  }
  const withdrawn = contents.length === 0 ? left : await listWithdrawnAt(change.tx, patient.uid, change.now);
  for (const detail of clinicalDataWithdrawn(project, withdrawn, reason))
    await emitPatientEvent(
      change,
      project,
      patient,
      { eventType: 'clinicalData.withdrawn', changed: [] },
      detail,
    );
  for (const kind of searchKinds) await emitAdded(change, locked, kind, counts.get(kind) ?? noCounts, true);
}
