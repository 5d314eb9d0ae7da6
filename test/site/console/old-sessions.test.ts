/** What a member may still do in the console when their sign-in is older than the limit for secrets. */
import { formTokenOf } from '../../../src/access/console-token';
import { startApiWorld, type ApiWorld } from '../../support/api-world';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';

const minute = 60_000;
const freshMs = 20 * minute;

let world: ApiWorld;
let admin: Visitor;
let skippedMs = 0;
beforeAll(async () => {
  world = await startApiWorld({
    clock: { now: () => new Date(Date.now() + skippedMs) },
    sessionLimits: { freshMs },
  });
  const company = await world.company('acme');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

const place = '/console/companies/:companyId/:environment';
const absentUid = '01a1fa97-cbfd-72da-9b40-09c034bab473';

/** Forms that show a secret, let someone in, or could send data elsewhere, with the page they return to. */
const sensitive: ReadonlyMap<string, string> = new Map([
  ['/console/account/passkeys/new', '/console/account'],
  ['/console/account/passkeys', '/console/account'],
  [`${place}/keys`, `${place}/keys`],
  [`${place}/keys/named`, `${place}/keys/new`],
  [`${place}/keys/:key/rotate`, `${place}/keys/:key`],
  [`${place}/endpoints`, `${place}/endpoints/new`],
  [`${place}/endpoints/:endpoint/edit`, `${place}/endpoints/:endpoint`],
  [`${place}/endpoints/:endpoint/headers`, `${place}/endpoints/:endpoint`],
  [`${place}/endpoints/:endpoint/upgrade`, `${place}/endpoints/:endpoint`],
  [`${place}/endpoints/:endpoint/rotate`, `${place}/endpoints/:endpoint`],
  [`${place}/endpoints/:endpoint/secret`, `${place}/endpoints/:endpoint`],
  [`${place}/members/service-accounts`, `${place}/members/service-accounts/new`],
  [`${place}/members/roles`, `${place}/members/roles/new`],
  [`${place}/members/roles/:ownRole`, `${place}/members/roles/:ownRole`],
  [`${place}/members/:member/keys/named`, `${place}/members/:member/keys/new`],
  [`${place}/members/:member/keys/:key/rotate`, `${place}/members/:member/keys/:key`],
  [`${place}/members/sign-on`, `${place}/members`],
  [`${place}/members/fee-limit`, `${place}/members`],
  [`${place}/members/invitations`, `${place}/members/new`],
  [`${place}/members/invitations/:invitation/send-again`, `${place}/members`],
  [`${place}/members/invitations/several`, `${place}/members/several`],
  [`${place}/members/:member/role`, `${place}/members/:member`],
  [`${place}/members/:member/projects`, `${place}/members/:member`],
  [`${place}/members/:member/remove`, `${place}/members/:member`],
]);

/** Returns every form of the console, in the order of its routes. */
function forms(): string[] {
  return world.pageRoutes
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/console'))
    .map(({ path }) => path);
}

const pathOf = (route: string): string =>
  route.replace(':companyId', 'acme').replace(':environment', 'sandbox').replaceAll(/:\w+/g, absentUid);

/** Sends an empty form like a page of the session, but without the page. What it names doesn't exist. */
async function send(route: string): Promise<ShownPage> {
  const path = pathOf(route);
  const [, token = ''] = admin.cookie().split('=');
  return admin.send('/console/account', path, {}, { formToken: formTokenOf(token, path) });
}

const signInAgain = (to: string): string =>
  `/console/sign-in?${new URLSearchParams({ to: pathOf(to) }).toString()}`;

async function age(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * minute) {
    skippedMs += Math.min(left, 10 * minute);
    expect((await admin.get('/console/account')).status).toBe(200);
  }
}

test('Every form in the table of sensitive forms exists', () => {
  expect([...sensitive.keys()].filter(path => !forms().includes(path))).toEqual([]);
});

test('With a recent sign-in, no form asks to sign in again [CONSOLE-8]', async () => {
  for (const route of sensitive.keys()) {
    const { location } = await send(route);
    expect([route, location.includes('/sign-in')]).toEqual([route, false]);
  }
});

test('Exactly the sensitive forms need a recent sign-in, and then return to their page [CONSOLE-8]', async () => {
  await age(freshMs);
  // These end the session or belong to someone who isn't signed in.
  const ofSession = /^\/console\/(?:sign-in|sign-out|sign-on|invitation|account\/)/;
  const asked = new Map<string, string>();
  for (const route of forms().filter(path => sensitive.has(path) || !ofSession.test(path))) {
    const { location } = await send(route);
    if (location.includes('/sign-in')) asked.set(route, location);
  }
  expect(asked).toEqual(new Map([...sensitive].map(([route, to]) => [route, signInAgain(to)])));
});

test.each(['keys/new', 'endpoints/new', 'members/new', 'members/service-accounts/new'])(
  'The page …/%s asks to sign in again before anything is typed [CONSOLE-8]',
  async segment => {
    await age(freshMs);
    const { status, location } = await admin.get(pathOf(`${place}/${segment}`));
    expect([status, location]).toEqual([303, signInAgain(`${place}/${segment}`)]);
  },
);
