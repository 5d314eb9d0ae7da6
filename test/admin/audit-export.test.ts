import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from '../../src/platform/ids';
import { admin, operatorEvents } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';

let world: ApiWorld;
let folder: string;
let companies: TestCompany[];
beforeAll(async () => {
  world = await startApiWorld();
  folder = await mkdtemp(join(tmpdir(), 'recordwell-export-'));
  companies = [await world.company('acme'), await world.company('umbrella')];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

interface Row {
  readonly uid: string;
  readonly occurredAt: string;
  readonly companyUid: string;
  readonly event: string;
}
const rowsOf = (ndjson: string): Row[] =>
  ndjson
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Row);

async function insertRows(count: number, event: string, at: Date, requestId: string): Promise<void> {
  await world
    .db('audit_event')
    .insert(
      Array.from({ length: count }, () => ({
        uid: uuidv7(at),
        occurred_at: at,
        company_uid: companies[0]?.uid,
        actor_kind: 'service',
        actor_name: 'test',
        event,
        outcome: 'success',
        request_id: requestId,
      })),
    );
}

test('An export has every row of its period once, in order, and writes one audit row', async () => {
  // More than two pages, all with the same time, so that only the UID orders them.
  const at = new Date('2026-03-04T05:06:07.089Z');
  for (let batch = 0; batch < 5; batch += 1) await insertRows(500, 'test.paged', at, 'r');
  await insertRows(1, 'test.before', new Date('2026-03-03T23:59:59.999Z'), 'r');
  await insertRows(1, 'test.after', new Date('2026-03-05T00:00:00Z'), 'r');
  const before = (await operatorEvents(world)).length;
  const line = ['audit', 'export', '--from', '2026-03-04', '--until', '2026-03-05T00:00:00Z'];
  const { exitCode, stdout, stderr } = await admin(world, line);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Rows exported: 2500.\n' });
  const uids = rowsOf(stdout).map(({ uid }) => uid);
  expect(uids).toEqual([...new Set(uids)].toSorted());
  expect(uids).toHaveLength(2_500);
  expect((await operatorEvents(world)).slice(before)).toEqual([{ event: 'audit.export', actorName: 'olga' }]);
});

test('An export of one company has no rows of other companies', async () => {
  const { stdout } = await admin(world, ['audit', 'export', '--from', '2026-01-01', '--company', 'umbrella']);
  const owners = new Set(rowsOf(stdout).map(({ companyUid }) => companyUid));
  expect(owners).toEqual(new Set([companies[1]?.uid]));
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'A CSV cell that starts like a formula (%j) gets a quotation mark',
  async requestId => {
    const at = new Date('2025-01-02T00:00:00Z');
    await insertRows(1, 'test.formula', at, requestId);
    const period = ['--from', '2025-01-02', '--until', '2025-01-03'];
    const { stdout } = await admin(world, ['audit', 'export', ...period, '--format', 'csv']);
    const [heading] = stdout.split('\n');
    expect(heading).toBe(
      'uid,occurredAt,companyUid,actorKind,actorUid,actorName,keyUid,event,resourceKind,resourceUid,outcome,problem,changes,reason,requestId',
    );
    expect(stdout).toContain(`'${requestId}`);
    expect(stdout).not.toContain(`,${requestId}`);
    expect(stdout).not.toContain(`,"${requestId}`);
    expect(stdout).toContain(',2025-01-02T00:00:00.000Z,');
  },
);

test('An exported file is complete, and only its owner can read it', async () => {
  const file = join(folder, 'trail.ndjson');
  const line = ['audit', 'export', '--from', '2026-03-04', '--out', file, '--json'];
  const result = await admin(world, line);
  const rows = rowsOf(await readFile(file, 'utf8'));
  expect(result.json()).toEqual({ file, rowCount: rows.length });
  expect(rows.length).toBeGreaterThan(2_500);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("An export doesn't overwrite a file, and reports a missing folder", async () => {
  const file = join(folder, 'kept.csv');
  await writeFile(file, 'mine');
  const line = ['audit', 'export', '--from', '2026-03-04', '--out'];
  const taken = await admin(world, [...line, file]);
  expect(taken).toMatchObject({ exitCode: 1, stderr: 'This file already exists. Choose another name.\n' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const nowhere = await admin(world, [...line, join(folder, 'none', 'x.csv')]);
  expect(nowhere.exitCode).toBe(1);
  expect(nowhere.stderr).toMatch(/^The file can't be created/);
});

test('An invalid export writes no file and no audit row', async () => {
  const before = await operatorEvents(world);
  const file = join(folder, 'refused.ndjson');
  const period = ['--from', '2026-03-05', '--until', '2026-03-04'];
  const { exitCode, stderr } = await admin(world, ['audit', 'export', ...period, '--out', file]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: 'The end of the period must be after its start.\n',
  });
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await operatorEvents(world)).toEqual(before);
});
