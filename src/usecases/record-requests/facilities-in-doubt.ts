/** Record requests whose facility is in doubt because the records that named it were withdrawn. */
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { afterVisitsChanged, type RecordRequest } from '../../domain/record-requests/record-request';
import { lockOpenOfPatient, updateRecordRequest } from '../../store/record-requests/record-requests';
import { siteUidsOfPatient } from '../../store/sites/patient-sites';
import type { Change } from '../change';
import { signalRecordRequests } from './moves';

/** A patient whose lock the caller holds. */
interface Locked {
  readonly patient: Patient;
  readonly project: Project;
}

async function holdAndRelease(
  change: Change,
  { patient, project }: Locked,
  before: ReadonlySet<string>,
): Promise<void> {
  const open = await lockOpenOfPatient(change.tx, patient.uid);
  if (open.length === 0) return;
  const known = await siteUidsOfPatient(change.tx, patient.uid);
  const lost = new Set([...before].filter(uid => !known.has(uid)));
  const affected: RecordRequest[] = [];
  for (const request of open) {
    const after = afterVisitsChanged(request, { lost, known }, change.now);
    if (after === request) continue;
    await updateRecordRequest(change.tx, after);
    affected.push(after);
  }
  if (affected.length > 0) await signalRecordRequests(change, project, affected);
}

/**
 * Changes a patient's clinical content, and holds the open requests to facilities that none of the visits
 * names any longer: a packet would tell a facility of someone else about the patient (REQUEST-42).
 */
export async function holdLostFacilities(
  change: Change,
  locked: Locked,
  changeContent: () => Promise<void>,
): Promise<void> {
  const before = await siteUidsOfPatient(change.tx, locked.patient.uid);
  await changeContent();
  await holdAndRelease(change, locked, before);
}

/** Releases the requests to facilities that visits name again, after some were added. */
export async function releaseNamedFacilities(change: Change, locked: Locked): Promise<void> {
  await holdAndRelease(change, locked, new Set());
}
