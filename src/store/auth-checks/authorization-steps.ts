// Objection: rows by key. SQL text: the latest steps of the latest uploads, for a page that is opened often.
import {
  decisionsShownMax,
  isSameCheck,
  isUploadOf,
  uploadedStep,
  uploadsShownMax,
  type AuthorizationStep,
  type NewStep,
  type OnFile,
} from '../../domain/authorizations/authorization-history';
import type { Executor, Transaction } from '../database';
import { AuthorizationStepModel } from '../models/authorization-step';
import { named } from '../named';
import { columnsOf, namesOf, selectList, valuesOf } from '../table';

function steps(executor: Executor) {
  return AuthorizationStepModel.query(executor).select(columnsOf(AuthorizationStepModel));
}

function latest(tx: Transaction, patientUid: string, kind?: AuthorizationStep['kind']) {
  const found = steps(tx)
    .where({ patient_uid: patientUid, ...(kind === undefined ? {} : { kind }) })
    .orderBy([
      { column: 'upload', order: 'desc' },
      { column: 'step', order: 'desc' },
    ]);
  return found.first();
}

/**
 * Adds steps of the document on file, or of a new one. The caller holds the patient's lock. An upload that
 * was recorded without a step, by an earlier release, gets one first.
 * @param document the one that the steps are about
 */
export async function appendSteps(
  tx: Transaction,
  patientUid: string,
  document: OnFile,
  added: readonly NewStep[],
): Promise<void> {
  if (added.length === 0) return;
  const uploaded = await latest(tx, patientUid, 'uploaded');
  const last = await latest(tx, patientUid);
  const isKept = added[0]?.kind === 'uploaded' || isUploadOf(uploaded, document);
  let [upload, step] = [last?.upload ?? 0, last?.step ?? 0];
  const numbered = [...(isKept ? [] : [uploadedStep(document, null)]), ...added].map(
    (one): AuthorizationStep => {
      [upload, step] = one.kind === 'uploaded' ? [upload + 1, 1] : [upload, step + 1];
      return { ...one, patientUid, upload, step };
    },
  );
  await AuthorizationStepModel.query(tx).insert(numbered.map(one => valuesOf(AuthorizationStepModel, one)));
}

/** Adds a check of the document on file unless its latest one says the same. As `appendSteps`. */
export async function appendCheck(
  tx: Transaction,
  patientUid: string,
  document: OnFile,
  check: NewStep,
): Promise<void> {
  const uploaded = await latest(tx, patientUid, 'uploaded');
  const before = await latest(tx, patientUid, 'checked');
  const isRepeat = before !== undefined && before.upload === uploaded?.upload && isSameCheck(before, check);
  if (!isRepeat) await appendSteps(tx, patientUid, document, [check]);
}

const ofPatient = named<
  AuthorizationStep,
  { patientUid: string; uploads: number; each: number }
>(`select ${selectList(AuthorizationStepModel, 's', namesOf(AuthorizationStepModel))}
  from (
    select *, row_number() over (partition by upload, kind order by step desc) as place
    from authorization_step
    where patient_uid = :patientUid and upload > -:uploads::integer + (
      select max(upload) from authorization_step where patient_uid = :patientUid)
  ) s
  where s.place <= :each
  order by s.upload, s.step`);

/**
 * Lists the steps of a patient's latest uploads, oldest first: of as many uploads as are shown and the one
 * before, which may be the same file, and of each as many steps of a kind as are shown.
 */
export async function listSteps(executor: Executor, patientUid: string): Promise<AuthorizationStep[]> {
  return ofPatient.run(executor, { patientUid, uploads: uploadsShownMax + 1, each: decisionsShownMax });
}
