import { beginRun } from '../../domain/auth-checks/auth-check';
import { engineVersion } from '../../domain/auth-checks/judge';
import type { Project } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import { authorizationKey } from '../../files/key-layout';
import { ensurePatientDocument, startRun } from '../../store/auth-checks';
import type { Patient } from '../../domain/patients/patient';
import type { Change } from '../change';

/**
 * Starts the next run of the analysis of a patient's document and discards the one before. The caller holds the
 * patient's lock, and a document is on file.
 * @param keepsReading whether the new run may judge what the one before read of the same bytes
 */
export async function startAuthCheck(
  change: Change,
  project: Project,
  patient: Patient,
  { keepsReading }: { readonly keepsReading: boolean },
): Promise<void> {
  const { companyUid, projectUid, uid: patientUid, authorizationEtag: etag } = patient;
  if (etag === null) throw new Error('a patient without a document has nothing to analyse');
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
  const documentUid = document.uid;
  const request = { etag, engineVersion, keepsReading };
  const run = await startRun(change.tx, documentUid, before => beginRun(before, request), change.now);
  await change.start(
    workflows.authCheck,
    { documentUid, run },
    attributesOf(project, { patient: patientUid, status: 'reading' }),
  );
}
