// Objection: rows by key. SQL text: a run gets its number in the statement that stores it, and a patient's
// run is read with its document, on pages that are opened often.
import type { AuthCheck, AuthorizationDocument, RunBeginning } from '../../domain/auth-checks/auth-check';
import type { ApprovedCheck } from '../../domain/authorizations/approval';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { Refusal, Extraction } from '../../domain/auth-checks/extraction';
import type { VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import type { Executor, Transaction } from '../database';
import { AuthCheckModel, AuthorizationDocumentModel, type AuthCheckRow } from '../models/auth-check';
import { named } from '../named';
import { columnsOf, insert, namesWithout, pick, selectList } from '../table';

const documentNames = namesWithout(AuthorizationDocumentModel, ['ownerKind', 'createdAt']);

function documents(executor: Executor) {
  return AuthorizationDocumentModel.query(executor).select(
    columnsOf(AuthorizationDocumentModel, documentNames),
  );
}

/** Returns the document of a patient, and creates it the first time; the caller holds the patient's lock. */
export async function ensurePatientDocument(
  tx: Transaction,
  document: AuthorizationDocument & { readonly patientUid: string },
  at: Date,
): Promise<AuthorizationDocument> {
  const found = await documents(tx).findOne({ patient_uid: document.patientUid });
  if (found !== undefined) return found;
  const made = pick(document, documentNames);
  await AuthorizationDocumentModel.query(tx).insert({ ...made, ownerKind: 'patient', createdAt: at });
  return made;
}

/** Stores the place of a user's document outside any patient. */
export async function insertUserDocument(
  tx: Transaction,
  document: Pick<AuthorizationDocument, 'uid' | 'companyUid' | 'storageKey'>,
  at: Date,
): Promise<void> {
  const { uid, companyUid, storageKey } = document;
  const made = { uid, companyUid, storageKey, patientUid: null };
  await AuthorizationDocumentModel.query(tx).insert({ ...made, ownerKind: 'user', createdAt: at });
}

/** Returns the document of a workflow. */
export async function findDocument(
  executor: Executor,
  uid: string,
): Promise<AuthorizationDocument | undefined> {
  return documents(executor).findById(uid);
}

const runNames = namesWithout(AuthCheckModel, ['engineVersion', 'startedAt', 'readAt']);

function runs(executor: Executor) {
  return AuthCheckModel.query(executor).select(columnsOf(AuthCheckModel, runNames));
}

const insertRun = named<{ run: number }, Omit<AuthCheckRow, 'run'>>(
  insert(AuthCheckModel, {
    given: {
      run: '(select coalesce(max(run), 0) + 1 from auth_check where document_uid = :documentUid::uuid)',
    },
    returning: 'run',
  }),
);

/** A started run, and the previous state of the one that it discarded. */
export interface StartedRun {
  readonly run: number;
  readonly before: Pick<AuthCheck, 'run' | 'status'> | undefined;
}

/**
 * Starts the next run of a document and discards the previous one with its results. The caller holds the lock
 * of the document's owner.
 * @param beginFrom decides what the run starts with, from the one that it discards
 */
export async function startRun(
  tx: Transaction,
  documentUid: string,
  beginFrom: (before: AuthCheckRow | undefined) => RunBeginning,
  at: Date,
): Promise<StartedRun> {
  const current = AuthCheckModel.query(tx)
    .where({ document_uid: documentUid })
    .whereNot({ status: 'discarded' });
  const before = await current.clone().first().forUpdate();
  await current
    .clone()
    .patch({
      status: 'discarded',
      extraction: null,
      verdicts: null,
      verdictCounts: null,
      suggestedStatus: null,
    });
  const beginning = beginFrom(before);
  const [row] = await insertRun.run(tx, {
    documentUid,
    ...beginning,
    verdicts: null,
    verdictCounts: null,
    suggestedStatus: null,
    startedAt: at,
    readAt: beginning.status === 'read' ? at : null,
    judgedAt: null,
  });
  if (row === undefined) throw new Error('a run was not stored');
  return { run: row.run, before };
}

/** Returns a run by its number. */
export async function findAuthCheck(
  executor: Executor,
  documentUid: string,
  run: number,
): Promise<AuthCheck | undefined> {
  return runs(executor).findById([documentUid, run]);
}

function ofPatient(names: ReadonlyArray<keyof AuthCheckRow>): string {
  return `select ${selectList(AuthCheckModel, 'c', names)}
    from authorization_document d join auth_check c on c.document_uid = d.uid and c.status <> 'discarded'
    where d.patient_uid = :patientUid`;
}

const currentOfPatient = named<AuthCheck, { patientUid: string }>(ofPatient(runNames));

/** Returns the latest run of a patient's document; `undefined` if none was uploaded. */
export async function findPatientAuthCheck(
  executor: Executor,
  patientUid: string,
): Promise<AuthCheck | undefined> {
  return (await currentOfPatient.run(executor, { patientUid }))[0];
}

const approvedNames = ['run', 'status', 'etag', 'engineVersion', 'verdicts', 'suggestedStatus'] as const;

const approvedOfPatient = named<ApprovedCheck, { patientUid: string }>(ofPatient(approvedNames));

/** Returns the latest run of a patient's document, as far as an approval depends on it. */
export async function findPatientApprovedCheck(
  executor: Executor,
  patientUid: string,
): Promise<ApprovedCheck | undefined> {
  return (await approvedOfPatient.run(executor, { patientUid }))[0];
}

/** Returns the latest run of a document; `undefined` if nothing was uploaded. */
export async function findCurrentAuthCheck(
  executor: Executor,
  documentUid: string,
): Promise<AuthCheck | undefined> {
  return runs(executor).findOne({ document_uid: documentUid }).whereNot({ status: 'discarded' });
}

/** Stores a reading, or why there is none. @returns false if the run is past that, or discarded */
export async function storeReading(
  tx: Transaction,
  key: { readonly documentUid: string; readonly run: number },
  reading: Extraction | Refusal,
  at: Date,
): Promise<boolean> {
  const isRefused = typeof reading === 'string';
  const changed = await AuthCheckModel.query(tx)
    .findById([key.documentUid, key.run])
    .where({ status: 'pending' })
    .patch({
      status: 'read',
      extraction: isRefused ? null : reading,
      refusal: isRefused ? reading : null,
      readAt: at,
    });
  return changed > 0;
}

/**
 * Stores the verdicts, and the reading with the form that they judge.
 * @returns false if the run is already judged, or discarded
 */
export async function storeVerdicts(
  tx: Transaction,
  key: { readonly documentUid: string; readonly run: number },
  result: {
    readonly verdicts: Verdicts;
    readonly counts: VerdictCounts;
    readonly suggestedStatus: AuthorizationStatus;
    readonly extraction?: Extraction;
  },
  at: Date,
): Promise<boolean> {
  const changed = await AuthCheckModel.query(tx)
    .findById([key.documentUid, key.run])
    .where({ status: 'read' })
    .patch({
      status: 'judged',
      verdicts: result.verdicts,
      verdictCounts: result.counts,
      suggestedStatus: result.suggestedStatus,
      ...(result.extraction === undefined ? {} : { extraction: result.extraction }),
      judgedAt: at,
    });
  return changed > 0;
}
