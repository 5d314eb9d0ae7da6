import { dayInUtc } from '../../domain/clinical/calendar-date';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { standingOf, type RecordRequestStanding } from '../../domain/record-requests/standing';
import type { Executor } from '../../store/database';
import { findPatientByUid } from '../../store/patients';
import { getProjectByUid } from '../../store/projects';

/** Where a request stands, with what that was decided on. */
export interface Standing {
  readonly project: Project;
  readonly patient: Patient;
  readonly standing: RecordRequestStanding;
}

/** Where a request stands at an instant, by what is on file; the caller holds its lock where it acts on that. */
export async function readStanding(executor: Executor, request: RecordRequest, at: Date): Promise<Standing> {
  const patient = await findPatientByUid(executor, request.patientUid);
  if (patient === undefined) throw new Error('a record request points at a patient that is not there');
  const project = await getProjectByUid(executor, request.projectUid);
  const { authorizationStatus } = patient;
  const facts = { project, authorizationStatus, answerBy: null, today: dayInUtc(at) };
  return { project, patient, standing: standingOf(request, facts) };
}
