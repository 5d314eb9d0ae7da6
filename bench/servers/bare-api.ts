/**
 * The comparator for a customer's two most frequent calls, without our API framework: Koa, `pg`, and the
 * product's own statements, rules, and presenter, in the same order and transactions. It has no contract
 * routing, validation, response filter, error format, load shedding, log, or metrics. The product's presenter
 * creates the body, so that it has every field of the contract.
 */
import { createHash, randomUUID } from 'node:crypto';
import Koa, { type Context } from 'koa';
import pg from 'pg';
import { admitKey } from '../../src/access/authenticate';
import type { KeyPrincipal } from '../../src/access/principal';
import { presentPatient } from '../../src/api/resources/patients/present';
import type { RequiredDetails } from '../../src/domain/patients/details';
import { register, type Patient } from '../../src/domain/patients/patient';
import type { Project } from '../../src/domain/projects/project';
import { createAuthCheckTokens } from '../../src/embeds/auth-check/token';
import { formOf } from '../../src/forms/patient-form';
import { parseConfig } from '../../src/main/config';
import { openFiles } from '../../src/main/connections';
import { uuidv7 } from '../../src/platform/ids';
import { claimIdempotencyKey, completeIdempotencyKey } from '../../src/store/access/idempotency';
import { insertAuditEvent, type AuditEvent } from '../../src/store/audit/audit';
import type { Transaction } from '../../src/store/database';
import { appendEvent } from '../../src/store/outbox';
import { findPatient, insertPatient, putSearches } from '../../src/store/patients/patients';
import { findVisibleProject } from '../../src/store/tenants/projects';
import {
  mintAuthCheckToken,
  offerAuthorizationUpload,
  offerSupporting,
} from '../../src/usecases/patients/offers';
import { executorOn } from './executor-on-pg';

const config = parseConfig(process.env);
const admission = {
  fingerprintSecret: Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64'),
  companyPerMinute: config.RATE_LIMIT_COMPANY,
};
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
const files = openFiles(config);
const tokens = createAuthCheckTokens(config.EMBED_KEYS);
const db = executorOn(pool);

interface Caller {
  readonly principal: KeyPrincipal;
  readonly project: Project;
}

async function admit(context: Context, companyId: string, projectId: string): Promise<Caller> {
  const admitted = await admitKey(db, admission, context.req.headers.authorization, new Date());
  if (admitted === undefined) return context.throw(401);
  if (admitted.waitSeconds !== undefined) return context.throw(429);
  const { principal } = admitted;
  const project = await findVisibleProject(db, principal, companyId, projectId);
  if (project === undefined) return context.throw(404);
  return { principal, project };
}

function auditEvent({ principal, project }: Caller, at: Date, event: string, uid: string): AuditEvent {
  return {
    uid: uuidv7(at),
    occurredAt: at,
    companyUid: project.companyUid,
    actorKind: 'key',
    actorUid: principal.userUid,
    actorName: null,
    keyUid: principal.keyUid,
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

function answer(patient: Patient, { principal, project }: Caller): string {
  const at = new Date();
  return JSON.stringify(
    presentPatient(
      patient,
      project,
      {
        upload: offerAuthorizationUpload(files, principal, project, patient, at),
        supporting: offerSupporting(files, { principal, project }, patient, () => uuidv7(at), at),
        embedToken: mintAuthCheckToken(tokens, patient, at),
      },
      { at, supportName: 'support' },
    ),
  );
}

async function getPatient(context: Context, caller: Caller, id: string): Promise<void> {
  const patient = await findPatient(db, caller.project.uid, id);
  if (patient === undefined) return context.throw(404);
  const body = answer(patient, caller);
  await insertAuditEvent(db, auditEvent(caller, new Date(), 'patient.read', patient.uid));
  context.type = 'application/json; charset=utf-8';
  context.body = body;
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
    trackedByUserUid: caller.principal.userUid,
    isSandbox: false,
    changed: [],
    searchStatus: null,
    authorizationStatus: null,
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
  const form = JSON.parse(bytes.toString()) as RequiredDetails;
  const { membershipUid, environment } = caller.principal;
  const key = String(context.req.headers['idempotency-key']);
  const hash = createHash('sha256').update(`POST\n${context.path}\n\n`).update(bytes).digest();
  const claimedAt = new Date();
  const scope = { membershipUid, environment, key };
  const claim = await claimIdempotencyKey(db, scope, hash, claimedAt);
  if (claim.kind !== 'claimed') return context.throw(409);
  const now = new Date();
  const patient = register(
    {
      uid: uuidv7(now),
      id: randomUUID(),
      createdByUserUid: caller.principal.userUid,
      at: now,
      ...formOf(form),
    },
    caller.project,
  );
  const client = await pool.connect();
  let body: string;
  try {
    await client.query('begin');
    const tx = executorOn(client);
    await writePatient(tx, caller, patient, now);
    body = answer(patient, caller);
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
  files.close();
  server.close(() => void pool.end());
});
