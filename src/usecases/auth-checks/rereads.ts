/** Authorizations that were approved before the reader changed: read again, once, and listed if they fail. */
import { engineVersion } from '../../domain/auth-checks/judge';
import { suggest } from '../../domain/auth-checks/suggestion';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import { refusalFacts } from '../../domain/authorizations/refusal-reason';
import { etagOf } from '../../domain/changes';
import { authorizationStatusLabels } from '../../domain/status-labels';
import {
  listEarlierApprovals,
  listFailingApprovals,
  putReread,
  type FailingApproval,
} from '../../store/auth-checks/rereads';
import type { Executor } from '../../store/database';
import { lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, type OperatorChange } from '../change';
import { startAuthCheck } from './run-orders';

interface RereadParts {
  readonly db: Executor;
  readonly change: <T>(event: string, work: (change: OperatorChange) => Promise<T>) => Promise<T>;
}

/** How many approvals are found at once. */
const pageSize = 100;

/** Starts the reading of one approval. @returns whether it still needed it */
async function reread(change: OperatorChange, uid: string): Promise<boolean> {
  const patient = await lockPatientByUid(change.tx, uid);
  if (patient?.authorizationStatus !== 'Approved' || patient.authorizationEtag === null) {
    change.unaudited('the authorization is no longer approved');
    return false;
  }
  const project = await getProjectByUid(change.tx, patient.projectUid);
  await startAuthCheck(change, project, patient, { keepsReading: false });
  await putReread(change.tx, {
    patientUid: uid,
    etag: patient.authorizationEtag,
    engineVersion,
    startedAt: change.now,
  });
  const etag = etagOf(patient.authorizationEtag);
  await change.audit(resource('patient', patient), 'authCheck.reread', { etag });
  return true;
}

/**
 * Starts another reading of approved authorizations in use that an earlier engine read, each in a separate
 * transaction. A repeat continues where the last one stopped. Approvals stay; what fails is listed for
 * operators.
 * @param limit the most that are started
 * @returns how many were started, and whether more are left
 */
export async function rereadApprovals(
  parts: RereadParts,
  limit: number,
): Promise<{ readonly started: number; readonly isMore: boolean }> {
  let started = 0;
  for (;;) {
    const page = { engineVersion, limit: Math.min(pageSize, limit - started + 1) };
    const uids = await listEarlierApprovals(parts.db, page);
    if (uids.length === 0) return { started, isMore: false };
    for (const uid of uids) {
      if (started === limit) return { started, isMore: true };
      const isStarted = await parts.change('authCheck.reread', change => reread(change, uid));
      if (isStarted) started += 1;
    }
  }
}

/** An approval that no longer passes, with what the analysis suggests now and the first reason in words. */
export type ShownFailure = Omit<FailingApproval, 'verdicts'> & {
  readonly suggestedStatus: AuthorizationStatus;
  readonly reason: string;
};

/**
 * Lists approved authorizations that fail since they were read again, until a person decides.
 * @param page `after` is the uid of the patient after whom it starts
 */
export async function inspectFailingApprovals(
  change: OperatorChange,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<ShownFailure[]> {
  const found = await listFailingApprovals(change.tx, page);
  await change.auditLook(undefined);
  return found.map(({ verdicts, ...row }) => {
    const { status: suggestedStatus, reason } = suggest(verdicts);
    return {
      ...row,
      suggestedStatus,
      reason: reason === null ? authorizationStatusLabels[suggestedStatus] : refusalFacts(reason).label,
    };
  });
}
