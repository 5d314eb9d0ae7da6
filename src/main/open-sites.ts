import { passkeyPlaceOf } from '../access/passkey-ceremony';
import { createSingleSignOn, type SingleSignOn } from '../access/single-sign-on';
import { openEgress, openMailer } from './connections';
import { operations } from '../api/operations';
import { pathsOf } from '../api/pipeline/request-log';
import type { Services } from '../api/pipeline/services';
import type { Lifecycle } from '../platform/lifecycle';
import { createTurns } from '../platform/turns';
import { createConsole } from '../site/console/serve-console';
import { createDesk } from '../site/desk/serve-desk';
import type { DeskParts } from '../site/desk/visit';
import type { ServedPages } from '../site/serve-pages';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import type { Config } from './config';

const minuteMs = 60_000;
/** How many documents are rendered at once: each takes a process of up to 1.5 GB. */
const drawnAtOnce = 2;

/** Opens the deployment's identity provider, which is configured completely or not at all (`parseConfig`). */
function openSingleSignOn({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: clientId,
  CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  CONSOLE_OIDC_NAME: name,
  CONSOLE_OIDC_TRUSTED_ISSUER: trusted,
}: Config): SingleSignOn | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return createSingleSignOn({ issuer, clientId, clientSecret, name, isTrusted: trusted === issuer });
}

/** Returns the URLs of workflows in the Temporal UI. */
function workflowUrls({
  TEMPORAL_UI_URL: base,
  TEMPORAL_NAMESPACE: work,
  TEMPORAL_DELIVERY_NAMESPACE: deliveries,
}: Config): DeskParts['workflowUrl'] {
  return (place, workflowId) => {
    if (base === undefined) return undefined;
    const namespace = { work, deliveries }[place];
    const path = ['namespaces', namespace, 'workflows', workflowId].map(encodeURIComponent).join('/');
    return `${base.replace(/\/$/, '')}/${path}`;
  };
}

/** Returns the console's parts beyond what every site has. */
function consoleOnly(config: Config, { browse }: Services, lifecycle: Lifecycle) {
  const egress = openEgress(config);
  lifecycle.onStop('egress', egress.close);
  return {
    egress,
    browse,
    passkeyPlace: passkeyPlaceOf(config.PUBLIC_URL),
    singleSignOn: openSingleSignOn(config),
    sessionLimits: {
      idleMs: config.CONSOLE_IDLE_MINUTES * minuteMs,
      absoluteMs: config.CONSOLE_SESSION_HOURS * 60 * minuteMs,
      freshMs: config.CONSOLE_FRESH_MINUTES * minuteMs,
    },
    limits: {
      anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS,
      personPerMinute: config.RATE_LIMIT_CONSOLE_USER,
    },
  };
}

/** Returns the desk's parts beyond what every site has. */
function deskOnly(config: Config) {
  return {
    addresses: config.DESK_ADDRESSES,
    workflowUrl: workflowUrls(config),
    timeZone: config.DESK_TIME_ZONE,
    exchangeTerms: (config.SEARCH_PARTNERS?.rosters ?? []).map(({ name, answerWithinHours }) => ({
      partner: name,
      answerWithinHours,
    })),
    sessionLimits: {
      idleMs: config.DESK_IDLE_MINUTES * minuteMs,
      absoluteMs: config.DESK_SESSION_HOURS * 60 * minuteMs,
      freshMs: config.DESK_FRESH_MINUTES * minuteMs,
    },
    limits: {
      anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS,
      personPerMinute: config.RATE_LIMIT_DESK_OPERATOR,
    },
  };
}

/** The pages of people who sign in. */
interface Sites {
  readonly console: ServedPages;
  readonly desk: ServedPages;
}

/** Opens the console and the desk on the API's parts, with a mailer for their e-mails. */
export function openSites(config: Config, services: Services, lifecycle: Lifecycle): Sites {
  const mailer = openMailer(config);
  lifecycle.onStop('mailer', async () => mailer.close());
  const { db, clock, log, metrics, nudgeOutbox, files, fingerprintSecret, supportName } = services;
  const shared = {
    db,
    clock,
    log,
    metrics,
    nudgeOutbox,
    files,
    mailer,
    turns: createTurns(drawnAtOnce),
    endpointSealer: createEndpointSealer(config.WEBHOOK_KEYS),
    urlOf: (path: string) => new URL(path, config.PUBLIC_URL).href,
    help: { supportName, statusPageUrl: config.STATUS_PAGE_URL },
    publicHost: new URL(config.PUBLIC_URL).host,
  };
  const proxies = config.TRUSTED_PROXIES;
  const sites = {
    console: createConsole(
      {
        ...shared,
        ...consoleOnly(config, services, lifecycle),
        fingerprintSecret,
        apiPaths: pathsOf(operations),
      },
      proxies,
    ),
    desk: createDesk({ ...shared, ...deskOnly(config) }, proxies),
  };
  // Work after responses needs the mailer and the database; parts stop in reverse order of opening.
  lifecycle.onStop('mail to the console', sites.console.settled);
  lifecycle.onStop('mail to operators', sites.desk.settled);
  return sites;
}
