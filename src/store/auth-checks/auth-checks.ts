import type { AuthCheck, AuthorizationDocument, RunBeginning } from '../../domain/auth-checks/auth-check';
import type { AuthorizationStatus } from '../../domain/authorizations/authorization-status';
import type { Refusal, Extraction } from '../../domain/auth-checks/extraction';
import type { VerdictCounts, Verdicts } from '../../domain/auth-checks/judge';
import type { Executor, Transaction } from '../database';
import {
  AuthCheckModel,
  AuthorizationDocumentModel,
  type AuthCheckRow,
  type AuthorizationDocumentRow,
} from '../models/auth-check';
import { named } from '../named';
import { insert, namesWithout, pick, selectList, update } from '../table';

const documentNames = namesWithout(AuthorizationDocumentModel, ['ownerKind', 'createdAt']);
const documents = `select ${selectList(AuthorizationDocumentModel, 'd', documentNames)} from authorization_document d`;
const insertDocument = named<{ uid: string }, AuthorizationDocumentRow>(
  insert(AuthorizationDocumentModel, {
    onConflict: 'on conflict on constraint authorization_document_patient_key do nothing',
    returning: 'uid',
  }),
);
const documentOfPatient = named<AuthorizationDocument, { patientUid: string }>(
  `${documents} where d.patient_uid = :patientUid`,
);
const documentByUid = named<AuthorizationDocument, { uid: string }>(`${documents} where d.uid = :uid`);

/** The document of a patient, made when it is the first; the caller holds the patient's lock. */
export async function ensurePatientDocument(
  tx: Transaction,
  document: AuthorizationDocument & { readonly patientUid: string },
  at: Date,
): Promise<AuthorizationDocument> {
  const made = pick(document, documentNames);
  const inserted = await insertDocument.run(tx, { ...made, ownerKind: 'patient', createdAt: at });
  if (inserted.length > 0) return made;
  const [found] = await documentOfPatient.run(tx, { patientUid: document.patientUid });
  if (found === undefined) throw new Error('a document vanished');
  return found;
}

/** Stores the place of a document that is no patient's but a user's. */
export async function insertUserDocument(
  tx: Transaction,
  document: Pick<AuthorizationDocument, 'uid' | 'companyUid' | 'storageKey'>,
  at: Date,
): Promise<void> {
  const { uid, companyUid, storageKey } = document;
  const made = { uid, companyUid, storageKey, patientUid: null };
  await insertDocument.run(tx, { ...made, ownerKind: 'user', createdAt: at });
}

/** The document of a workflow. */
export async function findDocument(
  executor: Executor,
  uid: string,
): Promise<AuthorizationDocument | undefined> {
  return (await documentByUid.run(executor, { uid }))[0];
}

const runNames = namesWithout(AuthCheckModel, ['engineVersion', 'startedAt', 'readAt']);
const runs = `select ${selectList(AuthCheckModel, 'c', runNames)}`;

const discard = named<never, { documentUid: string }>(`
  update auth_check set status = 'discarded', extraction = null, verdicts = null, verdict_counts = null,
    suggested_status = null
  where document_uid = :documentUid and status <> 'discarded'
`);
const insertRun = named<{ run: number }, Omit<AuthCheckRow, 'run'>>(
  insert(AuthCheckModel, {
    given: {
      run: '(select coalesce(max(run), 0) + 1 from auth_check where document_uid = :documentUid::uuid)',
    },
    returning: 'run',
  }),
);
const lockCurrent = named<AuthCheckRow, { documentUid: string }>(`
  select ${selectList(AuthCheckModel, 'c')} from auth_check c
  where c.document_uid = :documentUid and c.status <> 'discarded' for update
`);

/** A run that was started, and the one that it discarded, as that stood. */
export interface StartedRun {
  readonly run: number;
  readonly before: Pick<AuthCheck, 'run' | 'status'> | undefined;
}

/**
 * Starts the next run of a document and discards the one before, what it found included. The caller holds the lock of
 * the document's owner.
 * @param beginFrom decides what the run begins with, from the one that it discards
 */
export async function startRun(
  tx: Transaction,
  documentUid: string,
  beginFrom: (before: AuthCheckRow | undefined) => RunBeginning,
  at: Date,
): Promise<StartedRun> {
  const [before] = await lockCurrent.run(tx, { documentUid });
  await discard.run(tx, { documentUid });
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

type RunKey = Pick<AuthCheck, 'documentUid' | 'run'>;

const findRun = named<AuthCheck, RunKey>(
  `${runs} from auth_check c where c.document_uid = :documentUid and c.run = :run`,
);

/** A run by its number. */
export async function findAuthCheck(
  executor: Executor,
  documentUid: string,
  run: number,
): Promise<AuthCheck | undefined> {
  return (await findRun.run(executor, { documentUid, run }))[0];
}

const currentOfPatient = named<AuthCheck, { patientUid: string }>(`
  ${runs}
  from authorization_document d join auth_check c on c.document_uid = d.uid and c.status <> 'discarded'
  where d.patient_uid = :patientUid
`);

/** The latest run of a patient's document; `undefined` when no document was uploaded. */
export async function findPatientAuthCheck(
  executor: Executor,
  patientUid: string,
): Promise<AuthCheck | undefined> {
  return (await currentOfPatient.run(executor, { patientUid }))[0];
}

const currentOfDocument = named<AuthCheck, { documentUid: string }>(
  `${runs} from auth_check c where c.document_uid = :documentUid and c.status <> 'discarded'`,
);

/** The latest run of a document; `undefined` when nothing was uploaded. */
export async function findCurrentAuthCheck(
  executor: Executor,
  documentUid: string,
): Promise<AuthCheck | undefined> {
  return (await currentOfDocument.run(executor, { documentUid }))[0];
}

const ofRun = 'document_uid = :documentUid and run = :run';
const putReading = named<
  { run: number },
  RunKey & Pick<AuthCheckRow, 'status' | 'extraction' | 'refusal' | 'readAt'>
>(
  update(AuthCheckModel, {
    set: ['status', 'extraction', 'refusal', 'readAt'],
    where: `${ofRun} and status = 'pending'`,
    returning: 'run',
  }),
);

/** Stores what was read, or why it cannot be. @returns false when the run is past that, or discarded */
export async function storeReading(
  tx: Transaction,
  key: { readonly documentUid: string; readonly run: number },
  reading: Extraction | Refusal,
  at: Date,
): Promise<boolean> {
  const isRefused = typeof reading === 'string';
  const rows = await putReading.run(tx, {
    documentUid: key.documentUid,
    run: key.run,
    status: 'read',
    extraction: isRefused ? null : reading,
    refusal: isRefused ? reading : null,
    readAt: at,
  });
  return rows.length > 0;
}

const whatIsJudged = ['status', 'verdicts', 'verdictCounts', 'suggestedStatus', 'judgedAt'] as const;
const putVerdicts = named<{ run: number }, RunKey & Pick<AuthCheckRow, (typeof whatIsJudged)[number]>>(
  update(AuthCheckModel, { set: whatIsJudged, where: `${ofRun} and status = 'read'`, returning: 'run' }),
);

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
  const rows = await putVerdicts.run(tx, {
    documentUid: key.documentUid,
    run: key.run,
    status: 'judged',
    verdicts: result.verdicts,
    verdictCounts: result.counts,
    suggestedStatus: result.suggestedStatus,
    judgedAt: at,
  });
  return rows.length > 0;
}
