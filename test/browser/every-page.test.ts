/** Every page and action of the console and the desk, in a browser: who may do what, and what it leaves. */
import type { Page } from 'playwright-core';
import { formTokenOf } from '../../src/access/console-token';
import { usDate } from '../../src/domain/clinical/calendar-date';
import { defineRole } from '../../src/usecases/tenants/companies';
import { assignRole } from '../../src/usecases/tenants/members';
import { admin } from '../support/admin-shell';
import { axeTimeoutMs, startLooking } from '../support/axe';
import { invite } from '../support/console-members';
import { askForLink, linkTo, openVisitor, signedIn } from '../support/console-visitor';
import { sessionCookie, tokenIn, type Asker, type Sent } from '../support/every-page/asker';
import {
  allRows,
  startEveryPageWorld,
  type Answered,
  type EveryPageWorld,
  type TabledRoute,
} from '../support/every-page/every-page-world';
import { markedPatient, marksOf } from '../support/every-page/marked-patients';
import { sendForm, startLooker, type Looked } from '../support/every-page/looked-at';
import { fill, parametersOf, type Fields, type Things } from '../support/every-page/row';

let world: EveryPageWorld;
beforeAll(async () => {
  world = await startEveryPageWorld();
}, 120_000);
afterAll(() => world.close());

/** Marks of the first company's patients, of the other's, and of either. */
const [markOfAcme, markOfRival, anyMark] = [marksOf('quv'), marksOf('zqx'), marksOf('quv', 'zqx')];

/** An ID that was never assigned. */
const absent = '01a1fa97-cbfd-72da-9b40-09c034bab473';
/** Path parameters that don't name a record. */
const places = new Set(['companyId', 'environment', 'search', 'token', 'kind']);
/** Path parameters that count something of a record. */
const numbers = new Set(['document', 'supportingNumber', 'page']);

/** A signed-out visitor of each site. */
const doors = new Map<string, Asker>();
async function atDoor({ site }: TabledRoute): Promise<Asker> {
  const asker = doors.get(site) ?? (await world.open(site));
  doors.set(site, asker);
  return asker;
}

/** A person who may use the route. */
const whoMay = ({ site }: TabledRoute): Asker => (site === 'desk' ? world.operator : world.owner);
const tokenOf = ({ site }: TabledRoute): string =>
  tokenIn((site === 'desk' ? world.olga : world.acme.owner).cookie());

const nameOf = ({ method, path }: TabledRoute): string => `${method} ${path}`;

/** Returns the routes of the table that match; at least one must. */
function routesOf(wanted: (route: TabledRoute) => boolean): TabledRoute[] {
  const found = world.routes.filter(wanted);
  expect(found).not.toEqual([]);
  return found;
}

const isMembers = ({ site, access }: TabledRoute): boolean =>
  site === 'console' && (access === 'member' || access === 'permitted');

/** Returns a page without form tokens, times, and the requested IDs, so that two pages can be compared. */
function plain({ text }: Answered, things: readonly string[]): string {
  const bare = text.replaceAll(/name="form" value="[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
  return things.reduce((all, thing) => all.replaceAll(thing, 'asked'), bare);
}

/**
 * Returns a requested URL without the file name for the object store's download, which can only be passed in
 * the URL.
 */
function withoutFileName(address: string): string {
  const url = new URL(address);
  if (url.origin === new URL(world.api.services.files.publicOrigin).origin)
    url.searchParams.delete('response-content-disposition');
  return url.href;
}

/** Returns the faults of a request that must be refused, one line each. */
function faultsOf(route: TabledRoute, answered: Answered, status: number, hidden: RegExp): string[] {
  const { event } = route;
  const about = (what: string): string => `${nameOf(route)}: ${what}`;
  return [
    ...(answered.status === status ? [] : [about(`${answered.status} instead of ${status}`)]),
    ...answered.written.map(line => about(`wrote: ${line}`)),
    ...(hidden.test(answered.text + answered.location) ? [about('shows what is hidden')] : []),
    ...(event === undefined || answered.trail.some(row => row.event === event && row.outcome === 'refused')
      ? []
      : [about('left no audit event')]),
  ];
}

async function removeOperator(email: string): Promise<void> {
  const { exitCode } = await admin(world.api, ['operator', 'remove', email]);
  expect(exitCode).toBe(0);
}

test('The search for marks finds each mark of a patient, and no three letters of a token', () => {
  const { marks } = markedPatient('Zqx', 25);
  const words = marks.filter(mark => mark.startsWith('Zqx'));
  expect([words.length, words.filter(mark => !markOfRival.test(mark))]).toEqual([8, []]);
  expect(anyMark.test('4quvZqxF-_zQxid')).toBe(false);
});

test('The route table has a row for every route of the console and the desk, and no other', () => {
  const mounted = world.api.pageRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(mounted.toSorted()).toEqual(Object.keys(allRows).toSorted());
});

test('Permitted requests succeed, and viewing changes nothing', async () => {
  const faults: string[] = [];
  const statuses = { page: 200, data: 200, picture: 200, file: 200, way: 303 } as const;
  for (const route of routesOf(({ method, access }) => method === 'GET' && access !== 'anybody')) {
    const answered = await world.ask(route.site === 'desk' ? world.operator : world.owner, route);
    const due = route.done ?? statuses[route.gives ?? 'page'];
    if (answered.status !== due) faults.push(`${nameOf(route)}: ${answered.status} instead of ${due}`);
    const written = answered.written.filter(line => line !== route.writes);
    faults.push(...written.map(line => `${nameOf(route)}: wrote ${line}`));
  }
  expect(faults).toEqual([]);
});

describe('A request without a session of the site [CONSOLE-52] [DESK-35]', () => {
  test.each([
    ['a visitor', async () => [await world.open('console'), await world.open('desk')]],
    [
      'an operator at the console or a member at the desk',
      async () => [
        await world.open('console', tokenIn(world.olga.cookie())),
        await world.open('desk', tokenIn(world.acme.owner.cookie())),
      ],
    ],
    [
      'a person who was signed out',
      async () => {
        const gone = await world.member('gone', 'Administrator');
        const member = await world.open('console', gone);
        await member.post('/console/sign-out');
        await admin(world.api, ['operator', 'add', 'una@recordwell.example', '--name', 'Una']);
        const una = await signedIn(world.api, 'una@recordwell.example', '/desk');
        const operator = await world.open('desk', tokenIn(una.cookie()));
        expect((await operator.get('/desk')).status).toBe(200);
        await removeOperator('una@recordwell.example');
        return [member, operator];
      },
    ],
  ])('from %s is sent to sign in, and no form does anything', async (_, openBoth) => {
    const [member, operator] = await openBoth();
    if (member === undefined || operator === undefined)
      throw new TypeError('a member and an operator are needed');
    const faults: string[] = [];
    for (const route of routesOf(({ access }) => access !== 'anybody')) {
      const asker = route.site === 'desk' ? operator : member;
      const answered = await world.ask(asker, route);
      const isLook = route.method === 'GET';
      const { event: _none, ...withoutTrail } = route;
      faults.push(...faultsOf(withoutTrail, answered, isLook ? 303 : 401, anyMark));
      if (isLook && !answered.location.startsWith(`/${route.site}/sign-in`))
        faults.push(`${nameOf(route)}: led to ${answered.location}`);
    }
    expect(faults).toEqual([]);
  });
});

describe("A record that a member can't see [CONSOLE-53]", () => {
  test("is like one that doesn't exist, for every page and action of another company", async () => {
    const stranger = await world.open('console', tokenIn(world.rival.owner.cookie()));
    const faults: string[] = [];
    for (const route of routesOf(isMembers)) {
      const { things } = world.acme;
      const fields = route.method === 'POST' ? await world.fieldsOf(route) : {};
      const theirs = await world.ask(stranger, route, { fields });
      const none = await world.ask(stranger, route, { things: { ...things, companyId: 'absent' }, fields });
      faults.push(...faultsOf(route, theirs, 404, markOfAcme));
      if (plain(theirs, []) !== plain(none, []))
        faults.push(`${nameOf(route)}: other bytes than for an absent one`);
    }
    expect(faults).toEqual([]);
  });

  test('opens in a tab as an absent page, or as the sign-in page without a session', async () => {
    const stranger = await world.open('console', tokenIn(world.rival.owner.cookie()));
    const looker = await startLooker(stranger.context, world.origin);
    const nobody = await startLooker((await world.open('console')).context, world.origin);
    const none = await looker.look('/console/companies/absent/sandbox');
    const faults: string[] = [];
    for (const route of routesOf(route => isMembers(route) && route.method === 'GET')) {
      const { status, html } = await looker.look(world.pathOf(route));
      if (status !== 404 || html !== none.html) faults.push(`${nameOf(route)}: ${status}, and other bytes`);
      const door = await nobody.look(world.pathOf(route));
      if (door.status !== 200 || !door.html.includes('E-mail me a link') || markOfAcme.test(door.html))
        faults.push(`${nameOf(route)}: a visitor sees another page than the sign-in page`);
    }
    expect(faults).toEqual([]);
    expect([...looker.left.kept, ...nobody.left.kept].filter(line => markOfAcme.test(line))).toEqual([]);
    await stranger.context.close();
  });

  /** Compares answers for each hidden record in a path, one at a time, with those for an absent record. */
  async function compared(
    asker: Asker,
    route: TabledRoute,
    hidden: Things,
    own: Things = world.acme.things,
  ): Promise<string[]> {
    const faults: string[] = [];
    const fields = route.method === 'POST' ? await world.fieldsOf(route) : {};
    for (const parameter of parametersOf(route.path)) {
      const thing = route.by?.[parameter] ?? parameter;
      const value = hidden[thing];
      if (places.has(thing) || numbers.has(thing) || value === undefined) continue;
      const theirs = await world.ask(asker, route, { things: { ...own, [thing]: value }, fields });
      const none = await world.ask(asker, route, { things: { ...own, [thing]: absent }, fields });
      faults.push(...faultsOf(route, theirs, 404, markOfRival), ...faultsOf(route, none, 404, markOfRival));
      if (plain(theirs, [value]) !== plain(none, [absent]))
        faults.push(`${nameOf(route)}: of ${thing} other bytes than for an absent one`);
    }
    return faults;
  }

  test("is like one that doesn't exist, for another company's record in the member's own path", async () => {
    const faults: string[] = [];
    for (const route of routesOf(route => isMembers(route) || route.access === 'person'))
      if (route.site === 'console') faults.push(...(await compared(world.owner, route, world.rival.things)));
    expect(faults).toEqual([]);
  });

  test("is like one that doesn't exist, for another company's record in a form", async () => {
    const faults: string[] = [];
    for (const route of routesOf(({ names }) => names !== undefined))
      for (const [field, thing] of Object.entries(route.names ?? {})) {
        const shown = await world.fieldsOf(route);
        const theirs = world.rival.things[thing] ?? '';
        const [answered, none] = [
          await world.ask(world.owner, route, { fields: { ...shown, [field]: theirs } }),
          await world.ask(world.owner, route, { fields: { ...shown, [field]: absent } }),
        ];
        for (const { status, written } of [answered, none])
          if (status < 400 || written.length > 0)
            faults.push(`${nameOf(route)}: ${field} is accepted: ${status} ${written.join()}`);
        if (plain(answered, [theirs]) !== plain(none, [absent]) || answered.status !== none.status)
          faults.push(`${nameOf(route)}: of ${field} other bytes than for an absent one`);
        if (markOfRival.test(plain(answered, [theirs])))
          faults.push(`${nameOf(route)}: shows what is hidden`);
      }
    expect(faults).toEqual([]);
  });

  test("is like one that doesn't exist, for another environment, a hidden project, or another member", async () => {
    const [unprojected, colleague] = [
      await world.open('console', await world.member('unprojected', 'Administrator', false)),
      await world.open('console', await world.member('peer', 'Member')),
    ];
    const { things } = world.acme;
    const faults: string[] = [];
    for (const route of routesOf(isMembers)) {
      if (route.isOfProject) faults.push(...(await compared(unprojected, route, things)));
      if (route.isOfOwner) faults.push(...(await compared(colleague, route, things)));
      if (!route.isOfBoth)
        faults.push(
          ...(await compared(world.owner, route, things, { ...things, environment: 'production' })),
        );
    }
    expect(faults).toEqual([]);
  });
});

describe("An action that a role doesn't permit [CONSOLE-54]", () => {
  test('is refused to a member whose role permits nothing', async () => {
    await world.api.change(change =>
      defineRole(change, { companyId: 'acme', name: 'Guest', permissions: [] }),
    );
    const guest = await world.open('console', await world.member('guest', 'Guest'));
    const faults: string[] = [];
    for (const route of routesOf(isMembers)) {
      const answered = await world.ask(guest, route);
      const due = route.isOfOwner ? 404 : 403;
      if (route.access === 'permitted') faults.push(...faultsOf(route, answered, due, anyMark));
      else if (anyMark.test(answered.text)) faults.push(`${nameOf(route)}: shows what is hidden`);
    }
    expect(faults).toEqual([]);
  });

  test('is refused as roleNotAssigned after the role is removed, for every open page and form', async () => {
    const former = await world.open('console', await world.member('former', 'Administrator'));
    const opened = new Map<TabledRoute, Awaited<ReturnType<EveryPageWorld['fieldsOf']>>>();
    for (const route of routesOf(isMembers)) opened.set(route, await world.fieldsOf(route));
    await world.api.change(change =>
      assignRole(change, { companyId: 'acme', email: 'former@acme.example', role: undefined }),
    );
    const faults: string[] = [];
    for (const [route, fields] of opened) {
      const answered = await world.ask(former, route, { fields, sent: { accept: 'application/json' } });
      faults.push(...faultsOf(route, answered, 403, anyMark));
      if (!answered.text.includes('"code":"roleNotAssigned"'))
        faults.push(`${nameOf(route)}: ${answered.text.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
  });
});

test('The desk answers the same for absent records and records of another kind, on every route [DESK-36]', async () => {
  const never = await world.operator.get('/desk/nothing');
  const { patient: sandboxed = '' } = world.acme.things;
  const faults: string[] = [];
  for (const route of routesOf(({ site, access }) => site === 'desk' && access !== 'anybody')) {
    const things = world.deskThings;
    const fields = route.method === 'POST' ? await world.fieldsOf(route) : {};
    for (const parameter of parametersOf(route.path)) {
      const thing = route.by?.[parameter] ?? parameter;
      if (places.has(thing) || numbers.has(thing)) continue;
      const otherKind = things[thing === 'exchange' ? 'site' : 'exchange'] ?? '';
      // A sandbox's patient has a page at the desk, and nothing to review.
      const isReview = thing === 'review' && !route.path.startsWith('/desk/patients/');
      const wrong = [absent, 'x', otherKind, ...(isReview ? [sandboxed] : [])];
      for (const value of wrong) {
        const answered = await world.ask(world.operator, route, {
          things: { ...things, [thing]: value },
          fields,
        });
        faults.push(...faultsOf(route, answered, 404, anyMark));
        if (answered.text !== never.text)
          faults.push(`${nameOf(route)}: of ${thing} other bytes than for an absent one`);
      }
    }
  }
  expect(faults).toEqual([]);
});

describe('A forged form [CONSOLE-55] [DESK-37]', () => {
  const forms = (): TabledRoute[] => routesOf(({ method }) => method === 'POST');

  test.each<readonly [string, Sent]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port of the host', { origin: 'http://localhost:1' }],
    ['another site by Sec-Fetch-Site', { fetchSite: 'cross-site' }],
    ['another host of the same site', { fetchSite: 'same-site' }],
  ])('from %s does nothing', async (_, sent) => {
    const faults: string[] = [];
    for (const route of forms()) {
      const answered = await world.ask(whoMay(route), route, { sent });
      faults.push(...faultsOf(route, answered, 403, markOfRival));
      if (answered.headers['set-cookie'] !== undefined) faults.push(`${nameOf(route)}: sets a cookie`);
    }
    expect(faults).toEqual([]);
  });

  test.each<readonly [string, (route: TabledRoute) => string | null]>([
    ['without a token', () => null],
    ['with a guessed token', () => 'a'.repeat(43)],
    [
      'with the token of another session of the same person',
      route => formTokenOf(world.thingsOf(route)['otherToken'] ?? '', world.pathOf(route)),
    ],
    [
      'with the token of another form of the session',
      route => formTokenOf(tokenOf(route), `${world.pathOf(route)}/x`),
    ],
  ])('%s does nothing', async (_, formTokenFor) => {
    const faults: string[] = [];
    for (const route of forms().filter(({ access }) => access !== 'anybody')) {
      const answered = await world.ask(whoMay(route), route, { sent: { formToken: formTokenFor(route) } });
      faults.push(...faultsOf(route, answered, 403, markOfRival));
    }
    expect(faults).toEqual([]);
  });
});

test('No page can be cached or framed, or runs inline code [CONSOLE-56] [DESK-38]', async () => {
  const faults: string[] = [];
  const policies = {
    console:
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'(?: http:\S+){0,2}; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
    desk: /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'(?: http:\S+){0,2}; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
  } as const;
  for (const route of routesOf(({ method }) => method === 'GET'))
    for (const asker of [whoMay(route), await atDoor(route)]) {
      const { headers, text } = await world.ask(asker, route);
      const due: ReadonlyArray<readonly [string, RegExp]> = [
        ['content-security-policy', policies[route.site]],
        ['cache-control', /^no-store$/],
        ['x-frame-options', /^DENY$/],
        ['x-content-type-options', /^nosniff$/],
        ['referrer-policy', /^same-origin$/],
      ];
      for (const [name, wanted] of due)
        if (!wanted.test(headers[name] ?? '')) faults.push(`${nameOf(route)}: ${name}: ${headers[name]}`);
      if (/<style|style=|<script(?! src="\/(?:console|desk)\/assets\/)|\son\w+=/.test(text))
        faults.push(`${nameOf(route)}: has inline code`);
    }
  expect(faults).toEqual([]);
});

/** Returns the marked values of all patients. */
const marksOfPatients = (): string[] => world.patients.flatMap(patient => patient.marks);

describe('A browser that views every page of the console and the desk', () => {
  let faults: readonly string[];
  let foundMarks: ReadonlySet<string>;
  let left: readonly string[];
  beforeAll(async () => {
    ({ faults, foundMarks, left } = await lookAtAll());
  }, 180_000);

  test('requests nothing from elsewhere, loads little, and reports no errors [CONSOLE-56] [DESK-38]', () => {
    expect(faults).toEqual([]);
  });

  test('sees the values of all patients', () => {
    const marks = marksOfPatients();
    expect(marks).toHaveLength(220);
    // The desk doesn't show a patient's town, phone number, or address.
    const unseen = marks.filter(mark => !foundMarks.has(mark));
    expect(unseen.filter(mark => !/town|mail|matter|^1208/.test(mark))).toEqual([]);
  });

  test('keeps none of them, nor do logs, audit events, commands, or e-mails [CONSOLE-57] [DESK-39]', async () => {
    const logged = world.api.logLines.join('\n');
    expect(logged).toContain('console.patient.read');
    const commands = await world.api.commands();
    expect(commands).not.toEqual([]);
    const passedOn = JSON.stringify([commands, await world.api.audits(), world.api.consoleMails]);
    const everything = [...left, logged, passedOn].join('\n');
    expect(marksOfPatients().filter(mark => everything.includes(mark))).toEqual([]);
  });
});

/** Views every page. @returns the faults of each, the marks found, and what the browser keeps */
async function lookAtAll(): Promise<{ faults: string[]; foundMarks: Set<string>; left: string[] }> {
  const faults: string[] = [];
  const marks = marksOfPatients();
  const foundMarks = new Set<string>();
  const left: string[] = [];
  for (const site of ['console', 'desk'] as const) {
    let absentPages = 0;
    const looker = await startLooker((site === 'desk' ? world.operator : world.owner).context, world.origin);
    const note = (route: TabledRoute, due: number, { status, html, faults: found }: Looked): void => {
      if (status !== due) faults.push(`${nameOf(route)}: ${status} instead of ${due}`);
      if (due === 404) absentPages += 1;
      faults.push(...found.map(fault => `${nameOf(route)}: ${fault}`));
      // Pages write a birth date as in the United States.
      for (const mark of marks) if (html.includes(mark) || html.includes(usDate(mark))) foundMarks.add(mark);
    };
    for (const route of routesOf(({ site: of, access }) => of === site && access !== 'anybody')) {
      const gives = route.gives ?? 'page';
      const things = world.thingsOf(route);
      if (route.method === 'POST') {
        if (route.done !== 200 || route.on === undefined) continue;
        await looker.look(fill(route.on, things, route.by));
        note(route, 200, await looker.send(world.pathOf(route), route.fields?.(things) ?? {}));
        continue;
      }
      const named = parametersOf(route.path)
        .map(name => route.by?.[name] ?? name)
        .filter(name => !places.has(name));
      const isOfPatient = (own: Things): boolean => named.every(name => name in own);
      const each = named.length === 0 ? [] : world.ofPatients[site].filter(isOfPatient);
      for (const own of each.length === 0 ? [{}] : each) {
        const path = world.pathOf(route, { ...things, ...own });
        if (gives === 'way' && route.path.includes(':')) {
          const status = await looker.follow(path);
          if (status !== 200) faults.push(`${nameOf(route)}: the redirect ends with ${status}`);
        } else if (gives === 'page') note(route, route.done ?? 200, await looker.look(path));
      }
    }
    left.push(...looker.left.requested.map(withoutFileName), ...looker.left.kept);
    // The browser also reports refused forms, and pages that are absent as they should be.
    const others = looker.left.complaints.filter(complaint => !complaint.includes('status of 409'));
    const isAbsent = (complaint: string): boolean => complaint.includes('status of 404');
    faults.push(...others.filter(complaint => !isAbsent(complaint)));
    faults.push(...others.filter(isAbsent).slice(absentPages));
  }
  return { faults, foundMarks, left };
}

describe('A session [CONSOLE-59] [DESK-41]', () => {
  /** A way to sign in, in a tab that already has another person's session. */
  type Way = (page: Page) => Promise<void>;

  const byLink =
    (site: 'console' | 'desk', email: string): Way =>
    async page => {
      await askForLink(openVisitor(world.api, `/${site}`), email, `/${site}`);
      await page.goto(world.origin + (await linkTo(world.api, email)));
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
  const byInvitation: Way = async page => {
    const email = 'newcomer@acme.example';
    await invite(world.api, world.acme.owner, email);
    await page.goto(world.origin + (await linkTo(world.api, email)));
    await page.getByRole('button', { name: 'Accept invitation' }).click();
  };
  const byPasskey: Way = async page => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const [planted] = await page.context().cookies();
    if (planted === undefined) throw new TypeError('nothing was planted');
    const keeper = await world.member('keeper', 'Viewer');
    await page.context().addCookies([sessionCookie(world.origin, 'console', keeper)]);
    await page.goto(`${world.origin}/console/account`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Name').fill('My laptop');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    await page.context().addCookies([sessionCookie(world.origin, 'console', planted.value)]);
    await page.goto(`${world.origin}/console/sign-in?to=%2Fconsole%2Faccount`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
  };
  const bySignOn: Way = async page => {
    world.provider.be({ email: world.acme.company.email });
    await page.goto(`${world.origin}/console/sign-on?to=%2Fconsole%2Faccount`);
  };

  test.each<readonly [string, 'console' | 'desk', () => Way]>([
    ['from a link at the console', 'console', () => byLink('console', 'linked@acme.example')],
    ['from a link at the desk', 'desk', () => byLink('desk', 'lina@recordwell.example')],
    ['from an invitation', 'console', () => byInvitation],
    ['from a passkey', 'console', () => byPasskey],
    ['from the identity provider', 'console', () => bySignOn],
  ])("%s has a new ID, and ends the browser's previous session", async (way, site, signInBy) => {
    const name = `planter-${way.replaceAll(/\W/g, '')}`;
    let planted: string;
    if (site === 'console') {
      planted = await world.member(name, 'Viewer');
      if (way.includes('link')) await world.member('linked', 'Viewer');
    } else {
      for (const email of [`${name}@recordwell.example`, 'lina@recordwell.example'])
        await admin(world.api, ['operator', 'add', email, '--name', 'Lina']);
      planted = tokenIn((await signedIn(world.api, `${name}@recordwell.example`, '/desk')).cookie());
    }
    const victim = await world.open(site, planted);
    expect((await victim.get(`/${site}/account`)).status).toBe(200);
    const page = await victim.context.newPage();
    await signInBy()(page);
    await page.waitForURL(
      url => url.origin === world.origin && !/sign-|passkey|invitations/.test(url.pathname),
    );
    const cookie = (await victim.context.cookies()).find(({ name }) => name.startsWith('__Host-recordwell'));
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    expect(cookie?.value).not.toBe(planted);
    const { text } = await (await world.open(site, cookie?.value)).get(`/${site}/account`);
    expect(text).not.toContain(name);
    const { status, location } = await (await world.open(site, planted)).get(`/${site}/account`);
    expect([status, location]).toEqual([303, expect.stringContaining(`/${site}/sign-in`)]);
    await victim.context.close();
  });
});

/** Pages that aren't in the table: other states, and errors. */
const alsoShown = {
  console: ['/console/nothing', '/console/sign-in?to=%2Fconsole%2Faccount'],
  desk: [
    ...['/desk/nothing', '/desk?mine=yes&company=absent', '/desk?kind=site', '/desk?snoozed=yes&many=yes'],
    ...['/desk/audit?from=soon', '/desk/sign-in?to=%2Fdesk%2Faccount'],
  ],
} as const;

/** Forms whose page shows why they were refused. */
const refusedToo = new Set(['/desk/authorizations/:uid/decide']);

test.each(['console', 'desk'] as const)(
  'axe finds nothing on any page of the %s, and none is wider than the screen [CONSOLE-16] [DESK-18]',
  async site => {
    const found: string[] = [];
    const whole = (path: string): string => world.origin + path;
    const token = tokenIn((site === 'desk' ? world.olga : world.acme.owner).cookie());
    const findViolations = await startLooking(world.browser, async page => {
      await page.context().addCookies([sessionCookie(world.origin, site, token)]);
    });
    const findAtDoor = await startLooking(world.browser);
    for (const route of routesOf(({ site: of, gives = 'page' }) => of === site && gives === 'page')) {
      const { on, done = 303 } = route;
      const find = route.access === 'anybody' ? findAtDoor : findViolations;
      const violations = async (): Promise<string[]> => {
        if (route.method === 'GET') return find(whole(world.pathOf(route)));
        if (on === undefined || done === 303) return [];
        return find(async page => {
          await page.goto(whole(fill(on, world.thingsOf(route), route.by)));
          const fields = route.fields?.(world.thingsOf(route)) ?? {};
          expect(await sendForm(page, world.origin, world.pathOf(route), fields)).toBe(done);
        });
      };
      found.push(...(await violations()).map(line => `${nameOf(route)}: ${line}`));
    }
    for (const route of routesOf(({ path }) => refusedToo.has(path)).filter(({ site: of }) => of === site)) {
      const violations = await findViolations(async page => {
        await page.goto(whole(fill(route.on ?? '', world.thingsOf(route), route.by)));
        expect(await sendForm(page, world.origin, world.pathOf(route), { version: '0' })).toBe(409);
      });
      found.push(...violations.map(line => `${nameOf(route)}, refused: ${line}`));
    }
    for (const path of alsoShown[site])
      found.push(...(await findViolations(whole(path))).map(line => `${path}: ${line}`));
    expect(found).toEqual([]);
  },
  axeTimeoutMs * 2,
);

/** Returns the error that a page shows for a refused form. */
const errorOn = ({ text }: Answered): string => /role="alert">([^<]+)/.exec(text)?.[1] ?? '';

/** Returns the form as it is shown now, or `undefined` if it is no longer there. */
async function shownNow(route: TabledRoute): Promise<Fields | undefined> {
  return world.fieldsOf(route).catch(() => undefined);
}

/** Returns what the same form, sent again, added a second time: a double click creates one thing. */
function doubledBy(route: TabledRoute, once: Answered, again: Answered): string[] {
  const added = ({ written }: Answered): string[] => written.filter(line => line.startsWith('insert '));
  const first = added(once);
  return added(again)
    .map(line => line.replace('insert ', ''))
    .filter(table => first.includes(`insert ${table}`) && !(route.addsAgain ?? []).includes(table))
    .map(table => `${nameOf(route)}: sent twice, it adds two to ${table} (${once.status}, ${again.status})`);
}

test('Each valid form is accepted, adds nothing when it is sent twice, and is refused with a reason when it is older than a change [CONSOLE-58] [CONSOLE-100] [DESK-40]', async () => {
  const forms = routesOf(({ method }) => method === 'POST');
  const shownFirst = new Map<TabledRoute, Fields>();
  for (const route of forms) shownFirst.set(route, await world.fieldsOf(route));
  const others = {
    console: await world.open('console', world.acme.things['otherToken']),
    desk: await world.open('desk', world.deskThings['otherToken']),
  };
  const refused = new Set<string>();
  const faults: string[] = [];
  const expectRefused = async (route: TabledRoute, asker: Asker, fields: Fields): Promise<void> => {
    const { status, written, ...page } = await world.ask(asker, route, { fields });
    if ((status !== 409 && status !== 404) || written.length > 0)
      faults.push(
        `${nameOf(route)}: an outdated form is ${status} ${errorOn({ ...page, status, written })} ` +
          written.join(),
      );
    refused.add(nameOf(route));
  };
  for (const route of forms) {
    const asker =
      route.access === 'anybody'
        ? await world.open(route.site)
        : route.path.endsWith('/sign-out')
          ? others[route.site]
          : whoMay(route);
    const [first, fields] = [shownFirst.get(route) ?? {}, (await shownNow(route)) ?? {}];
    // A form that creates something has a new key each time it is shown.
    const withoutKey = (shown: Fields | undefined): string => JSON.stringify({ ...shown, once: '' });
    const isOld = (before: Fields, now: Fields | undefined): boolean =>
      withoutKey(before) !== withoutKey(now);
    if (isOld(first, fields)) await expectRefused(route, asker, first);
    const answered = await world.ask(asker, route, { fields });
    const due = route.done ?? 303;
    if (answered.status !== due)
      faults.push(`${nameOf(route)}: ${answered.status} instead of ${due}: ${errorOn(answered)}`);
    faults.push(...doubledBy(route, answered, await world.ask(asker, route, { fields })));
    if (route.isAboutVersion && isOld(fields, await shownNow(route)))
      await expectRefused(route, asker, fields);
  }
  const about = forms.filter(({ isAboutVersion }) => isAboutVersion).map(nameOf);
  expect([faults, about.filter(name => !refused.has(name))]).toEqual([[], []]);
});
