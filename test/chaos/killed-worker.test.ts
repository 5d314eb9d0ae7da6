/** Record requests in progress while their worker is repeatedly killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { typescriptArguments } from '../../stack/run/typescript-arguments';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { returned, startEhrSystem, type EhrSystem } from '../support/ehr-system';
import { jane, mercyClinic, patientsPath } from '../support/patients';
import { readRows } from '../support/records';
import { until } from '../support/until';
import type { WorkerTask } from '../support/worker/worker-task';

const script = join(__dirname, '../support/worker/worker-process.ts');
/** How long each worker lives once it is ready: the first dies at the first steps, the others later. */
const livesMs = [150, 400, 900];

let world: ApiWorld;
let system: EhrSystem;
let task: WorkerTask;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  [world, system] = await Promise.all([startApiWorld(), startEhrSystem()]);
  const { endpoint, token } = system;
  task = {
    databaseUrl: world.database.url,
    queuePrefix: `${randomBytes(6).toString('hex')}-`,
    ehr: { endpoint, token },
  };
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await system.close();
  await world.close();
});

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...typescriptArguments, script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function openProject(company: TestCompany): Promise<void> {
  const made = await world.call('PUT', `/v0/companies/${company.id}/projects/covered`, {
    key: company.productionKey,
    body: { name: 'Covered', purpose: 'CoveredTreatment' },
  });
  expect(made.status).toBe(200);
}

/** Requests two kinds of records, for services from 2023 to 2024. */
async function ask(company: TestCompany, project: string, id: string): Promise<string[]> {
  const key = project === 'sandbox' ? company.sandboxKey : company.productionKey;
  const path = patientsPath(company, project, id);
  await world.call('PUT', path, { key, body: jane });
  const dates = { startDateOfService: '2023-01-01', endDateOfService: '2024-06-30' };
  const kinds = { billing: true, imaging: true };
  const { json } = await world.call('POST', `${path}/record-requests`, {
    key,
    body: { ...mercyClinic, ...dates, ...kinds },
  });
  return (json['requests'] as Array<{ request: { id: string } }>).map(({ request }) => request.id);
}

interface RequestProgress {
  readonly uid: string;
  readonly status: string;
  readonly events: readonly string[];
  readonly deliverables: number;
  readonly documents: number;
  readonly disclosures: number;
  /** Audit events of a status change or a packet, without the chart's, which comes after the end. */
  readonly audits: readonly string[];
}

async function progressOf(uids: readonly string[]): Promise<RequestProgress[]> {
  return readRows<RequestProgress>(
    world.db,
    `select r.uid, r.status,
       array(select e.event_type from outbox_event e where e.record_uid = r.uid order by e.id) as events,
       (select count(*)::int from stored_file f where f.record_request_uid = r.uid
         and f.area = 'deliverables') as deliverables,
       (select count(*)::int from stored_file f where f.record_request_uid = r.uid and f.area = 'documents')
         as documents,
       (select count(*)::int from disclosure d where d.subject_uid = r.uid
         or d.subject_uid in (select a.uid from channel_ask a where a.record_request_uid = r.uid))
           as disclosures,
       array(select a.event from audit_event a where a.resource_uid = r.uid and a.actor_kind = 'service'
         and a.event <> 'recordRequest.combine' order by a.occurred_at, a.uid) as audits
     from record_request r where r.uid = any(?) order by r.uid`,
    [[...uids]],
  );
}

const completed = [
  'recordRequest.created',
  'recordRequest.statusChanged',
  'recordRequest.processing',
  'recordRequest.statusChanged',
  'recordRequest.completed',
];

test('Record requests survive killed workers: each ends once, with each event and file once [EVENT-37] [REQUEST-30] [REQUEST-32]', async () => {
  const [acme, birch] = [await world.company('acme'), await world.company('birch')];
  await openProject(acme);
  await openProject(birch);
  const onSandbox = (await Promise.all(['a', 'b'].map(id => ask(acme, 'sandbox', id)))).flat();
  const bySystem = (await Promise.all(['c', 'd'].map(id => ask(acme, 'covered', id)))).flat();
  const asPacket = (await Promise.all(['e', 'f'].map(id => ask(birch, 'covered', id)))).flat();
  const answered = new Set<string>();
  // Slow enough that a worker dies during a request.
  system.answer = ({ askUid }) => {
    const isKnown = answered.has(askUid);
    answered.add(askUid);
    return isKnown
      ? returned('whole', { d1: `bytes of ${askUid}` })
      : { body: { status: 'pending', askAgainAfterSeconds: 1 } };
  };

  for (const lifeMs of livesMs) {
    worker = await startWorker();
    await delay(lifeMs);
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
  }
  worker = await startWorker();
  const all = [...onSandbox, ...bySystem, ...asPacket];
  await until(
    'every request to end or wait',
    () => progressOf(all),
    rows =>
      rows.every(({ uid, status, documents }) =>
        asPacket.includes(uid) ? documents > 0 : status === 'Completed',
      ),
    {
      withinMs: 60_000,
      shown: rows => rows.map(({ status, documents }) => `${status} ${documents}`).join(', '),
    },
  );

  const found = new Map((await progressOf(all)).map(({ uid, ...progress }) => [uid, progress]));
  for (const uid of onSandbox)
    expect(found.get(uid)).toEqual({
      status: 'Completed',
      events: completed,
      deliverables: 1,
      documents: 0,
      disclosures: 1,
      audits: ['recordRequest.send', 'recordRequest.answer', 'recordRequest.releaseFile'],
    });
  for (const uid of bySystem)
    expect(found.get(uid)).toMatchObject({
      status: 'Completed',
      deliverables: 2,
      documents: 0,
      disclosures: 2,
    });
  for (const uid of bySystem) {
    const { events = [], audits = [] } = found.get(uid) ?? {};
    // If one part comes before the other, the request needs resolution once in between.
    expect([
      completed,
      [...completed.slice(0, 4), 'recordRequest.needsResolution', ...completed.slice(3)],
    ]).toContainEqual(events);
    expect(audits.filter(event => event === 'recordRequest.send')).toHaveLength(1);
  }
  for (const uid of asPacket)
    expect(found.get(uid)).toEqual({
      status: 'Submitted',
      events: ['recordRequest.created'],
      deliverables: 0,
      documents: 1,
      disclosures: 0,
      audits: ['recordRequest.preparePacket'],
    });
}, 120_000);
