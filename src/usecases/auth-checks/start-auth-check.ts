import { isDeepStrictEqual } from 'node:util';
import { engineVersion } from '../../domain/auth-checks/judge';
import { changedDetails } from '../../domain/patients/patient-details';
import type { Project } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import { authorizationKey } from '../../files/key-layout';
import { ensurePatientDocument, startRun } from '../../store/auth-checks';
import type { Patient } from '../../domain/patients/patient';
import type { Change } from '../change';
import { searchDetailsOf } from './search-details';

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
  const run = await startRun(change.tx, { documentUid, etag, engineVersion, keepsReading }, change.now);
  await change.start(workflows.authCheck, { documentUid, run }, attributesOf(project, { status: 'reading' }));
}

/**
 * Starts a run when a change of the patient calls for one: other bytes on file are read anew; another name, date of
 * birth or date of death is compared anew with what was read, and so is a record that now holds what its searches need, or no
 * longer does. So the verdicts always speak of the patient as they are, and an edit costs no second recognition. Other
 * edits (another ZIP code, a phone) start none: they change no verdict.
 */
export async function followWithAuthCheck(
  change: Change,
  project: Project,
  before: Patient,
  after: Patient,
): Promise<void> {
  if (after.authorizationEtag === null) return;
  const isSameDocument = before.authorizationEtag === after.authorizationEtag;
  const changed = changedDetails(before, after);
  const isComparedAnew =
    changed.includes('firstName') ||
    changed.includes('lastNames') ||
    changed.includes('dateOfBirth') ||
    before.dateOfDeath !== after.dateOfDeath ||
    !isDeepStrictEqual(searchDetailsOf(project.status, before), searchDetailsOf(project.status, after));
  if (isSameDocument && !isComparedAnew) return;
  await startAuthCheck(change, project, after, { keepsReading: isSameDocument });
}
