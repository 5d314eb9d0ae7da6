/** What an operator may still do at the desk when their sign-in is older than the limit for deciding. */
import { formTokenOf } from '../../../src/access/console-token';
import { bulkActions, decides } from '../../../src/domain/desk/bulk';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import type { ShownPage, Visitor } from '../../support/console-visitor';
import { operatorAtDesk } from '../../support/desk-work';

const minute = 60_000;
const freshMs = 20 * minute;

let world: ApiWorld;
let olga: Visitor;
let skippedMs = 0;
let operators = 0;
beforeAll(async () => {
  world = await startApiWorld({
    clock: { now: () => new Date(Date.now() + skippedMs) },
    sessionLimits: { freshMs },
  });
});
beforeEach(async () => {
  operators += 1;
  olga = await operatorAtDesk(world, `Olga${operators}`);
});
afterAll(() => world.close());

/** Forms that decide nothing. They work for the whole session. */
const undeciding = new Set([
  '/desk/sign-in',
  '/desk/sign-in/:token',
  '/desk/sign-out',
  '/desk/sign-out-everywhere',
  '/desk/account/sessions/:session/end',
  '/desk/queue/:kind/:uid/take',
  '/desk/queue/:kind/:uid/release',
  '/desk/queue/:kind/:uid/snooze',
  '/desk/queue/:kind/:uid/wake',
  // Opens a page, which asks for its own decisions.
  '/desk/requests/find',
  // Depends on the action: see below.
  '/desk/bulk',
]);

/** Returns every form of the desk, in the order of its routes. */
function forms(): string[] {
  return world.pageRoutes
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/desk'))
    .map(({ path }) => path);
}

const absentUid = '01a1fa97-cbfd-72da-9b40-09c034bab473';
const pathOf = (route: string): string => route.replace(':kind', 'site').replaceAll(/:\w+/g, absentUid);

/** Sends a form like a page of the session, but without the page. Nothing that it names exists. */
async function send(path: string, fields: Readonly<Record<string, string>> = {}): Promise<ShownPage> {
  const [, token = ''] = olga.cookie().split('=');
  return olga.send('/desk/account', path, { ...fields, form: formTokenOf(token, path) });
}

/** Lets the sign-in become this old, while the session stays alive. */
async function age(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * minute) {
    skippedMs += Math.min(left, 10 * minute);
    expect((await olga.get('/desk/account')).status).toBe(200);
  }
}

const signInAgain = (to: string): string => `/desk/sign-in?${new URLSearchParams({ to }).toString()}`;

test('A form that decides needs a recent sign-in, and then returns to its page [DESK-6]', async () => {
  const deciding = forms().filter(path => !undeciding.has(path));
  expect(deciding.length).toBeGreaterThan(12);
  await age(freshMs);
  const rowsBefore = (await world.audits()).length;
  const answers: Array<readonly [string, number, string]> = [];
  for (const route of deciding) {
    const { status, location } = await send(pathOf(route));
    answers.push([route, status, location]);
  }
  expect(answers).toEqual(
    deciding.map(route => {
      const path = pathOf(route);
      return [route, 303, signInAgain(path.slice(0, path.lastIndexOf('/')))];
    }),
  );
  expect((await world.audits()).length).toBe(rowsBefore);
});

test('A form that decides is accepted shortly after the sign-in [DESK-6]', async () => {
  const deciding = forms().filter(path => !undeciding.has(path));
  for (const route of deciding) {
    const { status, location } = await send(pathOf(route));
    // What they name isn't there, which only someone who may decide learns.
    expect([route, [404, 409].includes(status), location]).toEqual([route, true, '']);
  }
});

test('A form that decides nothing is accepted with an old sign-in', async () => {
  await age(freshMs);
  const ofQueue = forms().filter(path => path.startsWith('/desk/queue/'));
  expect(ofQueue).toHaveLength(4);
  for (const route of ofQueue) {
    const { status, location } = await send(pathOf(route));
    expect([route, status === 303 && location.startsWith('/desk/sign-in')]).toEqual([route, false]);
  }
  expect((await send('/desk/sign-out')).location).toBe('/desk/sign-in');
});

test('Every form in the table of forms that decide nothing exists', () => {
  expect([...undeciding].filter(path => !forms().includes(path))).toEqual([]);
});

test.each(bulkActions)('The bulk action "%s" needs a recent sign-in if it decides [DESK-6]', async action => {
  const fields = { action, item: `site:${absentUid}`, until: '2030-01-01' };
  expect((await send('/desk/bulk', fields)).location).not.toContain('/desk/sign-in');
  await age(freshMs);
  const { location } = await send('/desk/bulk', fields);
  expect(location === signInAgain('/desk')).toBe(decides(action));
});

test('A sign-in is recent until the limit, but not at it [DESK-6]', async () => {
  const path = `/desk/sites/${absentUid}/verify`;
  await age(freshMs - minute);
  expect((await send(path)).status).toBe(404);
  await age(minute);
  expect((await send(path)).status).toBe(303);
});
