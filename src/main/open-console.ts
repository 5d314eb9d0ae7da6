import { passkeyPlaceOf } from '../access/passkey-ceremony';
import { createSingleSignOn, type SingleSignOn } from '../access/single-sign-on';
import { createConsole, type Console } from '../site/console/serve-console';
import type { Lifecycle } from '../platform/lifecycle';
import type { Services } from '../api/pipeline/services';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import type { Config } from './config';
import { openEgress, openMailer } from './connections';

const minuteMs = 60_000;

/** The identity provider of the deployment, which says all of it or nothing (`parseConfig`). */
function openSingleSignOn({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: clientId,
  CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  CONSOLE_OIDC_NAME: name,
}: Config): SingleSignOn | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return createSingleSignOn({ issuer, clientId, clientSecret, name });
}

/** The console on the parts of the API, with what it has beside them: the ways out for mail, and for tests to receivers. */
export function openConsole(config: Config, services: Services, lifecycle: Lifecycle): Console {
  const mailer = openMailer(config);
  lifecycle.onStop('mailer', async () => mailer.close());
  const egress = openEgress(config);
  lifecycle.onStop('egress', egress.close);
  const { db, clock, log, metrics, nudgeOutbox, fingerprintSecret, files } = services;
  const pages = createConsole(
    {
      db,
      clock,
      log,
      metrics,
      nudgeOutbox,
      mailer,
      fingerprintSecret,
      egress,
      files,
      endpointSealer: createEndpointSealer(config.WEBHOOK_KEYS),
      urlOf: path => new URL(path, config.PUBLIC_URL).href,
      publicHost: new URL(config.PUBLIC_URL).host,
      passkeyPlace: passkeyPlaceOf(config.PUBLIC_URL),
      singleSignOn: openSingleSignOn(config),
      sessionLimits: {
        idleMs: config.CONSOLE_IDLE_MINUTES * minuteMs,
        absoluteMs: config.CONSOLE_SESSION_HOURS * 60 * minuteMs,
        freshMs: config.CONSOLE_FRESH_MINUTES * minuteMs,
      },
      limits: {
        anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS,
        userPerMinute: config.RATE_LIMIT_CONSOLE_USER,
      },
    },
    config.TRUSTED_PROXIES,
  );
  // What goes on behind answers needs the mailer and the database: stopped parts go from the last that was opened to the first.
  lifecycle.onStop('mail to the console', pages.settled);
  return pages;
}
