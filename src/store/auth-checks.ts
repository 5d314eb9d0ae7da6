import type { AuthCheck, AuthorizationDocument } from '../domain/auth-checks/auth-check';
import type { AuthorizationStatus } from '../domain/authorizations/authorization-status';
import type { Refusal } from '../domain/auth-checks/document-layout';
import type { Extraction } from '../domain/auth-checks/extract';
import type { VerdictCounts, Verdicts } from '../domain/auth-checks/judge';
import type { Executor, Transaction } from './database';
import { named } from './named';

const documentColumns = `uid, company_uid as "companyUid", patient_uid as "patientUid", storage_key as "storageKey"`;
const insertDocument = named<AuthorizationDocument>(`
  insert into authorization_document (uid, company_uid, owner_kind, patient_uid, storage_key, created_at)
  values (?, ?, 'patient', ?, ?, ?)
  on conflict on constraint authorization_document_patient_key do nothing
  returning ${documentColumns}
`);
const documentOfPatient = named<AuthorizationDocument>(
  `select ${documentColumns} from authorization_document where patient_uid = ?`,
);
const documentByUid = named<AuthorizationDocument>(
  `select ${documentColumns} from authorization_document where uid = ?`,
);

/** The document of a patient, made when it is the first; the caller holds the patient's lock. */
export async function ensurePatientDocument(
  tx: Transaction,
  document: AuthorizationDocument,
  at: Date,
): Promise<AuthorizationDocument> {
  const { uid, companyUid, patientUid, storageKey } = document;
  const [made] = await insertDocument.run(tx, [uid, companyUid, patientUid, storageKey, at]);
  const found = made ?? (await documentOfPatient.run(tx, [patientUid]))[0];
  if (found === undefined) throw new Error('a document vanished');
  return found;
}

/** The document of a workflow. */
export async function findDocument(
  executor: Executor,
  uid: string,
): Promise<AuthorizationDocument | undefined> {
  return (await documentByUid.run(executor, [uid]))[0];
}

const columns = `c.document_uid as "documentUid", c.run, c.status, c.etag, c.refusal, c.extraction, c.verdicts,
  c.verdict_counts as "verdictCounts", c.suggested_status as "suggestedStatus", c.judged_at as "judgedAt"`;

const discard = named(`
  update auth_check set status = 'discarded', extraction = null, verdicts = null, verdict_counts = null,
    suggested_status = null
  where document_uid = ? and status <> 'discarded'
`);
const insertRun = named<{ run: number }>(`
  insert into auth_check (document_uid, run, status, etag, engine_version, refusal, extraction, started_at, read_at)
  values (?, (select coalesce(max(run), 0) + 1 from auth_check where document_uid = ?), ?, ?, ?, ?, ?::jsonb, ?, ?)
  returning run
`);
const lockCurrent = named<AuthCheck & { readonly engineVersion: string }>(`
  select ${columns}, c.engine_version as "engineVersion" from auth_check c
  where c.document_uid = ? and c.status <> 'discarded' for update
`);

/** What a new run begins with. */
export interface NewRun {
  readonly documentUid: string;
  readonly etag: string;
  readonly engineVersion: string;
  /** Whether what the run before read may be kept, when it read these bytes with this engine. */
  readonly keepsReading: boolean;
}

/**
 * Starts the next run of a document and discards the one before, what it found included. The caller holds the lock of
 * the document's owner.
 * @returns the number of the run
 */
export async function startRun(tx: Transaction, run: NewRun, at: Date): Promise<number> {
  const { documentUid, etag, engineVersion, keepsReading } = run;
  const [before] = await lockCurrent.run(tx, [documentUid]);
  await discard.run(tx, [documentUid]);
  const isKept =
    keepsReading &&
    before !== undefined &&
    before.etag === etag &&
    before.engineVersion === engineVersion &&
    before.status !== 'pending';
  const extraction = isKept && before.extraction !== null ? JSON.stringify(before.extraction) : null;
  const [row] = await insertRun.run(tx, [
    documentUid,
    documentUid,
    isKept ? 'read' : 'pending',
    etag,
    engineVersion,
    isKept ? before.refusal : null,
    extraction,
    at,
    isKept ? at : null,
  ]);
  if (row === undefined) throw new Error('a run was not stored');
  return row.run;
}

const findRun = named<AuthCheck>(
  `select ${columns} from auth_check c where c.document_uid = ? and c.run = ?`,
);

/** A run by its number. */
export async function findAuthCheck(
  executor: Executor,
  documentUid: string,
  run: number,
): Promise<AuthCheck | undefined> {
  return (await findRun.run(executor, [documentUid, run]))[0];
}

const currentOfPatient = named<AuthCheck>(`
  select ${columns} from authorization_document d join auth_check c on c.document_uid = d.uid and c.status <> 'discarded'
  where d.patient_uid = ?
`);

/** The run of a patient's document that counts; `undefined` when no document was uploaded. */
export async function findPatientAuthCheck(
  executor: Executor,
  patientUid: string,
): Promise<AuthCheck | undefined> {
  return (await currentOfPatient.run(executor, [patientUid]))[0];
}

const putReading = named<{ run: number }>(`
  update auth_check set status = 'read', extraction = ?::jsonb, refusal = ?, read_at = ?
  where document_uid = ? and run = ? and status = 'pending' returning run
`);

/** Stores what was read, or why it cannot be. @returns false when the run is past that, or discarded */
export async function storeReading(
  tx: Transaction,
  key: { readonly documentUid: string; readonly run: number },
  reading: Extraction | Refusal,
  at: Date,
): Promise<boolean> {
  const isRefused = typeof reading === 'string';
  const rows = await putReading.run(tx, [
    isRefused ? null : JSON.stringify(reading),
    isRefused ? reading : null,
    at,
    key.documentUid,
    key.run,
  ]);
  return rows.length > 0;
}

const putVerdicts = named<{ run: number }>(`
  update auth_check set status = 'judged', verdicts = ?::jsonb, verdict_counts = ?::jsonb, suggested_status = ?, judged_at = ?
  where document_uid = ? and run = ? and status = 'read' returning run
`);

/** Stores the verdicts. @returns false when the run is judged already, or discarded */
export async function storeVerdicts(
  tx: Transaction,
  key: { readonly documentUid: string; readonly run: number },
  result: {
    readonly verdicts: Verdicts;
    readonly counts: VerdictCounts;
    readonly suggestedStatus: AuthorizationStatus;
  },
  at: Date,
): Promise<boolean> {
  const rows = await putVerdicts.run(tx, [
    JSON.stringify(result.verdicts),
    JSON.stringify(result.counts),
    result.suggestedStatus,
    at,
    key.documentUid,
    key.run,
  ]);
  return rows.length > 0;
}
