import { workflowSubjects, type WorkflowSubject } from '../../domain/desk/workflow-subject';
import { notFound } from '../../domain/problem';
import { isUuid } from '../../domain/text';
import type { Executor } from '../../store/database';
import { findWorkflowSubject } from '../../store/desk/subjects';
import type { RosterFileRow } from '../../store/models/roster';
import { findPatientByUid } from '../../store/patients/patients';
import { countRosterEntries, findRosterFile, type RosterEntryCount } from '../../store/searches/rosters';
import { getProjectByUid } from '../../store/tenants/projects';

/** What of the desk an execution leads to: a page, and the uid that it is of, where it is of one thing. */
export interface LedTo {
  readonly page: WorkflowSubject['page'];
  readonly uid: string;
}

async function isOfLiveProject(executor: Executor, patientUid: string): Promise<boolean> {
  const patient = await findPatientByUid(executor, patientUid);
  if (patient === undefined) return false;
  return (await getProjectByUid(executor, patient.projectUid)).status === 'Live';
}

/**
 * What an execution of a workflow is about (DESK-43): uids alone, so that the look leaves no row; that of the
 * page does.
 * @param type the beginning of the workflow's id
 * @param subject what stands behind it
 * @throws Problem 404 for a workflow of which the desk has no page, or that is about nothing that is there
 */
export async function findLedTo(executor: Executor, type: string, subject: string): Promise<LedTo> {
  const known = workflowSubjects.get(type);
  if (known?.page === 'exchanges') return { page: 'exchanges', uid: '' };
  const own = isUuid(subject) ? subject.toLowerCase() : undefined;
  if (known === undefined || own === undefined)
    throw notFound('no workflow of this kind is about something at the desk');
  const uid = await findWorkflowSubject(executor, known.by, own);
  if (uid === undefined) throw notFound('what the workflow is about is not at the desk');
  // The delivery team reviews the authorizations of live projects alone: of the others the patient is shown.
  const isReviewed = known.page !== 'authorization' || (await isOfLiveProject(executor, uid));
  return { page: isReviewed ? known.page : 'search', uid };
}

/** A file that was sent to a partner, and where the submissions in it stand. */
export interface ShownExchange {
  readonly file: RosterFileRow;
  readonly entries: readonly RosterEntryCount[];
}

/**
 * An exchange: names, counts and faults, nothing of its content, so that the look leaves no row (DESK-24).
 * @throws Problem 404
 */
export async function showExchange(executor: Executor, uid: string): Promise<ShownExchange> {
  const file = await findRosterFile(executor, uid);
  if (file === undefined) throw notFound('no such file was exchanged');
  const { partner, transmissionId } = file;
  return {
    file,
    entries: transmissionId === null ? [] : await countRosterEntries(executor, partner, transmissionId),
  };
}
