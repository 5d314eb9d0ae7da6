/**
 * Answers too large for memory are complete, in order, and from one snapshot, and are cut off after a
 * failure.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Knex } from 'knex';
import { z } from 'zod';
import { defineContract, reply } from '../../src/api/pipeline/contract';
import { operation } from '../../src/api/pipeline/operation';
import { operations } from '../../src/api/operations';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { busyConnections, openAsOwner } from '../support/browse/busy-connections';
import { openSocket, head } from '../support/raw-http';
import { seededVisits, seedManyVisits, seedVisits } from '../support/seeded-visits';
import { until, within } from '../support/until';

interface Answered {
  readonly table: ReadonlyArray<{ readonly visit: { readonly ref: string } }>;
  readonly aggregate: unknown;
  readonly total: number;
}

const count = 25_000;
const all = [
  ...seededVisits.map(({ ref }) => ref),
  ...Array.from({ length: count - seededVisits.length }, (_none, index) => `n${index + 1}`),
];
const faulty = { atBatch: 0 };
const ended = { count: 0 };

/** Streams rows next to a field that the contract doesn't list, and fails at the given batch. */
const streaming = operation(
  defineContract({
    id: 'stream',
    method: 'POST',
    path: '/test/stream',
    tag: 'Test',
    summary: 'stream',
    description: 'stream',
    params: z.object({}),
    body: z.object({}),
    responses: {
      200: {
        description: 'Done.',
        schema: z.object({ rows: z.array(z.object({ n: z.number() })), end: z.literal('end') }),
        rows: 'rows',
      },
    },
    problems: [],
    access: { scope: 'caller', permission: 'ViewProjects' },
    audit: null,
    example: { response: { status: 200, body: { rows: [], end: 'end' } } },
  }),
  async () => {
    async function* rows() {
      try {
        for (let batch = 1; batch <= 50; batch += 1) {
          if (batch === faulty.atBatch) throw new Error('a fault of the test');
          // Batches of 10 KB, so that the first ones are sent before the last one is read.
          yield Array.from({ length: 1_000 }, (_none, n) => JSON.stringify({ n: batch * 1_000 + n }));
        }
      } finally {
        ended.count += 1;
      }
    }
    const rest = { end: 'end', secret: 'Zqxunlisted' };
    return reply(200, { rows: { texts: rows(), rest: () => rest, columns: [] } });
  },
);

let world: ApiWorld;
let company: TestCompany;
let owner: Knex;
beforeAll(async () => {
  world = await startApiWorld({ operations: [...operations, streaming] });
  owner = openAsOwner(world.database);
  company = await world.company('acme');
  await seedVisits(world, company, { project: 'live', patientId: 'jane' });
  await seedManyVisits(world, count - seededVisits.length);
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});
beforeEach(() => {
  faulty.atBatch = 0;
  ended.count = 0;
});

const refsOnly = { visit: { ref: true }, patient: {}, site: {}, payor: {}, company: {}, project: {} };

async function browse(body: object): Promise<{ answered: Answered; headers: Headers; refs: string[] }> {
  const { status, json, headers } = await world.call('POST', '/v0/visits/browse', {
    key: company.productionKey,
    body,
  });
  expect(status).toBe(200);
  const answered = json as unknown as Answered;
  return { answered, headers, refs: answered.table.map(row => row.visit.ref) };
}

/** Waits until no answer uses a database connection. */
async function allFree(): Promise<void> {
  await until(
    'the connections of the database to be free',
    () => busyConnections(owner),
    busy => busy === 0,
  );
}

async function cutAnswers({ services }: ApiWorld, reason: string): Promise<number> {
  const { values } = await services.metrics.answersCut.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

/** Requests everything without reading it. @returns both ends of the connection */
async function askAndStopReading(from: ApiWorld, key: string): Promise<{ client: Socket; server: Socket }> {
  const accepted = once(from.server, 'connection') as Promise<[Socket]>;
  const client = await openSocket(from.port);
  client.pause();
  const [server] = await accepted;
  const lines = ['Host: api', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  client.write(head('POST', '/v0/visits/browse', [...lines, 'Content-Length: 2']) + '{}');
  return { client, server };
}

describe('Answer with many rows', () => {
  test('has all rows without `take`, in their order, with none lost or repeated [BROWSE-12]', async () => {
    const before = await world.audits({ event: 'visit.browse' });
    const { answered, refs } = await browse({ select: refsOnly });
    expect(refs).toEqual(all);
    expect({ aggregate: answered.aggregate, total: answered.total }).toEqual({ aggregate: {}, total: count });
    expect(await world.audits({ event: 'visit.browse' })).toHaveLength(before.length + 1);
    await allFree();
  });

  test('aggregates all rows, even if some are skipped [BROWSE-10]', async () => {
    const { answered, refs } = await browse({
      select: refsOnly,
      skip: 20_000,
      aggregate: { visit: { count: true }, payor: { count: true } },
    });
    expect(refs).toEqual(all.slice(20_000));
    const { total, aggregate } = answered;
    expect({ total, aggregate }).toEqual({
      total: count,
      aggregate: { visit: { count }, payor: { count: 4 } },
    });
  });

  test('has the same columns as a short answer, in any order and from any row on', async () => {
    const { refs, answered } = await browse({ skip: 20_000, orderBy: [{ visit: { createdAt: 'desc' } }] });
    // `v4` and `v5` have the same instant, so they are in the order of their ids.
    expect(refs).toEqual([...all.slice(5, 5_000).toReversed(), 'v4', 'v5', 'v3', 'v2', 'v1']);
    const [first] = answered.table;
    const [small] = (await browse({ where: { visit: { ref: [{ equals: refs[0] }] } } })).answered.table;
    expect(first).toStrictEqual(small);
  });

  test('has exactly the rows of its page', async () => {
    const { refs, answered } = await browse({ take: 10_000, skip: 100, select: refsOnly });
    expect(refs).toEqual(all.slice(100, 10_100));
    expect(answered.total).toBe(count);
  });

  test('has a Content-Length up to 1,000 rows, and is streamed beyond', async () => {
    const page = await browse({ take: 1_000 });
    expect([page.refs.length, page.headers.has('content-length')]).toEqual([1_000, true]);
    const more = await browse({ take: 1_001 });
    expect([more.refs.length, more.headers.has('content-length')]).toEqual([1_001, false]);
  });

  test('comes from one snapshot: later rows are neither in it nor in its total', async () => {
    const response = await fetch(`${world.url}/v0/visits/browse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.productionKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    // The headers have arrived, so the total has been read, but nearly no rows.
    await world.db.raw(
      `insert into visit (uid, company_uid, project_uid, patient_uid, site_uid, key_hash, ref, kind,
        earliest_service_date,
         latest_service_date, created_at)
       select uuidv7(), company_uid, project_uid, patient_uid, site_uid, sha256('late'), 'late', kind,
         earliest_service_date,
         latest_service_date, timestamptz '2030-01-01' from visit where ref = 'v2'`,
    );
    const { table, total } = (await response.json()) as Answered;
    await world.db.raw("delete from visit where ref = 'late'");
    expect([table.length, total]).toEqual([count, count]);
    expect(table.at(-1)?.visit.ref).toBe(all.at(-1));
  });
});

describe("Answer that the client doesn't read", () => {
  test('uses little memory, whatever its length', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heldBytes = (): number => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    await browse({});
    const before = heldBytes();
    const readers = [
      await askAndStopReading(world, company.productionKey),
      await askAndStopReading(world, company.productionKey),
    ];
    const stopped = async (): Promise<boolean> => {
      const sent = readers.map(({ server }) => server.bytesWritten);
      await new Promise(resolve => setImmediate(resolve));
      return readers.every(
        ({ server }, index) => server.writableLength > 0 && server.bytesWritten === sent[index],
      );
    };
    await until('both answers to wait for their readers', stopped);
    // Each complete answer would take more than 20 MB.
    expect(heldBytes() - before).toBeLessThan(4_000_000);
    for (const { client } of readers) client.destroy();
    await allFree();
  });

  test('is cut off after the set time, and its database connection is freed', async () => {
    const answerStallMs = 300;
    const impatient = await startApiWorld({ database: world.database, answerStallMs });
    const askedAt = performance.now();
    const { client, server } = await askAndStopReading(impatient, company.productionKey);
    await once(server, 'close');
    expect(performance.now() - askedAt).toBeGreaterThan(answerStallMs - 5);
    await allFree();
    expect(await cutAnswers(impatient, 'not read')).toBe(1);
    client.destroy();
    await impatient.close();
  });

  test('frees its database connection after the set time, even if the client reads', async () => {
    const hurried = await startApiWorld({ database: world.database, limits: { streamedAnswerMs: 200 } });
    const { client, server } = await askAndStopReading(hurried, company.productionKey);
    await once(server, 'close');
    await allFree();
    expect(await cutAnswers(hurried, 'took too long')).toBe(1);
    client.destroy();
    await hurried.close();
  });
});

describe('Streamed answer', () => {
  const stream = () => world.call('POST', '/test/stream', { key: company.productionKey, body: {} });

  test('has only the fields of its contract', async () => {
    const { text, json } = await stream();
    expect(json['rows']).toHaveLength(50_000);
    expect(json['end']).toBe('end');
    expect(text).not.toContain('Zqxunlisted');
  });

  test('that fails before its first byte is an error like any other', async () => {
    faulty.atBatch = 1;
    expect((await stream()).status).toBe(500);
    expect(ended.count).toBe(1);
  });

  test.each(['HTTP/1.1', 'HTTP/1.0'])(
    'that fails in the middle resets the connection of an %s client',
    async version => {
      faulty.atBatch = 40;
      const before = await cutAnswers(world, 'failed');
      const client = await openSocket(world.port);
      const fault = new Promise<NodeJS.ErrnoException>(resolve => client.once('error', resolve));
      let received = '';
      client.on('data', chunk => (received += chunk.toString('latin1')));
      const lines = [
        'Host: api',
        `Authorization: Bearer ${company.productionKey}`,
        'Content-Type: application/json',
      ];
      client.write(head('POST', '/test/stream', [...lines, 'Content-Length: 2'], version) + '{}');
      expect((await within('the reset', fault, () => received.slice(0, 20))).code).toBe('ECONNRESET');
      expect(received).not.toContain('"end"');
      expect(ended.count).toBe(1);
      expect(await cutAnswers(world, 'failed')).toBe(before + 1);
      const cutLines = world.logLines.filter(line =>
        line.includes('"A response was cut off before its end."'),
      );
      expect(cutLines.at(-1)).toContain('"operation":"stream"');
    },
  );

  test('frees its database connection when the client disconnects', async () => {
    const { client, server } = await askAndStopReading(world, company.productionKey);
    await until('the answer to begin', () => server.bytesWritten > 0);
    client.destroy();
    await allFree();
  });
});
