import { workflowSubjects, type WorkflowSubject } from '../../domain/desk/workflow-subject';
import { notFound } from '../../domain/problem';
import { isUuid } from '../../domain/text';
import type { Executor } from '../../store/database';
import { findWorkflowSubject } from '../../store/desk/subjects';
import type { RosterFileRow } from '../../store/models/roster';
import { findPatientByUid } from '../../store/patients/patients';
import { countRosterEntries, findRosterFile, type RosterEntryCount } from '../../store/searches/rosters';
import { getProjectByUid } from '../../store/tenants/projects';

/** Where the desk shows an execution's subject: a page, and the uid on it, if it is about one item. */
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
 * Returns what a workflow execution is about (DESK-43). Only uids, so the view isn't audited; that of the
 * page is.
 * @param type the prefix of the workflow's id
 * @param subject the rest of the id
 * @throws Problem 404 for a workflow without a desk page, or with an unknown subject
 */
export async function findLedTo(executor: Executor, type: string, subject: string): Promise<LedTo> {
  const known = workflowSubjects.get(type);
  if (known?.page === 'exchanges') return { page: 'exchanges', uid: '' };
  const own = isUuid(subject) ? subject.toLowerCase() : undefined;
  if (known === undefined || own === undefined) throw notFound('the desk shows no workflow of this type');
  const uid = await findWorkflowSubject(executor, known.by, own);
  if (uid === undefined) throw notFound("the subject of the workflow isn't at the desk");
  // Operators review authorizations of live projects only. For others, the patient is shown.
  const isReviewed = known.page !== 'authorization' || (await isOfLiveProject(executor, uid));
  return { page: isReviewed ? known.page : 'search', uid };
}

/** A file sent to a partner, and the status of its submissions. */
export interface ShownExchange {
  readonly file: RosterFileRow;
  readonly entries: readonly RosterEntryCount[];
}

/**
 * Returns an exchange: names, counts, and faults without content, so the view isn't audited (DESK-24).
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
