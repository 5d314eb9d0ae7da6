/**
 * The worker process: workflows and activities of the selected queues, the outbox relay, and the schedules of
 * periodic work.
 */
import { createActivities } from '../../activities';
import { createDocumentReaders } from '../reading/document-readers';
import { createDocumentSlots } from '../documents/document-slots';
import { startRelay } from '../outbox/relay';
import { createPartners } from '../partners/partners';
import { systemClock } from '../platform/clock';
import type { Config } from './config';
import { deskLinkOf } from './desk-link';
import { createLog, type Log } from '../platform/log';
import { createWorkflowPort, openTemporal } from '../temporal/client';
import { sandbox } from '../sandbox/sandbox';
import { periodicWorkOf } from '../domain/periodic-work';
import { keepPuttingSchedules } from '../temporal/schedules';
import { registerSearchAttributes } from '../temporal/search-attributes';
import { installRuntime, startWorkers } from '../temporal/workers';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import { openExchanges, openFacilityParts, openResearchSources } from './partners';
import { openEgress, openFiles, openMailer } from './connections';
import { openProcessBase } from './process-base';
import { readConfig } from './read-config';
import { resealAtStart } from './reseal-at-start';

async function start(config: Config, log: Log): Promise<void> {
  const { lifecycle, metrics, db } = await openProcessBase('worker', config, log);
  let isStopping = false;
  const clock = systemClock;

  installRuntime(log, config.TEMPORAL_METRICS_ADDRESS);
  const temporal = openTemporal({ environment: process.env, payloadKeys: config.PAYLOAD_KEYS });
  lifecycle.onStop('temporal client', temporal.close);
  const files = openFiles(config);
  lifecycle.onStop('object store', async () => files.close());
  const endpointSealer = createEndpointSealer(config.WEBHOOK_KEYS);
  const egress = openEgress(config);
  lifecycle.onStop('egress', egress.close);

  const mailer = openMailer(config);
  lifecycle.onStop('mailer', async () => mailer.close());

  const readsDocuments = config.WORKER_QUEUES.includes('documents');
  const documentReaders = createDocumentReaders(readsDocuments ? config.DOCUMENT_READERS_AHEAD : 0);
  lifecycle.onStop('document readers', async () => documentReaders.close());

  const relay = startRelay(
    { db, workflows: createWorkflowPort(temporal, { deskLink: deskLinkOf(config) }), clock, log, metrics },
    config.DATABASE_URL,
  );
  lifecycle.onStop('relay', relay.stop);
  const changeParts = { db, clock, nudgeOutbox: relay.nudge };
  const partners = createPartners(config.SEARCH_PARTNERS, sandbox, openFacilityParts(config));
  const fingerprintSecret = Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64');
  const exchanges = openExchanges(config, files);
  for (const { settings, files: store } of exchanges.values())
    if (store !== files) lifecycle.onStop(`store of ${settings.name}`, async () => store.close());
  const parts = { ...changeParts, log, files, partners, fingerprintSecret, exchanges };
  if (config.WORKER_QUEUES.includes('webhooks')) await resealAtStart(changeParts, endpointSealer, log);
  const workers = await startWorkers({
    config,
    environment: process.env,
    activities: createActivities({
      ...parts,
      documentSlots: createDocumentSlots(),
      documentReaders,
      egress,
      endpointSealer,
      metrics,
      mailer,
      researchSources: openResearchSources(config),
      publicUrl: config.PUBLIC_URL,
      supportName: config.SUPPORT_NAME,
      deliveryLogDays: config.WEBHOOK_LOG_DAYS,
    }),
    log,
    isStopping: () => isStopping,
  });
  lifecycle.onStop('workers', async () => {
    isStopping = true;
    workers.shutdown();
    await workers.finished.catch(() => undefined);
  });
  workers.finished.catch((error: unknown) => {
    log.error('A worker failed; the process stops.', { error });
    void lifecycle.stop('worker failure').finally(() => process.exit(1));
  });
  await registerSearchAttributes(temporal.connection, temporal.namespaces).catch((error: unknown) => {
    log.warn('Could not register the search attributes. On Temporal Cloud, create them in the console.', {
      error,
    });
  });
  if (config.WORKER_QUEUES.includes('core'))
    void keepPuttingSchedules(temporal, periodicWorkOf(exchanges.size > 0), {
      log,
      isStopping: () => isStopping,
    });
  lifecycle.ready();
  log.info('The worker is ready.');
}

const config = readConfig('worker');
const log = createLog({ level: config.LOG_LEVEL, process: 'worker' });
start(config, log).catch((error: unknown) => {
  log.error('The worker could not start.', { error });
  process.exit(1);
});
