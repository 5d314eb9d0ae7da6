import { beginRun } from '../../domain/auth-checks/auth-check';
import { engineVersion } from '../../domain/auth-checks/judge';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { attributesOf, workflows, type WorkflowAttributes } from '../../domain/workflows';
import { authorizationKey } from '../../files/key-layout';
import { ensurePatientDocument, startRun } from '../../store/auth-checks/auth-checks';
import type { Change } from '../change';

/** The bytes to analyze, and whether the run may keep the previous run's reading of them. */
interface RunOrder {
  readonly etag: string;
  readonly keepsReading: boolean;
}

/**
 * Starts the next run of a document and discards the previous one, ending its reading (CHECK-27). The caller
 * holds the lock of the document's owner.
 */
export async function startRunOf(
  change: Change,
  documentUid: string,
  { etag, keepsReading }: RunOrder,
  attributes: WorkflowAttributes,
): Promise<void> {
  const request = { etag, engineVersion, keepsReading };
  const { run, before } = await startRun(
    change.tx,
    documentUid,
    discarded => beginRun(discarded, request),
    change.now,
  );
  if (before?.status === 'pending')
    await change.signal(workflows.authCheck, 'discard', { documentUid, run: before.run }, attributes);
  await change.start(workflows.authCheck, { documentUid, run }, { ...attributes, status: 'reading' });
}

/**
 * Starts the next run for a patient's document and discards the previous one. The caller holds the patient's
 * lock, and a document is on file.
 * @param keepsReading whether the new run may keep the previous run's reading of the same bytes
 */
export async function startAuthCheck(
  change: Change,
  project: Project,
  patient: Patient,
  { keepsReading }: { readonly keepsReading: boolean },
): Promise<void> {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag: etag } = patient;
  if (etag === null) throw new Error('a patient without a document has nothing to analyze');
  const document = await ensurePatientDocument(
    change.tx,
    {
      uid: change.newUid(),
      companyUid,
      patientUid,
      storageKey: authorizationKey({ companyUid, projectUid, patientUid }),
    },
    change.now,
  );
  const attributes = attributesOf(project, { patient: patientUid });
  await startRunOf(change, document.uid, { etag, keepsReading }, attributes);
}
