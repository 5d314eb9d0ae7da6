/** The API process. */
import { createApp } from '../api/pipeline/app';
import { serveDocs } from '../api/routes/docs';
import { takeObjectEvents } from '../api/routes/object-events';
import { operations } from '../api/operations';
import { buildOpenApi } from '../api/document/openapi';
import { createHttpServer, drainServer } from '../http/server';
import type { Services } from '../api/pipeline/services';
import { censusZipPlaces } from './census-zip-places';
import { createAuthCheckTokens } from '../embeds/auth-check/token';
import { createClinicalDataTokens } from '../embeds/clinical-data/token';
import { createSiteFinderTokens } from '../embeds/site-finder/token';
import { createDispatcher } from '../outbox/dispatcher';
import { systemClock } from '../platform/clock';
import { heavyLimits, type Config } from './config';
import { createLog, type Log } from '../platform/log';
import { listen } from '../platform/ops-server';
import { createWorkflowPort, openTemporal } from '../temporal/client';
import { deskLinkOf } from './desk-link';
import { openBrowse, openFiles } from './connections';
import { openSites } from './open-sites';
import { openProcessBase } from './process-base';
import { readConfig } from './read-config';
import { makeDocs } from '../reference/site';
import { findDocs } from './docs-folder';

async function start(config: Config, log: Log): Promise<void> {
  const { lifecycle, metrics, db } = await openProcessBase('api', config, log);

  const browse = openBrowse(config);
  lifecycle.onStop('browse database', browse.close);
  const files = openFiles(config);
  lifecycle.onStop('object store', async () => files.close());
  const temporal = openTemporal({ environment: process.env, payloadKeys: config.PAYLOAD_KEYS });
  lifecycle.onStop('temporal client', temporal.close);
  const workflows = createWorkflowPort(temporal, { deskLink: deskLinkOf(config) });
  const outbox = createDispatcher({ db, workflows, clock: systemClock, log, metrics, path: 'commit' });
  lifecycle.onStop('outbox', outbox.stop);

  const services: Services = {
    db,
    browse,
    clock: systemClock,
    log,
    metrics,
    files,
    authCheckTokens: createAuthCheckTokens(config.EMBED_KEYS),
    siteFinderTokens: createSiteFinderTokens(config.EMBED_KEYS),
    zipPlaces: censusZipPlaces(),
    clinicalDataTokens: createClinicalDataTokens(config.EMBED_KEYS),
    framing: {
      approvedOrigins: new Set(config.EMBED_PARENT_ORIGINS),
      isParentOriginRequired: config.EMBED_PARENT_ORIGIN_REQUIRED,
    },
    fingerprintSecret: Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64'),
    supportName: config.SUPPORT_NAME,
    nudgeOutbox: outbox.nudge,
    limits: {
      anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS,
      companyPerMinute: config.RATE_LIMIT_COMPANY,
      embedUserPerMinute: config.RATE_LIMIT_EMBED_USER,
      requestsInFlightMax: config.REQUESTS_IN_FLIGHT_MAX,
      streamedAnswerMs: config.STREAMED_ANSWER_MS,
      ...heavyLimits(config),
    },
  };
  const document = JSON.stringify(
    buildOpenApi(
      operations.map(({ contract }) => contract),
      config.PUBLIC_URL,
    ),
  );
  const app = createApp({
    services,
    operations,
    trustedProxies: config.TRUSTED_PROXIES,
    pages: serveDocs(() => makeDocs(document, findDocs())),
    ...openSites(config, services, lifecycle),
    internal: takeObjectEvents(services, config.S3_NOTIFICATION_SECRET),
    isStopping: () => !lifecycle.isReady(),
  });
  lifecycle.onStop('application', app.close);
  const server = createHttpServer(
    app,
    { requestTimeoutMs: config.REQUEST_TIMEOUT_MS, answerStallMs: config.ANSWER_STALL_MS },
    () => metrics.answersCut.inc({ reason: 'not read' }),
  );
  lifecycle.onStop('http server', () => drainServer(server, config.SHUTDOWN_GRACE_MS));
  // The load balancer sees `/readyz` fail and stops sending before the first connection is refused.
  lifecycle.onStop('readiness', () => new Promise(resolve => setTimeout(resolve, config.SHUTDOWN_DRAIN_MS)));

  lifecycle.ready();
  const port = await listen(server, config.API_HOST, config.API_PORT);
  log.info('The API is ready.', { port });
}

const config = readConfig('api');
const log = createLog({ level: config.LOG_LEVEL, process: 'api' });
start(config, log).catch((error: unknown) => {
  log.error('The API could not start.', { error });
  process.exit(1);
});
