/**
 * One API, one browser, two companies, and an operator, for tests over every page and action of the console
 * and the desk.
 */
import type { Browser } from 'playwright-core';
import type { MountedRoute } from '../../../src/site/serve-pages';
import { addMember } from '../../../src/usecases/tenants/members';
import { admin } from '../admin-shell';
import { startApiWorld, type ApiWorld } from '../api-world';
import { startBrowser } from '../browser';
import { formOn, signedIn, type Visitor } from '../console-visitor';
import { startIdentityProvider, type IdentityProvider } from '../identity-provider';
import type { AuditRecord } from '../records';
import { startWebhookReceiver } from '../webhook-receiver';
import { openAsker, tokenIn, type Asker, type Came, type Sent } from './asker';
import { consoleRows } from './console-rows';
import { deskRows } from './desk-rows';
import { makeDeskThings } from './desk-things';
import { markedPatient, type MarkedPatient } from './marked-patients';
import { fill, type Fields, type Row, type Rows, type Things } from './row';
import { askForRecords, fileOf, makeTenant, register, type Tenant } from './tenant-things';
import { witnessWrites } from './witness-writes';

/** The table's rows for all routes. */
export const allRows: Rows = { ...consoleRows, ...deskRows };

/** A route with its row in the table. */
export interface TabledRoute extends MountedRoute, Row {
  readonly site: 'console' | 'desk';
  /** The audit event, also of its refusals; absent if it isn't audited. */
  readonly event?: string;
}

/** How a request differs from that of a permitted person. */
interface Asked {
  /** The items in the path, and in the fields. */
  readonly things?: Things;
  /** Replaces the form's current fields. */
  readonly fields?: Fields;
  readonly sent?: Sent;
}

/** A response, and what the request left behind. */
export interface Answered extends Came {
  /** What was written, except the audit log: tables, with the operation. */
  readonly written: readonly string[];
  /** The audit rows. */
  readonly trail: readonly AuditRecord[];
}

/** A customer's patient id that must wrap on a small screen. */
const longId = 'a-case-with-a-long-id-that-has-to-break-on-a-screen';

/** The world's operator. */
export const operatorEmail = 'olga@recordwell.example';

/** The world of these tests. */
export interface EveryPageWorld {
  readonly api: ApiWorld;
  readonly browser: Browser;
  readonly provider: IdentityProvider;
  /** The origin of the pages, with a host name. */
  readonly origin: string;
  /** The company whose pages are requested, and another one. */
  readonly acme: Tenant;
  readonly rival: Tenant;
  /** Each patient's items, replacing acme's or the desk's. */
  readonly ofPatients: Readonly<Record<'console' | 'desk', readonly Things[]>>;
  /** The items in the desk's queue. */
  readonly deskThings: Things;
  /** The patients of acme, half on its sandbox, half on its live project. */
  readonly patients: readonly MarkedPatient[];
  /** The permitted person: the administrator of acme, and the operator. */
  readonly owner: Asker;
  readonly operator: Asker;
  readonly olga: Visitor;
  /** Every route with a row, in the order of the table. */
  readonly routes: readonly TabledRoute[];
  readonly thingsOf: (route: TabledRoute) => Things;
  readonly pathOf: (route: TabledRoute, things?: Things) => string;
  /**
   * Returns what a route's form sends: its hidden fields, as currently shown to the permitted person, and the
   * typed ones.
   */
  readonly fieldsOf: (route: TabledRoute, things?: Things) => Promise<Fields>;
  readonly ask: (asker: Asker, route: TabledRoute, asked?: Asked) => Promise<Answered>;
  /** Opens a browser with a session cookie of a site; without a token it has none. */
  readonly open: (site: 'console' | 'desk', sessionToken?: string) => Promise<Asker>;
  /** Adds a member to acme, and signs them in. @returns their session token */
  readonly member: (name: string, role: string, seesAllProjects?: boolean) => Promise<string>;
  readonly close: () => Promise<void>;
}

function tabled(routes: readonly MountedRoute[]): TabledRoute[] {
  const mounted = new Map(routes.map(route => [`${route.method} ${route.path}`, route]));
  return Object.entries(allRows).flatMap(([key, row]) => {
    const route = mounted.get(key);
    if (route === undefined) return [];
    const site = route.path.startsWith('/desk') ? 'desk' : 'console';
    // Views without an audit row are named by what they show, actions and audited views by their event.
    const event = route.id.slice(site.length + 1);
    const named = event.includes('.') ? { event } : {};
    return [{ ...route, ...row, site, ...named }];
  });
}

/**
 * Moves sign-ins forward that are minutes old: on a slow machine the matrix takes longer than the time within
 * which sensitive forms are offered.
 */
async function keepSignInsFresh({ db }: ApiWorld): Promise<void> {
  await db.raw(`update console_session set signed_in_at = now()
    where signed_in_at < now() - interval '4 minutes' and ended_at is null`);
}

/** Starts it; close it after the tests of the file. */
export async function startEveryPageWorld(): Promise<EveryPageWorld> {
  const provider = await startIdentityProvider();
  const signOn = { issuer: provider.issuer, name: 'Acme ID' };
  const api = await startApiWorld({ passkeysAt: 'localhost', isOwnAddress: true, signOn });
  const origin = `http://localhost:${api.port}`;
  const receiver = await startWebhookReceiver();
  const browser = await startBrowser(api.port);
  const patients = Array.from({ length: 20 }, (_, index) => markedPatient('Quv', index));
  const [first, ...others] = patients;
  if (first === undefined) throw new TypeError('no patient is there');
  const acme = await makeTenant(api, 'acme', first, receiver);
  const rival = await makeTenant(api, 'rival', markedPatient('Zqx', 25), receiver);
  await admin(api, ['operator', 'add', operatorEmail, '--name', 'Olga Ruiz']);
  const olga = await signedIn(api, operatorEmail, '/desk');
  const deskThings = await makeDeskThings(
    api,
    acme.company,
    olga,
    [20, 21, 22].map(index => ({ ...markedPatient('Quv', index), id: `${longId}-${index}` })),
  );
  const sandboxed: Things[] = [acme.things];
  for (const patient of others.slice(0, 9)) {
    const uid = await register(api, acme.company, 'sandbox', patient);
    const request = await askForRecords(api, acme.company, 'sandbox', patient);
    await api.db('record_request').where({ uid: request }).update({ status: 'Completed' });
    sandboxed.push({ patient: uid, request, deliverable: await fileOf(api, request) });
  }
  const lived: Things[] = [];
  for (const patient of others.slice(9)) {
    const uid = await register(api, acme.company, 'live', patient);
    const request = await askForRecords(api, acme.company, 'live', patient);
    lived.push({ review: uid, searched: uid, request, file: await fileOf(api, request) });
  }
  const written = await witnessWrites(api.database);

  const open: EveryPageWorld['open'] = (site, token) => openAsker(browser, origin, site, token);
  const [owner, operator] = [
    await open('console', tokenIn(acme.owner.cookie())),
    await open('desk', tokenIn(olga.cookie())),
  ];
  const thingsOf: EveryPageWorld['thingsOf'] = ({ site }) => (site === 'desk' ? deskThings : acme.things);
  const pathOf: EveryPageWorld['pathOf'] = (route, things = thingsOf(route)) =>
    fill(route.path, things, route.by);
  const doors = { console: await open('console'), desk: await open('desk') };
  const looker = ({ access, site }: TabledRoute): Asker => {
    if (access === 'anybody') return doors[site];
    return site === 'desk' ? operator : owner;
  };
  // While nothing is written, a form shows the same as before.
  const hidden = new Map<TabledRoute, Fields>();
  const hiddenOf = async (route: TabledRoute): Promise<Fields> => {
    if (route.on === undefined) return {};
    const on = fill(route.on, thingsOf(route), route.by);
    const { text } = await looker(route).get(on);
    const inputs = formOn(text, pathOf(route));
    if (inputs === undefined) throw new Error(`no form to ${route.path} is on ${route.on}`);
    const { form: _own, ...shown } = Object.fromEntries(inputs);
    return shown;
  };
  const fieldsOf: EveryPageWorld['fieldsOf'] = async (route, things = thingsOf(route)) => {
    await keepSignInsFresh(api);
    const shown = hidden.get(route) ?? (await hiddenOf(route));
    hidden.set(route, shown);
    return { ...shown, ...route.fields?.(things) };
  };
  return {
    api,
    browser,
    provider,
    origin,
    acme,
    rival,
    deskThings,
    patients,
    owner,
    operator,
    olga,
    ofPatients: { console: sandboxed, desk: lived },
    routes: tabled(api.pageRoutes),
    thingsOf,
    pathOf,
    fieldsOf,
    open,
    ask: async (asker, route, { things, fields, sent } = {}) => {
      const path = pathOf(route, things);
      const body = route.method === 'GET' ? {} : (fields ?? (await fieldsOf(route, things)));
      await written();
      const came =
        route.method === 'GET' ? await asker.get(path, sent?.accept) : await asker.post(path, body, sent);
      await api.mailed();
      const lines = await written();
      if (lines.length > 0) hidden.clear();
      const requestId = came.headers['x-request-id'] ?? 'none';
      return { ...came, written: lines, trail: await api.audits({ requestId }) };
    },
    member: async (name, role, seesAllProjects = true) => {
      const email = `${name}@acme.example`;
      await api.change(change =>
        addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }),
      );
      return tokenIn((await signedIn(api, email)).cookie());
    },
    close: async () => {
      await browser.close();
      await receiver.close();
      await api.close();
      await provider.close();
    },
  };
}
