/**
 * Over every page and action of the console and the desk, in a browser: who gets what, and what is left
 * behind.
 */
import type { Page } from 'playwright-core';
import { formTokenOf } from '../../src/access/console-token';
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

/** Marks of patients of the company that most of this is about, of the other one, and of either. */
const [markOfAcme, markOfRival, anyMark] = [marksOf('quv'), marksOf('zqx'), marksOf('quv', 'zqx')];

/** An id that was never given. */
const absent = '01a1fa97-cbfd-72da-9b40-09c034bab473';
/** What no two things of companies have in common, and what the path says. */
const places = new Set(['companyId', 'environment', 'search', 'token', 'kind', 'document', 'page']);

/** Somebody at the door of each site. */
const doors = new Map<string, Asker>();
async function atDoor({ site }: TabledRoute): Promise<Asker> {
  const asker = doors.get(site) ?? (await world.open(site));
  doors.set(site, asker);
  return asker;
}

/** Whoever may ask for it, and the token of their session. */
const whoMay = ({ site }: TabledRoute): Asker => (site === 'desk' ? world.operator : world.owner);
const tokenOf = ({ site }: TabledRoute): string =>
  tokenIn((site === 'desk' ? world.olga : world.acme.owner).cookie());

const nameOf = ({ method, path }: TabledRoute): string => `${method} ${path}`;

/** Routes as the table has them, those alone that are asked for. */
function routesOf(wanted: (route: TabledRoute) => boolean): TabledRoute[] {
  const found = world.routes.filter(wanted);
  expect(found).not.toEqual([]);
  return found;
}

const isMembers = ({ site, access }: TabledRoute): boolean =>
  site === 'console' && (access === 'member' || access === 'permitted');

/**
 * A page without what differs between two sessions or two moments, and without the ids that were asked for.
 */
function plain({ text }: Answered, things: readonly string[]): string {
  const bare = text.replaceAll(/name="form" value="[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
  return things.reduce((all, thing) => all.replaceAll(thing, 'asked'), bare);
}

/**
 * An address that was asked for, without the name under which the object store is told to hand a file out: it
 * has no other way.
 */
function withoutFileName(address: string): string {
  const url = new URL(address);
  if (url.origin === new URL(world.api.services.files.publicOrigin).origin)
    url.searchParams.delete('response-content-disposition');
  return url.href;
}

/** A request that is to be refused: what of it is not as it should be, a line each. */
function faultsOf(route: TabledRoute, answered: Answered, status: number, hidden: RegExp): string[] {
  const { event } = route;
  const about = (what: string): string => `${nameOf(route)}: ${what}`;
  return [
    ...(answered.status === status ? [] : [about(`${answered.status} in place of ${status}`)]),
    ...answered.written.map(line => about(`wrote: ${line}`)),
    ...(hidden.test(answered.text + answered.location) ? [about('shows what is hidden')] : []),
    ...(event === undefined || answered.trail.some(row => row.event === event && row.outcome === 'refused')
      ? []
      : [about('left no row in the trail')]),
  ];
}

async function removeOperator(email: string): Promise<void> {
  const { exitCode } = await admin(world.api, ['operator', 'remove', email]);
  expect(exitCode).toBe(0);
}

test('each mark of a patient is found by what looks for it, and no three letters of a token are', () => {
  const { marks } = markedPatient('Zqx', 25);
  const words = marks.filter(mark => mark.startsWith('Zqx'));
  expect([words.length, words.filter(mark => !markOfRival.test(mark))]).toEqual([7, []]);
  expect(anyMark.test('4quvZqxF-_zQxid')).toBe(false);
});

test('the table has a row for every route of console and desk, and for nothing else', () => {
  const mounted = world.api.pageRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(mounted.toSorted()).toEqual(Object.keys(allRows).toSorted());
});

test('whoever may is answered, and no look changes anything', async () => {
  const faults: string[] = [];
  const statuses = { page: 200, data: 200, picture: 200, way: 303 } as const;
  for (const route of routesOf(({ method, access }) => method === 'GET' && access !== 'anybody')) {
    const answered = await world.ask(route.site === 'desk' ? world.operator : world.owner, route);
    const due = route.done ?? statuses[route.gives ?? 'page'];
    if (answered.status !== due) faults.push(`${nameOf(route)}: ${answered.status} in place of ${due}`);
    faults.push(...answered.written.map(line => `${nameOf(route)}: wrote ${line}`));
  }
  expect(faults).toEqual([]);
});

describe('without a session of the site [CONSOLE-52] [DESK-35]', () => {
  test.each([
    ['nobody', async () => [await world.open('console'), await world.open('desk')]],
    [
      'an operator at the console and a member at the desk, with their tokens in its cookie',
      async () => [
        await world.open('console', tokenIn(world.olga.cookie())),
        await world.open('desk', tokenIn(world.acme.owner.cookie())),
      ],
    ],
    [
      'somebody who was signed out',
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
  ])('%s: is led to the door, and no form does anything', async (_, openBoth) => {
    const [member, operator] = await openBoth();
    if (member === undefined || operator === undefined) throw new TypeError('two are needed');
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

describe('what a member cannot see does not exist for them [CONSOLE-53]', () => {
  test('another company is one that never was, for each page and act', async () => {
    const stranger = await world.open('console', tokenIn(world.rival.owner.cookie()));
    const faults: string[] = [];
    for (const route of routesOf(isMembers)) {
      const { things } = world.acme;
      const fields = route.method === 'POST' ? await world.fieldsOf(route) : {};
      const theirs = await world.ask(stranger, route, { fields });
      const none = await world.ask(stranger, route, { things: { ...things, companyId: 'absent' }, fields });
      faults.push(...faultsOf(route, theirs, 404, markOfAcme));
      if (plain(theirs, []) !== plain(none, [])) faults.push(`${nameOf(route)}: other bytes than of none`);
    }
    expect(faults).toEqual([]);
  });

  test('a tab of another company that opens a page is shown the same as of none, and nobody’s is led to the door', async () => {
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
        faults.push(`${nameOf(route)}: nobody is shown another page than the door`);
    }
    expect(faults).toEqual([]);
    expect([...looker.left.kept, ...nobody.left.kept].filter(line => markOfAcme.test(line))).toEqual([]);
    await stranger.context.close();
  });

  /** What is asked for with each thing of its path, one at a time, that is not there for whoever asks. */
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
      if (places.has(thing) || value === undefined) continue;
      const theirs = await world.ask(asker, route, { things: { ...own, [thing]: value }, fields });
      const none = await world.ask(asker, route, { things: { ...own, [thing]: absent }, fields });
      faults.push(...faultsOf(route, theirs, 404, markOfRival), ...faultsOf(route, none, 404, markOfRival));
      if (plain(theirs, [value]) !== plain(none, [absent]))
        faults.push(`${nameOf(route)}: of ${thing} other bytes than of none`);
    }
    return faults;
  }

  test('each thing of another company, in a path of one’s own, is as one that never was', async () => {
    const faults: string[] = [];
    for (const route of routesOf(route => isMembers(route) || route.access === 'person'))
      if (route.site === 'console') faults.push(...(await compared(world.owner, route, world.rival.things)));
    expect(faults).toEqual([]);
  });

  test('each thing that a form names is as one that never was, where it is another company’s', async () => {
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
            faults.push(`${nameOf(route)}: ${field} is taken: ${status} ${written.join()}`);
        if (plain(answered, [theirs]) !== plain(none, [absent]) || answered.status !== none.status)
          faults.push(`${nameOf(route)}: of ${field} other bytes than of none`);
        if (markOfRival.test(plain(answered, [theirs])))
          faults.push(`${nameOf(route)}: shows what is hidden`);
      }
    expect(faults).toEqual([]);
  });

  test('nor in the other environment, nor what is of a project that they do not see, nor of another member', async () => {
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

describe('what a role does not permit is refused whatever it is about [CONSOLE-54]', () => {
  test('a member whose role permits nothing', async () => {
    await world.api.change(inner => defineRole(inner, { companyId: 'acme', name: 'Guest', permissions: [] }));
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

  test('a member whose role was taken away while the page was open: by its code, for every page and act', async () => {
    const former = await world.open('console', await world.member('former', 'Administrator'));
    const opened = new Map<TabledRoute, Awaited<ReturnType<EveryPageWorld['fieldsOf']>>>();
    for (const route of routesOf(isMembers)) opened.set(route, await world.fieldsOf(route));
    await world.api.change(inner =>
      assignRole(inner, { companyId: 'acme', email: 'former@acme.example', role: undefined }),
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

test('at the desk what is not there is as what never was, a thing of another kind as well, for each page and act [DESK-36]', async () => {
  const never = await world.operator.get('/desk/nothing');
  const { patient: sandboxed = '' } = world.acme.things;
  const faults: string[] = [];
  for (const route of routesOf(({ site, access }) => site === 'desk' && access !== 'anybody')) {
    const things = world.deskThings;
    const fields = route.method === 'POST' ? await world.fieldsOf(route) : {};
    for (const parameter of parametersOf(route.path)) {
      const thing = route.by?.[parameter] ?? parameter;
      if (places.has(thing)) continue;
      const otherKind = things[thing === 'exchange' ? 'site' : 'exchange'] ?? '';
      const wrong = [absent, 'x', otherKind, ...(thing === 'review' ? [sandboxed] : [])];
      for (const value of wrong) {
        const answered = await world.ask(world.operator, route, {
          things: { ...things, [thing]: value },
          fields,
        });
        faults.push(...faultsOf(route, answered, 404, anyMark));
        if (answered.text !== never.text)
          faults.push(`${nameOf(route)}: of ${thing} other bytes than of none`);
      }
    }
  }
  expect(faults).toEqual([]);
});

describe('a form that comes from no page of the session, or from elsewhere, does nothing [CONSOLE-55] [DESK-37]', () => {
  const forms = (): TabledRoute[] => routesOf(({ method }) => method === 'POST');

  test.each<readonly [string, Sent]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port of the host', { origin: 'http://localhost:1' }],
    ['another site, as the browser says', { fetchSite: 'cross-site' }],
    ['another host of the same site', { fetchSite: 'same-site' }],
  ])('from %s', async (_, sent) => {
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
    ['with a token that was guessed', () => 'a'.repeat(43)],
    [
      'with the token of another session of the same person',
      route => formTokenOf(world.thingsOf(route)['otherToken'] ?? '', world.pathOf(route)),
    ],
    [
      'with the token of another form of the session',
      route => formTokenOf(tokenOf(route), `${world.pathOf(route)}/x`),
    ],
  ])('%s', async (_, formTokenFor) => {
    const faults: string[] = [];
    for (const route of forms().filter(({ access }) => access !== 'anybody')) {
      const answered = await world.ask(whoMay(route), route, { sent: { formToken: formTokenFor(route) } });
      faults.push(...faultsOf(route, answered, 403, markOfRival));
    }
    expect(faults).toEqual([]);
  });
});

test('each page is kept by no cache, stands in no frame, and runs nothing that is written into it [CONSOLE-56] [DESK-38]', async () => {
  const faults: string[] = [];
  const policies = {
    console:
      /^default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
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
        faults.push(`${nameOf(route)}: something is written into it`);
    }
  expect(faults).toEqual([]);
});

/** The marked values of all patients. */
const marksOfPatients = (): string[] => world.patients.flatMap(patient => patient.marks);

describe('a browser that looks at every page of console and desk', () => {
  let faults: readonly string[];
  let seen: ReadonlySet<string>;
  let left: readonly string[];
  beforeAll(async () => {
    ({ faults, seen, left } = await lookAtAll());
  }, 180_000);

  test('is asked for nothing from elsewhere, loads little, and complains of nothing [CONSOLE-56] [DESK-38]', () => {
    expect(faults).toEqual([]);
  });

  test('sees the values of all patients', () => {
    const marks = marksOfPatients();
    expect(marks).toHaveLength(200);
    // The desk shows neither the town nor a number or an address of whom it works on.
    const unseen = marks.filter(mark => !seen.has(mark));
    expect(unseen.filter(mark => !/town|mail|^1208/.test(mark))).toEqual([]);
  });

  test('keeps none of them, nor does a log, the trail, a command or a mail [CONSOLE-57] [DESK-39]', async () => {
    const logged = world.api.logLines.join('\n');
    expect(logged).toContain('console.patient.read');
    const commands = await world.api.commands();
    expect(commands).not.toEqual([]);
    const passedOn = JSON.stringify([commands, await world.api.audits(), world.api.consoleMails]);
    const everything = [...left, logged, passedOn].join('\n');
    expect(marksOfPatients().filter(mark => everything.includes(mark))).toEqual([]);
  });
});

/**
 * Looks at every page. @returns what is wrong with each, the marks that were seen, and what the browser keeps
 */
async function lookAtAll(): Promise<{ faults: string[]; seen: Set<string>; left: string[] }> {
  const faults: string[] = [];
  const marks = marksOfPatients();
  const seen = new Set<string>();
  const left: string[] = [];
  for (const site of ['console', 'desk'] as const) {
    const looker = await startLooker((site === 'desk' ? world.operator : world.owner).context, world.origin);
    const note = (route: TabledRoute, due: number, { status, html, faults: found }: Looked): void => {
      if (status !== due) faults.push(`${nameOf(route)}: ${status} in place of ${due}`);
      faults.push(...found.map(fault => `${nameOf(route)}: ${fault}`));
      for (const mark of marks) if (html.includes(mark)) seen.add(mark);
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
          if (status !== 200) faults.push(`${nameOf(route)}: the way ends with ${status}`);
        } else if (gives === 'page') note(route, route.done ?? 200, await looker.look(path));
      }
    }
    left.push(...looker.left.requested.map(withoutFileName), ...looker.left.kept);
    // The browser tells of what is refused as well.
    faults.push(...looker.left.complaints.filter(said => !said.includes('status of 409')));
  }
  return { faults, seen, left };
}

describe('whoever signs in has a session that nobody knew before, and the one that was there is over [CONSOLE-59] [DESK-41]', () => {
  /** A way to sign in, in a tab that has a session of somebody else’s already. */
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
    ['by a link, at the console', 'console', () => byLink('console', 'linked@acme.example')],
    ['by a link, at the desk', 'desk', () => byLink('desk', 'lina@recordwell.example')],
    ['by an invitation', 'console', () => byInvitation],
    ['by a passkey', 'console', () => byPasskey],
    ['by the identity provider', 'console', () => bySignOn],
  ])('%s', async (way, site, signInBy) => {
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

/** Pages beside those of the table: another state of one, and what is said in place of one. */
const alsoShown = {
  console: ['/console/nothing', '/console/sign-in?to=%2Fconsole%2Faccount'],
  desk: [
    ...['/desk/nothing', '/desk?mine=yes&company=absent', '/desk?kind=site', '/desk?snoozed=yes&many=yes'],
    ...['/desk/audit?from=soon', '/desk/sign-in?to=%2Fdesk%2Faccount'],
  ],
} as const;

/** Forms whose page says beside them why they are refused. */
const refusedToo = new Set(['/desk/authorizations/:uid/decide']);

test.each(['console', 'desk'] as const)(
  'axe finds nothing on any page of the %s, large and light, small and dark, and none is wider than ' +
    'the screen [CONSOLE-16] [DESK-18]',
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

/** What a page says in answer to a form that it refuses. */
const saidBy = ({ text }: Answered): string => /role="alert">([^<]+)/.exec(text)?.[1] ?? '';

/** The form as it is shown now; `undefined` where there is none any more. */
async function shownNow(route: TabledRoute): Promise<Fields | undefined> {
  return world.fieldsOf(route).catch(() => undefined);
}

test('each form that is rightly sent is taken, and one that was shown before something changed is told so [CONSOLE-58] [DESK-40]', async () => {
  const forms = routesOf(({ method }) => method === 'POST');
  const shownFirst = new Map<TabledRoute, Fields>();
  for (const route of forms) shownFirst.set(route, await world.fieldsOf(route));
  const others = {
    console: await world.open('console', world.acme.things['otherToken']),
    desk: await world.open('desk', world.deskThings['otherToken']),
  };
  const told = new Set<string>();
  const faults: string[] = [];
  const expectTold = async (route: TabledRoute, asker: Asker, fields: Fields): Promise<void> => {
    const { status, written, ...page } = await world.ask(asker, route, { fields });
    if ((status !== 409 && status !== 404) || written.length > 0)
      faults.push(
        `${nameOf(route)}: an old form is ${status} ${saidBy({ ...page, status, written })} ` +
          written.join(),
      );
    told.add(nameOf(route));
  };
  for (const route of forms) {
    const asker =
      route.access === 'anybody'
        ? await world.open(route.site)
        : route.path.endsWith('/sign-out')
          ? others[route.site]
          : whoMay(route);
    const [first, fields] = [shownFirst.get(route) ?? {}, (await shownNow(route)) ?? {}];
    const isOld = (before: Fields, now: Fields | undefined): boolean =>
      JSON.stringify(before) !== JSON.stringify(now);
    if (isOld(first, fields)) await expectTold(route, asker, first);
    const answered = await world.ask(asker, route, { fields });
    const due = route.done ?? 303;
    if (answered.status !== due)
      faults.push(`${nameOf(route)}: ${answered.status} in place of ${due}: ${saidBy(answered)}`);
    if (route.isAboutVersion && isOld(fields, await shownNow(route))) await expectTold(route, asker, fields);
  }
  const about = forms.filter(({ isAboutVersion }) => isAboutVersion).map(nameOf);
  expect([faults, about.filter(name => !told.has(name))]).toEqual([[], []]);
});
