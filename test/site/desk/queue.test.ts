import { hashOfConsoleToken } from '../../../src/access/console-token';
import { usDate } from '../../../src/domain/clinical/calendar-date';
import { admin } from '../../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, openVisitor, type ShownPage, type Visitor } from '../../support/console-visitor';
import {
  awaitResolution,
  awaitReview,
  failedEndpoint,
  operatorAtDesk,
  siteOf,
  unansweredExchange,
} from '../../support/desk-work';
import { putPatient, jane } from '../../support/patients';
import { countLockWaiters } from '../../support/records';
import { until } from '../../support/until';
import { withoutUuids } from '../../support/without-uuids';

const dayMs = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const dayFrom = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let world: ApiWorld;
let acme: TestCompany;
let umbrella: TestCompany;
let olga: Visitor;
let uma: Visitor;
let uids: Readonly<Record<'authorization' | 'recordRequest' | 'site' | 'exchange' | 'endpoint', string>>;

beforeAll(async () => {
  world = await startApiWorld();
  [acme, umbrella] = [await world.company('acme'), await world.company('umbrella')];
  const recordRequest = await awaitResolution(world, acme, 'case-2');
  const authorization = await awaitReview(world, acme, 'case-1', daysAgo(3));
  uids = {
    authorization,
    recordRequest,
    site: await siteOf(world, recordRequest),
    exchange: await unansweredExchange(world, authorization, daysAgo(9)),
    endpoint: await failedEndpoint(world, umbrella, daysAgo(1)),
  };
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
});
afterAll(() => world.close());

/** Returns the uids that a page of the queue lists, in its order. */
function listed({ html }: ShownPage): string[] {
  const table = html.slice(Math.max(0, html.indexOf('<tbody>')));
  return [
    ...new Set([...table.matchAll(/\/desk\/queue\/\w+\/([0-9a-f-]{36})\//g)].map(([, uid = '']) => uid)),
  ];
}

const pathTo = (kind: keyof typeof uids, act: string): string => `/desk/queue/${kind}/${uids[kind]}/${act}`;

/** Returns the token of a form on a page. */
function tokenOn({ html }: ShownPage, kind: keyof typeof uids, act: string): string {
  return formOn(html, pathTo(kind, act))?.get('form') ?? '';
}

test('The queue lists each kind of item, earliest due first [DESK-9] [DESK-11]', async () => {
  const shown = await olga.get('/desk');
  expect(shown.status).toBe(200);
  expect(listed(shown)).toEqual([
    ...[uids.exchange, uids.authorization, uids.endpoint, uids.recordRequest, uids.site],
  ]);
  expect(shown.html).toContain('live · case-1');
  expect(shown.html.match(/failed">Overdue</g)).toHaveLength(2);
  expect(withoutUuids(shown.html)).not.toMatch(/Jane|\bDoe\b|1984/);
});

test('A rush request is marked, and due a day earlier [DESK-50]', async () => {
  const setRush = async (isRush: boolean) =>
    world.db('record_request').where({ uid: uids.recordRequest }).update({ is_rush: isRush });
  const usual = (await olga.get('/desk?kind=recordRequest')).html;
  expect(usual).not.toContain('>Rush<');
  await setRush(true);
  const rush = (await olga.get('/desk?kind=recordRequest')).html;
  expect(rush).toContain('<span class="pill warning">Rush</span>');
  const dueOn = (html: string): string =>
    /data-label="Due"[^>]*>.*?(\d\d\/\d\d\/\d{4})/s.exec(html)?.[1] ?? '';
  expect(Date.parse(dueOn(usual)) - Date.parse(dueOn(rush))).toBe(dayMs);
  expect((await olga.get(`/desk/requests/${uids.recordRequest}`)).html).toContain('>Rush</span>');
  await setRush(false);
});

describe('Items outside the queue [DESK-9]', () => {
  test('omits authorizations in a sandbox, without a document, or already decided', async () => {
    await putPatient(world, acme, 'sandbox', 'sandboxed', jane);
    await putPatient(world, acme, 'live', 'no-document', jane);
    const decided = await awaitReview(world, acme, 'decided', daysAgo(4));
    await world.db('patient').where({ uid: decided }).update({ authorization_status: 'Approved' });
    expect(listed(await olga.get('/desk?kind=authorization'))).toEqual([uids.authorization]);
  });

  test('omits exchanges that are not overdue or already answered', async () => {
    const patient = await awaitReview(world, acme, 'exchanged', daysAgo(0));
    await world.db('patient').where({ uid: patient }).update({ authorization_status: 'Approved' });
    await world.db('search_run').where({ patient_uid: patient }).delete();
    const early = await unansweredExchange(world, patient, daysAgo(6));
    expect(listed(await olga.get('/desk?kind=exchange'))).toEqual([uids.exchange]);
    await world.db.raw(`update roster_entry set sent_at = ? where patient_uid = ?`, [daysAgo(8), patient]);
    expect(listed(await olga.get('/desk?kind=exchange'))).toEqual([uids.exchange, early]);
    await world.db.raw(`update roster_entry set state = 'answered' where patient_uid = ?`, [patient]);
    expect(listed(await olga.get('/desk?kind=exchange'))).toEqual([uids.exchange]);
  });

  test('omits endpoints that are paused or deleted', async () => {
    const [paused, deleted] = [
      await failedEndpoint(world, acme, daysAgo(2)),
      await failedEndpoint(world, acme, daysAgo(2)),
    ];
    await world.db('webhook_endpoint').where({ uid: paused }).update({ disabled_by: 'owner' });
    await world.db('webhook_endpoint').where({ uid: deleted }).update({ deleted_at: new Date() });
    expect(listed(await olga.get('/desk?kind=endpoint'))).toEqual([uids.endpoint]);
  });
});

describe('Filters of the queue [DESK-13]', () => {
  test.each([
    ['company=umbrella', ['endpoint']],
    ['company=acme&kind=site', ['site']],
    ['overdue=yes', ['exchange', 'authorization']],
    ['environment=sandbox', []],
    ['environment=production&kind=recordRequest', ['recordRequest']],
    ['mine=yes', []],
    ['kind=nonsense&company=acme', ['authorization', 'recordRequest', 'site']],
  ] as const)('%s lists the matching items', async (query, kinds) => {
    const shown = await olga.get(`/desk?${query}`);
    expect(listed(shown)).toEqual(kinds.map(kind => uids[kind]));
  });

  test('apply to the count of each kind', async () => {
    const { html } = await olga.get('/desk?company=acme');
    const counts = [...html.matchAll(/<span class="count"[^>]*>([^<]+)</g)].map(([, count]) => count);
    expect(counts).toEqual(['3', '1', '0', '0', '1', '0', '1', '0', '0']);
  });

  test('name an unknown company', async () => {
    const { status, html } = await olga.get('/desk?company=absent');
    expect(status).toBe(422);
    expect(html).toContain("We couldn't find a company with this ID");
  });

  test('list the rest of one kind on the next page', async () => {
    for (let more = 0; more < 51; more++) await failedEndpoint(world, acme, daysAgo(1 + more / 1_000));
    const first = await olga.get('/desk?kind=endpoint&company=acme');
    expect(listed(first)).toHaveLength(50);
    const [, next = ''] = /class="button" href="([^"]+)"/.exec(first.html) ?? [];
    const second = await olga.get(next.replaceAll('&amp;', '&'));
    expect(listed(second)).toHaveLength(1);
    expect(listed(first)).not.toContain(listed(second)[0]);
    await world.db('webhook_endpoint').where({ company_uid: acme.uid, disabled_by: 'failures' }).delete();
  });
});

describe('Counts of an open queue page [DESK-32]', () => {
  const ask = (query: string, tag = ''): Promise<Response> =>
    fetch(`${world.url}/desk/counts${query}`, {
      redirect: 'manual',
      headers: { Cookie: olga.cookie(), 'If-None-Match': tag, Accept: 'application/json' },
    });

  test('contain only numbers for the filters, and return 304 if unchanged', async () => {
    const shown = await olga.get('/desk?company=acme&many=yes&kind=site');
    expect(shown.html).toContain('data-counts="/desk/counts?company=acme"');
    const answer = await ask('?company=acme');
    expect(await answer.json()).toEqual({
      all: '3',
      authorization: '1',
      chart: '0',
      fee: '0',
      recordRequest: '1',
      search: '0',
      site: '1',
      exchange: '0',
      endpoint: '0',
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const tag = answer.headers.get('ETag') ?? '';
    expect(tag).not.toBe('');
    const again = await ask('?company=acme', tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask('?company=umbrella', tag)).status).toBe(200);
    expect(await (await ask('?company=absent')).json()).toEqual({});
    expect((await olga.get('/desk?company=absent')).html).not.toContain('data-counts');
  });

  test('add no audit row and keep no session alive', async () => {
    const seen = async (): Promise<unknown> =>
      world
        .db('desk_session')
        .where({ token_hash: hashOfConsoleToken(olga.cookie().split('=')[1] ?? '') ?? '' })
        .first('last_seen_at');
    await world.db('desk_session').update({ last_seen_at: daysAgo(0.01) });
    const [rows, before] = [(await world.audits()).length, await seen()];
    expect((await ask('')).status).toBe(200);
    expect([(await world.audits()).length, await seen()]).toEqual([rows, before]);
    expect((await olga.get('/desk')).status).toBe(200);
    expect(await seen()).not.toEqual(before);
    const stranger = await fetch(`${world.url}/desk/counts`, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      '/desk/sign-in?to=%2Fdesk%2Fcounts',
    ]);
  });
});

describe('Assignment of items [DESK-10]', () => {
  test('is refused with the name of the assigned operator until the item is released', async () => {
    expect((await olga.send('/desk', pathTo('site', 'take'))).location).toBe('/desk?done=take');
    expect(listed(await olga.get('/desk?mine=yes'))).toEqual([uids.site]);
    expect(listed(await uma.get('/desk?mine=yes'))).toEqual([]);
    const { html } = await uma.get('/desk?kind=site');
    expect(html).toContain('Olga');
    expect(html).not.toContain(pathTo('site', 'take'));
    // Uma sends a form from a page that she opened while the item was unassigned.
    expect((await olga.send('/desk', pathTo('site', 'release'))).location).toBe('/desk?done=release');
    const form = tokenOn(await uma.get('/desk'), 'site', 'take');
    await olga.send('/desk', pathTo('site', 'take'));
    const refused = await uma.send('/desk', pathTo('site', 'take'), { form });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('assigned to Olga.');
    expect((await world.audits({ event: 'queue.take' })).at(-1)).toMatchObject({
      outcome: 'refused',
      actorName: 'uma@recordwell.example',
    });
    expect((await olga.send('/desk', pathTo('site', 'release'))).status).toBe(303);
    expect((await uma.send('/desk', pathTo('site', 'take'))).status).toBe(303);
    expect((await uma.send('/desk', pathTo('site', 'release'))).status).toBe(303);
  });

  test('goes to one of two operators who request it at the same time', async () => {
    const forms = [
      tokenOn(await olga.get('/desk'), 'endpoint', 'take'),
      tokenOn(await uma.get('/desk'), 'endpoint', 'take'),
    ];
    const [ours, hers] = await Promise.all(
      [olga, uma].map((visitor, at) =>
        visitor.send('/desk/account', pathTo('endpoint', 'take'), { form: forms[at] ?? '' }),
      ),
    );
    if (ours === undefined || hers === undefined) throw new Error('both must have responses');
    expect(new Set([ours.status, hers.status])).toEqual(new Set([303, 409]));
    const winner = ours.status === 303 ? olga : uma;
    expect((await winner.send('/desk', pathTo('endpoint', 'release'))).status).toBe(303);
  });

  test('names the operator whose assignment was committed while the request waited', async () => {
    const blocker = await world.db.transaction();
    await blocker.raw(
      `insert into desk_task (kind, subject_uid, operator_uid, taken_at, updated_at)
       select 'exchange', ?, uid, now(), now() from desk_operator where name = 'Uma'`,
      [uids.exchange],
    );
    const asked = olga.send('/desk', pathTo('exchange', 'take'));
    await until(
      'the request waits for the row',
      () => countLockWaiters(world.db),
      count => count > 0,
    );
    await blocker.commit();
    const { status, html } = await asked;
    expect(status).toBe(409);
    expect(html).toContain('assigned to Uma.');
    await uma.send('/desk', pathTo('exchange', 'release'));
  });

  test('ends when the operator is removed', async () => {
    const leaving = await operatorAtDesk(world, 'Leaving');
    expect((await leaving.send('/desk', pathTo('site', 'take'))).status).toBe(303);
    await admin(world, ['operator', 'remove', 'leaving@recordwell.example']);
    expect((await olga.get('/desk?kind=site')).html).not.toContain('Leaving');
    expect((await olga.send('/desk', pathTo('site', 'take'))).status).toBe(303);
    expect((await olga.send('/desk', pathTo('site', 'release'))).status).toBe(303);
  });

  test('ends, with the snooze, when the item starts to wait again', async () => {
    const uid = await awaitReview(world, umbrella, 'again', daysAgo(1));
    const path = (act: string): string => `/desk/queue/authorization/${uid}/${act}`;
    await olga.send('/desk', path('take'));
    await olga.send('/desk', path('snooze'), { until: dayFrom(5) });
    expect(listed(await olga.get('/desk'))).not.toContain(uid);
    await world.db('patient').where({ uid }).update({ authorization_uploaded_at: new Date() });
    expect(listed(await uma.get('/desk'))).toContain(uid);
    expect((await uma.send('/desk', path('take'))).status).toBe(303);
    await world.db('patient').where({ uid }).update({ authorization_status: 'Approved' });
  });
});

describe('Snoozed items [DESK-12]', () => {
  test('are listed only on request, and return on their date or when unsnoozed', async () => {
    const done = await olga.send('/desk', pathTo('recordRequest', 'snooze'), { until: dayFrom(3) });
    expect(done.location).toBe('/desk?done=snooze');
    expect(listed(await uma.get('/desk'))).not.toContain(uids.recordRequest);
    const all = await uma.get('/desk?snoozed=yes');
    expect(listed(all)).toContain(uids.recordRequest);
    expect(all.html).toContain(`Snoozed until ${usDate(dayFrom(3))}`);
    await world
      .db('desk_task')
      .where({ subject_uid: uids.recordRequest })
      .update({ snoozed_until: dayFrom(0) });
    expect(listed(await uma.get('/desk'))).toContain(uids.recordRequest);
    await olga.send('/desk', pathTo('recordRequest', 'snooze'), { until: dayFrom(3) });
    expect((await uma.send('/desk?snoozed=yes', pathTo('recordRequest', 'wake'))).status).toBe(303);
    expect(listed(await uma.get('/desk'))).toContain(uids.recordRequest);
  });

  test.each(['', 'soon', dayFrom(0), dayFrom(-1), dayFrom(120)])('cannot be snoozed until %j', async day => {
    const refused = await olga.send('/desk', pathTo('recordRequest', 'snooze'), { until: day });
    expect(refused.status).toBe(409);
    expect(listed(await olga.get('/desk'))).toContain(uids.recordRequest);
  });

  test('cannot be snoozed while assigned to another operator', async () => {
    const form = tokenOn(await uma.get('/desk'), 'site', 'snooze');
    await olga.send('/desk', pathTo('site', 'take'));
    const refused = await uma.send('/desk', pathTo('site', 'snooze'), { until: dayFrom(1), form });
    expect([refused.status, refused.html.includes('assigned to Olga.')]).toEqual([409, true]);
    await olga.send('/desk', pathTo('site', 'release'));
  });
});

test('Viewing the queue adds an audit row, and so does each action, with its record [DESK-14]', async () => {
  const looks = (await world.audits({ event: 'queue.read' })).length;
  await olga.get('/desk?company=acme');
  const rows = await world.audits({ event: 'queue.read' });
  expect(rows).toHaveLength(looks + 1);
  expect(rows.at(-1)).toMatchObject({
    actorKind: 'operator',
    actorName: 'olga@recordwell.example',
    companyUid: acme.uid,
    outcome: 'success',
  });
  await olga.send('/desk', pathTo('authorization', 'take'));
  await olga.send('/desk', pathTo('authorization', 'release'));
  expect((await world.audits({ event: 'queue.release' })).at(-1)).toMatchObject({
    resourceKind: 'patient',
    resourceUid: uids.authorization,
    companyUid: acme.uid,
  });
});

test('A form that the queue did not offer, or from another session, returns 403 [DESK-7]', async () => {
  const absent = '/desk/queue/site/01a1fa97-cbfd-72da-9b40-09c034bab473/take';
  const { html } = await olga.get('/desk');
  expect(html).not.toContain(absent);
  expect((await olga.send('/desk', absent)).status).toBe(403);
  expect((await olga.send('/desk', pathTo('site', 'take'), {}, { formToken: 'a'.repeat(43) })).status).toBe(
    403,
  );
  expect((await openVisitor(world).send('/desk/sign-in', pathTo('site', 'take'))).status).toBe(401);
  expect((await openVisitor(world).get('/desk')).location).toBe('/desk/sign-in?to=%2Fdesk');
});
