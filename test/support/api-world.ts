/** The API on its own port, over its own database, with a company to call it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { createApp } from '../../src/api/pipeline/app';
import { pathsOf } from '../../src/api/pipeline/request-log';
import { serveDocs } from '../../src/api/routes/docs';
import { takeObjectEvents } from '../../src/api/routes/object-events';
import { operations } from '../../src/api/operations';
import { buildOpenApi } from '../../src/api/document/openapi';
import type { Operation } from '../../src/api/pipeline/operation';
import { createHttpServer } from '../../src/http/server';
import type { Services } from '../../src/api/pipeline/services';
import type { RequestLimits } from '../../src/http/parts';
import { type Environment, type ProjectStatus, companyFeatures } from '../../src/domain/projects/project';
import type { FramingPolicy } from '../../src/domain/embeds/framing';
import { createAuthCheckTokens } from '../../src/embeds/auth-check/token';
import { createClinicalDataTokens } from '../../src/embeds/clinical-data/token';
import { createSiteFinderTokens } from '../../src/embeds/site-finder/token';
import { passkeyPlaceOf } from '../../src/access/passkey-ceremony';
import { createSingleSignOn, type SingleSignOnSettings } from '../../src/access/single-sign-on';
import { createConsole } from '../../src/site/console/serve-console';
import type { MountedRoute } from '../../src/site/serve-pages';
import { createDesk } from '../../src/site/desk/serve-desk';
import { findDocs } from '../../src/main/docs-folder';
import { makeDocs } from '../../src/reference/site';
import { systemClock, type Clock } from '../../src/platform/clock';
import { createLog } from '../../src/platform/log';
import { createTurns } from '../../src/platform/turns';
import { createMetrics } from '../../src/platform/metrics';
import { runChange, type OperatorChange } from '../../src/usecases/change';
import { addMember } from '../../src/usecases/tenants/members';
import { approveFeature, createCompany } from '../../src/usecases/tenants/companies';
import { issueKey } from '../../src/usecases/tenants/keys';
import { openBrowseDatabase } from '../../src/browse/run/database';
import { insertProject } from '../../src/store/tenants/projects';
import type { SessionLimits } from '../../src/domain/console/session';
import type { Mail } from '../../src/mail/mailer';
import type { ObjectStore } from '../../src/files/object-store';
import { createZipPlaces } from '../../src/domain/clinical/zip-places';
import { createEgress } from '../../src/webhooks/egress/egress';
import { testEndpointSealer } from './endpoint-sealer';
import { openTestFiles } from './files';
import { createTestDatabase, type TestDatabase } from './database';
import {
  readAudits,
  readCommands,
  readEvents,
  type AuditRecord,
  type StoredCommand,
  type StoredEvent,
} from './records';

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** A request as tests write it. */
export interface Call {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A company with every feature approved, an administrator with both keys, and a project of each status. */
export interface TestCompany {
  readonly id: string;
  readonly uid: string;
  readonly sandboxKey: string;
  readonly productionKey: string;
  readonly email: string;
  readonly projects: Readonly<Record<ProjectStatus, string>>;
}

/** The world of an API test. */
export interface ApiWorld {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly database: TestDatabase;
  readonly db: Knex;
  readonly services: Services;
  readonly logLines: readonly string[];
  /** All pages and actions of the console and of the desk. */
  readonly pageRoutes: readonly MountedRoute[];
  /** The e-mails of the console and the desk. */
  readonly consoleMails: readonly Mail[];
  /** Settles when the console and the desk have sent all requested e-mails. */
  readonly mailed: () => Promise<void>;
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Returns the events about a record, or about a patient and their records, in order. */
  readonly events: (recordUid: string) => Promise<StoredEvent[]>;
  /** Returns the commands for a workflow, or all, in order. */
  readonly commands: (workflowId?: string) => Promise<StoredCommand[]>;
  /** Returns the audit rows with these values, oldest first; all without any. */
  readonly audits: (wanted?: Partial<AuditRecord>) => Promise<AuditRecord[]>;
  /** @param email of the administrator; an address of another company makes them a member of both */
  readonly company: (id: string, email?: string) => Promise<TestCompany>;
  readonly change: <T>(work: (change: OperatorChange) => Promise<T>, event?: string) => Promise<T>;
  readonly keyFor: (companyId: string, email: string, environment: Environment) => Promise<string>;
  readonly close: () => Promise<void>;
}

const fingerprintSecret = Buffer.alloc(32, 7);
const embedKeys = [{ id: 1, key: Buffer.alloc(32, 9) }];
/** Some ZIP codes around Boston, so that tests don't load the whole country's. */
const testZips = {
  '02139': { latitude: 42.362391, longitude: -71.102336 },
  '02142': { latitude: 42.362505, longitude: -71.08096 },
  '02110': { latitude: 42.358254, longitude: -71.051927 },
  '01970': { latitude: 42.529248, longitude: -70.868017 },
  '01608': { latitude: 42.262, longitude: -71.8 },
};
/** The page that may frame embeds in tests. */
export const approvedOrigin = 'https://app.example.com';
/** The object store's secret for posting notifications in tests. */
export const notificationSecret = 'a secret of the tests only';
const statuses: readonly ProjectStatus[] = ['Sandbox', 'Live', 'Closed'];

/** Options that tests change. */
export interface WorldOptions {
  readonly limits?: Partial<RequestLimits>;
  readonly framing?: Partial<FramingPolicy>;
  readonly operations?: readonly Operation[];
  readonly clock?: Clock;
  readonly trustedProxies?: readonly string[];
  readonly requestTimeoutMs?: number;
  readonly answerStallMs?: number;
  readonly database?: TestDatabase;
  readonly files?: ObjectStore;
  readonly nudgeOutbox?: () => void;
  readonly browseTimeoutMs?: number;
  readonly sessionLimits?: Partial<SessionLimits>;
  /**
   * The address for which passkeys are valid; `localhost` means that name with this world's port, as a
   * browser accepts it.
   */
  readonly passkeysAt?: string;
  /** The identity provider of the console. */
  readonly signOn?: Pick<SingleSignOnSettings, 'issuer' | 'name'> &
    Partial<Pick<SingleSignOnSettings, 'isTrusted'>>;
  /** The addresses that may reach the desk; by default this machine. */
  readonly deskAddresses?: readonly string[];
  /** The operators' time zone; by default UTC. */
  readonly deskTimeZone?: string;
  /**
   * Whether links to the desk and the console use this world's own address, so that a browser can follow
   * them.
   */
  readonly isOwnAddress?: boolean;
  /** Replaces the mail server of the console and the desk. */
  readonly sendMail?: (mail: Mail) => Promise<void>;
}

/** Starts an API; close it after the tests of the file. */
export async function startApiWorld(options: WorldOptions = {}): Promise<ApiWorld> {
  const database = options.database ?? (await createTestDatabase());
  const logLines: string[] = [];
  const list = options.operations ?? operations;
  const files = options.files ?? openTestFiles();
  const browse = openBrowseDatabase({
    url: database.browseUrl,
    poolMax: 10,
    statementTimeoutMs: options.browseTimeoutMs ?? 20_000,
    acquireTimeoutMs: 20_000,
    applicationName: 'test browse',
  });
  const services: Services = {
    db: database.db,
    browse,
    clock: options.clock ?? systemClock,
    log: createLog({ level: 'debug', process: 'test' }, { write: line => void logLines.push(line) }),
    metrics: createMetrics('test'),
    fingerprintSecret,
    supportName: 'support',
    nudgeOutbox: options.nudgeOutbox ?? (() => undefined),
    files,
    authCheckTokens: createAuthCheckTokens(embedKeys),
    siteFinderTokens: createSiteFinderTokens(embedKeys),
    zipPlaces: createZipPlaces(testZips),
    clinicalDataTokens: createClinicalDataTokens(embedKeys),
    framing: {
      approvedOrigins: new Set([approvedOrigin]),
      isParentOriginRequired: false,
      ...options.framing,
    },
    limits: {
      anonymousPerMinute: 100_000,
      companyPerMinute: 100_000,
      embedUserPerMinute: 100_000,
      requestsInFlightMax: 40,
      streamedAnswerMs: 60_000,
      heavyMax: 5,
      heavyPerCompanyMax: 5,
      ...options.limits,
    },
  };
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const consoleMails: Mail[] = [];
  // Passkeys belong to a host name, so all links to the console use it too.
  const ownHost = options.passkeysAt === 'localhost' ? 'localhost' : '127.0.0.1';
  const signedIn = {
    db: services.db,
    clock: services.clock,
    log: services.log,
    metrics: services.metrics,
    nudgeOutbox: services.nudgeOutbox,
    mailer: {
      send: async (mail: Mail) => {
        await options.sendMail?.(mail);
        consoleMails.push(mail);
      },
      close: () => undefined,
    },
    urlOf: (path: string) =>
      (options.isOwnAddress === true ? `http://${ownHost}:${port}` : 'https://recordwell.example') + path,
    publicHost: 'recordwell.example',
    turns: createTurns(2),
    help: { supportName: services.supportName, statusPageUrl: 'https://status.example.com' },
    sessionLimits: {
      idleMs: 30 * 60_000,
      absoluteMs: 12 * 3_600_000,
      freshMs: 10 * 60_000,
      ...options.sessionLimits,
    },
  };
  const { anonymousPerMinute } = services.limits;
  const pagesOfConsole = createConsole(
    {
      ...signedIn,
      files,
      fingerprintSecret,
      apiPaths: pathsOf(list),
      egress,
      browse: services.browse,
      endpointSealer: testEndpointSealer,
      passkeyPlace:
        options.passkeysAt === 'localhost'
          ? {
              rpId: 'localhost',
              get origin() {
                return `http://localhost:${port}`;
              },
            }
          : passkeyPlaceOf(options.passkeysAt ?? 'https://recordwell.example'),
      singleSignOn:
        options.signOn === undefined
          ? undefined
          : createSingleSignOn({
              isTrusted: false,
              ...options.signOn,
              clientId: 'console',
              clientSecret: 'of tests only',
            }),
      limits: { anonymousPerMinute, personPerMinute: 100_000 },
    },
    options.trustedProxies ?? [],
  );
  const desk = createDesk(
    {
      ...signedIn,
      files,
      endpointSealer: testEndpointSealer,
      workflowUrl: (place, workflowId) =>
        `https://temporal.example/${place}/${encodeURIComponent(workflowId)}`,
      addresses: options.deskAddresses ?? ['127.0.0.0/8', '::1'],
      timeZone: options.deskTimeZone ?? 'UTC',
      exchangeTerms: [{ partner: 'claimsnet', answerWithinHours: 168 }],
      limits: { anonymousPerMinute, personPerMinute: 100_000 },
    },
    options.trustedProxies ?? [],
  );
  const contracts = list.map(({ contract }) => contract);
  const app = createApp({
    services,
    operations: list,
    trustedProxies: options.trustedProxies ?? [],
    pages: serveDocs(() => makeDocs(JSON.stringify(buildOpenApi(contracts, 'http://127.0.0.1')), findDocs())),
    console: pagesOfConsole,
    desk,
    internal: takeObjectEvents(services, notificationSecret),
    isStopping: () => false,
  });
  const { requestTimeoutMs = 10_000, answerStallMs = 20_000 } = options;
  const server = createHttpServer(app, { requestTimeoutMs, answerStallMs }, () =>
    services.metrics.answersCut.inc({ reason: 'not read' }),
  );
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const change: ApiWorld['change'] = (work, event = 'test.read') =>
    runChange(services, { principal: { kind: 'operator', name: 'test' }, requestId: null, event }, work);

  const keyFor: ApiWorld['keyFor'] = (companyId, email, environment) =>
    change(operatorChange => issueKey(operatorChange, fingerprintSecret, { companyId, email, environment }));

  return {
    url,
    port,
    server,
    database,
    db: database.db,
    services,
    logLines,
    pageRoutes: [...pagesOfConsole.routes, ...desk.routes],
    consoleMails,
    mailed: async () => {
      await pagesOfConsole.settled();
      await desk.settled();
    },
    change,
    events: recordUid => readEvents(database.db, recordUid),
    commands: workflowId => readCommands(database.db, workflowId),
    audits: wanted => readAudits(database.db, wanted),
    keyFor,
    call: async (method, path, { key, body, rawBody, headers } = {}) => {
      const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const json = (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>;
      return { status: response.status, headers: response.headers, text, json };
    },
    company: async (id, email = `admin@${id}.example`) => {
      const company = await change(operatorChange =>
        createCompany(operatorChange, { id, name: `Company ${id}` }),
      );
      for (const feature of companyFeatures) {
        await change(operatorChange =>
          approveFeature(operatorChange, { companyId: id, feature, isApproved: true }),
        );
      }
      await change(operatorChange =>
        addMember(operatorChange, {
          companyId: id,
          email,
          name: 'Admin',
          role: 'Administrator',
          seesAllProjects: true,
        }),
      );
      for (const status of statuses) {
        await change(operatorChange => {
          operatorChange.unaudited("the tests' own project");
          return insertProject(operatorChange.tx, {
            uid: operatorChange.newUid(),
            companyUid: company.uid,
            id: status.toLowerCase(),
            name: `${status} project`,
            status,
            purpose: 'Legal',
            authorizationMethod: 'authorizationPdf',
            version: 1,
            createdAt: operatorChange.now,
            updatedAt: operatorChange.now,
          });
        });
      }
      return {
        id,
        uid: company.uid,
        email,
        sandboxKey: await keyFor(id, email, 'sandbox'),
        productionKey: await keyFor(id, email, 'production'),
        projects: { Sandbox: 'sandbox', Live: 'live', Closed: 'closed' },
      };
    },
    close: async () => {
      await app.close();
      await pagesOfConsole.settled();
      await desk.settled();
      await egress.close();
      files.close();
      await browse.close();
      server.closeAllConnections();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
      if (options.database === undefined) await database.drop();
    },
  };
}
