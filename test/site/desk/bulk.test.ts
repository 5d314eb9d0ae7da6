/** Bulk actions on queue items and their results. The workflow is in `test/flows`. */
import { Client } from 'pg';
import { usDate } from '../../../src/domain/clinical/calendar-date';
import { bulkItemsMax } from '../../../src/domain/desk/bulk';
import { workBulk, type BulkProgress } from '../../../src/usecases/desk/bulks';
import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { admin } from '../../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import type { ShownPage, Visitor } from '../../support/console-visitor';
import {
  awaitResolution,
  awaitReview,
  failedEndpoint,
  operatorAtDesk,
  refusedSearch,
  siteOf,
} from '../../support/desk-work';
import { readRows } from '../../support/records';

const dayMs = 24 * 3_600_000;
const yesterday = new Date(Date.now() - dayMs);
const dayFrom = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uma: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  acme = await world.company('acme');
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
});
afterAll(() => world.close());

const ask = (
  visitor: Visitor,
  action: string,
  item: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ShownPage> => visitor.send('/desk', '/desk/bulk', { action, item, ...more });

/** Requests a bulk action, and does what its workflow does. @returns the path of its page */
async function finished(...wish: Parameters<typeof ask>): Promise<string> {
  const { status, location } = await ask(...wish);
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/desk\/bulk\/[0-9a-f-]{36}$/)]);
  await work(location);
  return location;
}

function work(path: string): Promise<BulkProgress> {
  const bulkUid = path.slice(path.lastIndexOf('/') + 1);
  return workBulk({ ...world.services, exchanges: new Map() }, { bulkUid });
}

/** Returns the result of each item on the page of a bulk action, in its order. */
async function resultsOn(path: string): Promise<string[]> {
  const { html } = await olga.get(path);
  const rows = html.slice(html.indexOf('<tbody>')).split('<tr>').slice(1);
  return rows.map(row => /class="pill \w+">([^<]+)</.exec(row)?.[1] ?? '');
}

const holderOf = async (uid: string): Promise<string | undefined> =>
  (
    await readRows<{ name: string }>(
      world.db,
      'select o.name from desk_task t join desk_operator o on o.uid = t.operator_uid where t.subject_uid = ?',
      [uid],
    )
  )[0]?.name;

test('A bulk action has a result and an audit row for each item [DESK-29] [DESK-30]', async () => {
  const [free, held] = [
    await failedEndpoint(world, acme, yesterday),
    await failedEndpoint(world, acme, yesterday),
  ];
  const gone = await awaitReview(world, acme, 'decided-meanwhile', yesterday);
  await uma.send('/desk', `/desk/queue/endpoint/${held}/take`);
  const asked = await ask(olga, 'take', [
    ...[`endpoint:${free}`, `endpoint:${held}`, `authorization:${gone}`, `endpoint:${free}`],
  ]);
  expect(await resultsOn(asked.location)).toEqual(['Pending', 'Pending', 'Pending']);
  const running = await olga.get(asked.location);
  expect(running.html).toContain('data-again="2000"');
  expect(running.html).toMatch(/href="https:\/\/temporal\.example\/work\/desk-bulk%2F[0-9a-f-]{36}"/);
  await world.db('patient').where({ uid: gone }).update({ authorization_status: 'Approved' });
  expect(await work(asked.location)).toEqual({ waiting: 0, done: 1, refused: 1, failed: 0, gone: 1 });
  expect(await resultsOn(asked.location)).toEqual(['Done', 'Refused', 'No longer in queue']);
  const { html } = await uma.get(asked.location);
  expect(html).toContain('assigned to Uma.');
  expect(html).toContain('live · decided-meanwhile');
  expect(html).not.toContain('data-again');
  expect([await holderOf(free), await holderOf(held)]).toEqual(['Olga', 'Uma']);
  const bulkUid = asked.location.slice(asked.location.lastIndexOf('/') + 1);
  const rows = await world.audits({ event: 'queue.take', requestId: `desk-bulk/${bulkUid}` });
  expect(rows.map(({ resourceUid, outcome }) => [resourceUid, outcome])).toEqual([
    [free, 'success'],
    [held, 'refused'],
    [gone, 'refused'],
  ]);
  for (const row of rows)
    expect(row).toMatchObject({ actorName: 'olga@recordwell.example', actorKind: 'operator' });
  expect((await world.audits({ event: 'bulk.start' })).at(-1)).toMatchObject({ outcome: 'success' });
  expect((await world.audits({ event: 'bulk.read' })).length).toBeGreaterThan(0);
  await finished(olga, 'release', [`endpoint:${free}`]);
  expect(await holderOf(free)).toBeUndefined();
  await uma.send('/desk', `/desk/queue/endpoint/${held}/release`);
});

test('A bulk action starts a workflow with only its uid [DESK-30]', async () => {
  const uid = await failedEndpoint(world, acme, yesterday);
  const { location } = await ask(olga, 'take', [`endpoint:${uid}`]);
  const bulkUid = location.slice(location.lastIndexOf('/') + 1);
  const [command, ...others] = await world.commands(`desk-bulk/${bulkUid}`);
  expect(others).toEqual([]);
  expect(command).toMatchObject({ workflowType: 'deskBulk', args: [{ bulkUid }] });
});

test('Bulk actions snooze items, and run the action of one kind by its use case [DESK-29]', async () => {
  const requests = [await awaitResolution(world, acme, 'one'), await awaitResolution(world, acme, 'two')];
  const sites = await Promise.all(requests.map(uid => siteOf(world, uid)));
  const [site = ''] = sites;
  await world.db('site').whereIn('uid', sites).update({ standing: 'unverified' });
  const patient = await awaitReview(world, acme, 'refused', yesterday);
  await refusedSearch(world, patient);
  const endpoint = await failedEndpoint(world, acme, yesterday);
  const until = dayFrom(5);
  const all = [
    `recordRequest:${requests[0] ?? ''}`,
    `site:${site}`,
    `search:${patient}`,
    `endpoint:${endpoint}`,
  ];
  const path = await finished(olga, 'snooze', all, { until });
  expect(await resultsOn(path)).toEqual(['Done', 'Done', 'Done', 'Done']);
  expect((await olga.get('/desk?snoozed=yes')).html.split(`Snoozed until ${usDate(until)}`)).toHaveLength(5);
  for (const [action, items] of [
    ['preparePacket', requests.map(uid => `recordRequest:${uid}`)],
    ['rearm', [`search:${patient}`]],
    ['verify', [`site:${site}`]],
    ['enable', [`endpoint:${endpoint}`]],
  ] as const) {
    const done = await resultsOn(await finished(olga, action, items));
    expect([action, ...done]).toEqual([action, ...items.map(() => 'Done')]);
  }
  const stored = await readRows(
    world.db,
    `select s.standing, w.disabled_by as "disabledBy", p.waits_for as "waitsFor"
     from site s, webhook_endpoint w, patient_search p
     where s.uid = ? and w.uid = ? and p.patient_uid = ? and p.kind = 'ehrSearch'`,
    [site, endpoint, patient],
  );
  // The re-armed search advances to the next gate that is closed.
  expect(stored).toEqual([{ standing: 'verified', disabledBy: null, waitsFor: 'zipCode' }]);
  // A repeat is refused, with the reason.
  const again = await finished(olga, 'verify', [`site:${site}`]);
  expect(await resultsOn(again)).toEqual(['Refused']);
  expect((await olga.get(again)).html).toContain('You can only decide on an unverified site.');
});

test('Two attempts at the same time act on each item once, and a repeat on none [DESK-30]', async () => {
  const uids: string[] = [];
  for (let made = 0; made < 8; made += 1) uids.push(await failedEndpoint(world, acme, yesterday));
  const { location } = await ask(
    olga,
    'enable',
    uids.map(uid => `endpoint:${uid}`),
  );
  await Promise.all([work(location), work(location)]);
  expect(await work(location)).toEqual({ waiting: 0, done: 8, refused: 0, failed: 0, gone: 0 });
  const bulkUid = location.slice(location.lastIndexOf('/') + 1);
  const rows = await world.audits({ requestId: `desk-bulk/${bulkUid}` });
  expect(rows.map(({ outcome }) => outcome)).toEqual(uids.map(() => 'success'));
  expect(new Set(rows.map(({ resourceUid }) => resourceUid))).toEqual(new Set(uids));
});

test('Items that always fail keep no others waiting, and are given up after ten tries [DESK-56]', async () => {
  const broken: string[] = [];
  for (let made = 0; made < 21; made += 1) broken.push(await failedEndpoint(world, acme, yesterday));
  const sound = await failedEndpoint(world, acme, yesterday);
  const owner = new Client({ connectionString: world.database.ownerUrl });
  await owner.connect();
  await owner.query(`
    create function fail_bulk_items() returns trigger language plpgsql as
      $$ begin raise exception 'a fault of ours'; end $$;
    create trigger fail_bulk_items before insert or update on desk_task for each row
      when (new.subject_uid <> '${sound}') execute function fail_bulk_items()`);
  const { location } = await ask(
    olga,
    'take',
    [...broken, sound].map(uid => `endpoint:${uid}`),
  );
  let failures = 0;
  let soundAfter: number | undefined;
  for (;;) {
    const progress = await work(location).catch(() => undefined);
    if (soundAfter === undefined && (await holderOf(sound)) === 'Olga') soundAfter = failures;
    if (progress === undefined) failures += 1;
    else if (progress.waiting === 0) break;
    expect(failures).toBeLessThan(100);
  }
  await owner.query('drop function fail_bulk_items cascade');
  await owner.end();
  // Each step stops after ten failures, so the last of 22 items is reached in the third.
  expect(soundAfter).toBeLessThan(4);
  const { html } = await olga.get(location);
  expect(await resultsOn(location)).toEqual([...broken.map(() => 'Failed'), 'Done']);
  expect(html).toContain('This item failed 10 times');
  expect(html).toContain('Finished, ');
  const bulkUid = location.slice(location.lastIndexOf('/') + 1);
  const rows = await world.audits({ requestId: `desk-bulk/${bulkUid}` });
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual([...broken.map(() => 'failed'), 'success']);
});

test('A bulk action of an operator who was removed since is refused [DESK-30]', async () => {
  const leaving = await operatorAtDesk(world, 'Leaving');
  const uid = await failedEndpoint(world, acme, yesterday);
  const { location } = await ask(leaving, 'take', [`endpoint:${uid}`]);
  await admin(world, ['operator', 'remove', 'leaving@recordwell.example']);
  expect(await work(location)).toMatchObject({ done: 0, refused: 1 });
  expect((await olga.get(location)).html).toContain('no longer an operator');
  expect(await holderOf(uid)).toBeUndefined();
});

test('An empty, oversized, mixed, or invalid bulk action returns 409 [DESK-29]', async () => {
  const uid = await failedEndpoint(world, acme, yesterday);
  const begun = async (): Promise<number> =>
    (await world.audits({ event: 'bulk.start' })).filter(({ outcome }) => outcome === 'success').length;
  const before = await begun();
  const many = Array.from({ length: bulkItemsMax + 1 }, (_, at) => `site:${uid.slice(0, -3)}${100 + at}`);
  for (const [action, items] of [
    ['take', []],
    ['take', many],
    ['verify', [`endpoint:${uid}`]],
    ['nonsense', [`endpoint:${uid}`]],
    ['take', ['endpoint:x']],
    ['take', [`nonsense:${uid}`]],
    ['snooze', [`endpoint:${uid}`]],
  ] as const)
    expect([action, (await ask(olga, action, items, { until: 'soon' })).status]).toEqual([action, 409]);
  expect(await begun()).toBe(before);
});

test('The list of one kind offers its own bulk action, and can show 200 items [DESK-29]', async () => {
  await failedEndpoint(world, acme, yesterday);
  expect((await olga.get('/desk')).html).not.toContain('Enable endpoints');
  expect((await olga.get('/desk?kind=endpoint')).html).toContain('Enable endpoints');
  for (let made = 0; made < 51; made += 1) await failedEndpoint(world, acme, yesterday);
  const boxes = async (path: string): Promise<number> =>
    (await olga.get(path)).html.split('name="item"').length - 1;
  expect(await boxes('/desk?kind=endpoint')).toBe(50);
  expect(await boxes('/desk?kind=endpoint&many=yes')).toBeGreaterThan(50);
});

test('Bulk decisions need a recent sign-in, and unknown ones return 404 [DESK-6] [DESK-26]', async () => {
  const uid = await failedEndpoint(world, acme, yesterday);
  for (const path of ['/desk/bulk/x', '/desk/bulk/01a1fa97-cbfd-72da-9b40-09c034bab473'])
    expect(await olga.get(path)).toMatchObject({ status: 404, html: (await olga.get('/desk/nothing')).html });
  skippedMs += 11 * 60_000;
  const { location } = await ask(olga, 'enable', [`endpoint:${uid}`]);
  expect(location).toBe('/desk/sign-in?to=%2Fdesk');
  expect((await ask(olga, 'take', [`endpoint:${uid}`])).location).toMatch(/^\/desk\/bulk\//);
});

test('The results of a bulk action are kept for 31 days [DESK-29]', async () => {
  const uid = await failedEndpoint(world, acme, yesterday);
  await ask(olga, 'take', [`endpoint:${uid}`]);
  const kept = async (days: number): Promise<number> => {
    const now = new Date(Date.now() + skippedMs + days * dayMs);
    await removeExpiredRows({ db: world.db, clock: { now: () => now } });
    return (await readRows(world.db, 'select bulk_uid from desk_bulk_item where subject_uid = ?', [uid]))
      .length;
  };
  expect([await kept(30), await kept(32)]).toEqual([1, 0]);
});
