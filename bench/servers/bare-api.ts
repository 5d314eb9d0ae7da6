/**
 * What a customer's two most frequent calls cost without a framework of ours: Koa, `pg`, the product's statements by name, the
 * answer written by hand. It does what the calls must do (key, limiter, project, audit, events, idempotency) in the same
 * order and transactions; it has no validation, no schemas, no error shapes, no shedding, no log and no metrics.
 */
import { noDetails } from '../../src/domain/patients/details';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import Koa, { type Context } from 'koa';
import pg from 'pg';
import { fingerprintOf, isWellFormedApiKey } from '../../src/access/api-key';
import { createAuthCheckTokens } from '../../src/embeds/auth-check/token';
import { authorizationKey } from '../../src/files/key-layout';
import { createPresigner } from '../../src/files/presign';
import { parseConfig } from '../../src/main/config';
import { insertAuditEvent, type AuditEvent } from '../../src/store/audit/audit';
import type { Transaction } from '../../src/store/database';
import { claimIdempotencyKey, completeIdempotencyKey } from '../../src/store/access/idempotency';
import { admitKeyHolder, type KeyHolder } from '../../src/store/access/keys';
import { appendEvent } from '../../src/store/outbox';
import { findPatient, insertPatient, putSearches } from '../../src/store/patients/patients';
import { neverRun, type PatientSearch } from '../../src/domain/searches/search';
import type { Patient } from '../../src/domain/patients/patient';
import { findVisibleProject } from '../../src/store/tenants/projects';
import type { Project } from '../../src/domain/projects/project';
import { executorOn } from './executor-on-pg';

const config = parseConfig(process.env);
const secret = Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64');
const pool = new pg.Pool({
  connectionString: config.DATABASE_URL,
  max: config.DATABASE_POOL_MAX,
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === 1082
        ? (text: string) => text
        : (pg.types.getTypeParser(oid, format) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
  },
});
const presign = createPresigner({
  endpoint: config.S3_ENDPOINT ?? '',
  region: config.S3_REGION,
  bucket: config.S3_BUCKET,
  accessKeyId: config.S3_ACCESS_KEY_ID,
  secretAccessKey: config.S3_SECRET_ACCESS_KEY,
});

const tokens = createAuthCheckTokens(config.EMBED_KEYS);

const db = executorOn(pool);

function uuidv7(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

interface Caller {
  readonly holder: KeyHolder;
  readonly project: Project;
}

async function admit(context: Context, companyId: string, projectId: string): Promise<Caller> {
  const key = (context.req.headers.authorization ?? '').slice('Bearer '.length);
  if (!isWellFormedApiKey(key)) return context.throw(401);
  const admitted = await admitKeyHolder(db, fingerprintOf(key, secret), config.RATE_LIMIT_COMPANY);
  if (admitted === undefined) return context.throw(401);
  if (admitted.waitSeconds !== undefined) return context.throw(429);
  const { holder } = admitted;
  const project = await findVisibleProject(db, holder, companyId, projectId);
  if (project === undefined) return context.throw(404);
  return { holder, project };
}

function auditEvent({ holder, project }: Caller, at: Date, event: string, uid: string): AuditEvent {
  return {
    uid: uuidv7(at),
    occurredAt: at,
    companyUid: project.companyUid,
    actorKind: 'key',
    actorUid: holder.userUid,
    actorName: null,
    keyUid: holder.keyUid,
    event,
    resourceKind: 'patient',
    resourceUid: uid,
    outcome: 'success',
    problem: null,
    changes: null,
    reason: null,
    requestId: randomUUID(),
  };
}

function answer(patient: Patient, project: Project): string {
  const { companyUid, projectUid, uid: patientUid, firstName, lastNames, dateOfBirth } = patient;
  const key = authorizationKey({ companyUid, projectUid, patientUid });
  const at = new Date();
  const authorization = {
    uploadUrl: presign({ method: 'PUT', key, expiresInSeconds: 900, at }),
    uploadHeaders: {},
    expiresIn: 900,
  };
  const isRequested = (kind: string): boolean =>
    patient.searches.find(search => search.kind === kind)?.isRequested ?? false;
  return JSON.stringify({
    patient: {
      id: patient.id,
      projectId: project.id,
      companyId: project.companyId,
      firstName: patient.firstName,
      lastNames: patient.lastNames,
      dateOfBirth: patient.dateOfBirth,
      sex: patient.sex,
      zipCodes: patient.zipCodes,
      zipCode: patient.zipCodes[0] ?? null,
      city: patient.city,
      state: patient.state,
      mobile: patient.mobile,
      email: patient.email,
      siteSonar: isRequested('siteSonar'),
      patientHistories: isRequested('patientHistories'),
      ehrSearch: isRequested('ehrSearch'),
      createdAt: patient.createdAt.toISOString(),
      updatedAt: patient.updatedAt.toISOString(),
    },
    authorization,
    hipaaAuthorization: authorization,
    authorizationStatus: patient.authorizationStatus,
    searchStatus: patient.searchStatus,
    siteSonarStatus: patient.searchStatus,
    siteSonarBlockedReason: null,
    patientHistoriesBlockedReason: null,
    ehrSearchBlockedReason: null,
    ehrSearchAvailable: project.companyFeatures.includes('ehrSearch'),
    patientHistoriesAvailable: project.companyFeatures.includes('patientHistories'),
    ...(patient.authorizationEtag === null
      ? {}
      : {
          embedToken: tokens.mint(
            { companyUid, storageKey: key, patient: { firstName, lastNames, dateOfBirth } },
            at,
          ),
        }),
  });
}

async function getPatient(context: Context, caller: Caller, id: string): Promise<void> {
  const { project } = caller;
  const patient = await findPatient(db, project.uid, id);
  if (patient === undefined) return context.throw(404);
  const body = answer(patient, project);
  await insertAuditEvent(db, auditEvent(caller, new Date(), 'patient.read', patient.uid));
  context.type = 'application/json; charset=utf-8';
  context.body = body;
}

interface Form {
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly sex: Patient['sex'];
  readonly zipCodes: readonly string[];
}

function newPatient({ holder, project }: Caller, form: Form, now: Date): Patient {
  const search = (kind: PatientSearch['kind']): PatientSearch => ({
    kind,
    isRequested: false,
    phase: 'off',
    waitsFor: null,
    outcome: null,
    run: 0,
    ...neverRun,
  });
  return {
    uid: uuidv7(now),
    companyUid: project.companyUid,
    projectUid: project.uid,
    id: randomUUID(),
    ...noDetails,
    ...form,
    dateOfDeath: null,
    authorizationStatus: 'NeedsApproval',
    searchStatus: 'Inactive',
    restedSearchStatus: null,
    authorizationEtag: null,
    authorizationUploadedAt: null,
    createdByUserUid: holder.userUid,
    version: 1,
    createdAt: now,
    updatedAt: now,
    supportingDocuments: [],
    searches: [search('siteSonar'), search('patientHistories'), search('ehrSearch')],
  };
}

async function writePatient(tx: Transaction, caller: Caller, patient: Patient, now: Date): Promise<void> {
  await insertPatient(tx, patient, caller.project);
  await putSearches(tx, patient.uid, patient.searches, now);
  await appendEvent(tx, {
    uid: uuidv7(now),
    eventType: 'patient.created',
    companyUid: patient.companyUid,
    projectUid: patient.projectUid,
    patientUid: patient.uid,
    recordKind: 'patient',
    recordUid: patient.uid,
    trackedByUserUid: caller.holder.userUid,
    isSandbox: false,
    changed: [],
    searchStatus: null,
    detail: null,
    onlyUserUid: null,
    emittedAt: now,
  });
  await insertAuditEvent(tx, auditEvent(caller, now, 'patient.create', patient.uid));
}

async function readBody(context: Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function createPatient(context: Context, caller: Caller): Promise<void> {
  const bytes = await readBody(context);
  const form = JSON.parse(bytes.toString()) as Form;
  const { membershipUid, environment } = caller.holder;
  const key = String(context.req.headers['idempotency-key']);
  const hash = createHash('sha256').update(`POST\n${context.path}\n\n`).update(bytes).digest();
  const claimedAt = new Date();
  const scope = { membershipUid, environment, key };
  const claim = await claimIdempotencyKey(db, scope, hash, claimedAt);
  if (claim.kind !== 'claimed') return context.throw(409);
  const { firstName, lastNames, dateOfBirth, sex, zipCodes } = form;
  const now = new Date();
  const patient = newPatient(caller, { firstName, lastNames, dateOfBirth, sex, zipCodes }, now);
  const client = await pool.connect();
  let body: string;
  try {
    await client.query('begin');
    const tx = executorOn(client);
    await writePatient(tx, caller, patient, now);
    body = answer(patient, caller.project);
    await completeIdempotencyKey(tx, { ...scope, claimedAt }, [patient.uid]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  context.status = 201;
  context.type = 'application/json; charset=utf-8';
  context.body = body;
}

const route = /^\/v0\/companies\/([^/]+)\/projects\/([^/]+)\/patients(?:\/([^/]+))?$/;
const app = new Koa();
app.use(async context => {
  const [, companyId, projectId, id] = route.exec(context.path) ?? [];
  if (companyId === undefined || projectId === undefined) return context.throw(404);
  const caller = await admit(context, companyId, projectId);
  return id === undefined ? createPatient(context, caller) : getPatient(context, caller, id);
});
app.silent = true;
const server = app.listen(config.API_PORT, '127.0.0.1');
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
