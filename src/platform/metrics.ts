import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';

/**
 * The metrics of a process. Labels are operation ids, statuses, and queue names: fixed sets, never an
 * identifier.
 */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'operation' | 'status'>;
  readonly requestsShed: Counter<'reason'>;
  readonly answersCut: Counter<'reason'>;
  readonly heavyHeldUp: Counter<'outcome'>;
  readonly rateLimited: Counter<'class'>;
  readonly requestLogDropped: Counter<'reason'>;
  readonly outboxLagSeconds: Gauge<'kind'>;
  readonly outboxWaiting: Gauge<'kind'>;
  readonly outboxSent: Counter<'kind' | 'outcome' | 'path'>;
  readonly searchesWithoutPartner: Gauge<'search'>;
  readonly answersNotUnderstood: Gauge<'partner'>;
  readonly returnedFilesWaiting: Gauge<'waits'>;
  readonly webhookAttempts: Counter<'outcome'>;
  readonly embedTokensMinted: Counter<'type' | 'parent'>;
}

/** Creates a process's own metrics. Node's are added where the process starts. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'recordwell_http_request_duration_seconds',
      help: 'Time from the first byte of a request to its answer.',
      labelNames: ['operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    requestsShed: new Counter({
      name: 'recordwell_http_requests_shed_total',
      help: 'Requests answered 503 because the process was too busy.',
      labelNames: ['reason'],
      registers,
    }),
    answersCut: new Counter({
      name: 'recordwell_http_answers_cut_total',
      help: 'Answers that were cut before their end: nobody read them, they took too long, or they failed.',
      labelNames: ['reason'],
      registers,
    }),
    heavyHeldUp: new Counter({
      name: 'recordwell_http_heavy_requests_held_up_total',
      help:
        'Expensive requests that found no slot free: how often one waited, and how often one was ' +
        'refused.',
      labelNames: ['outcome'],
      registers,
    }),
    rateLimited: new Counter({
      name: 'recordwell_http_requests_rate_limited_total',
      help: 'Requests answered 429, by limit class.',
      labelNames: ['class'],
      registers,
    }),
    requestLogDropped: new Counter({
      name: 'recordwell_api_request_log_dropped_total',
      help: 'API requests missing from the log of requests, because too many waited or the process stopped.',
      labelNames: ['reason'],
      registers,
    }),
    outboxLagSeconds: new Gauge({
      name: 'recordwell_outbox_lag_seconds',
      help: 'Age of the oldest row of the outbox that is still to be sent.',
      labelNames: ['kind'],
      registers,
    }),
    outboxWaiting: new Gauge({
      name: 'recordwell_outbox_waiting',
      help: 'Rows of the outbox that are still to be sent.',
      labelNames: ['kind'],
      registers,
    }),
    outboxSent: new Counter({
      name: 'recordwell_outbox_sent_total',
      help:
        'Rows of the outbox that were sent, by outcome and by path (at once after commit, or by the ' +
        'relay).',
      labelNames: ['kind', 'outcome', 'path'],
      registers,
    }),
    searchesWithoutPartner: new Gauge({
      name: 'recordwell_searches_without_partner',
      help: 'Live searches that wait because no partner may run them, by search.',
      labelNames: ['search'],
      registers,
    }),
    answersNotUnderstood: new Gauge({
      name: 'recordwell_answers_not_understood',
      help: 'Answers of roster partners that could not be read, by partner.',
      labelNames: ['partner'],
      registers,
    }),
    returnedFilesWaiting: new Gauge({
      name: 'recordwell_returned_files_waiting',
      help: 'Files that facilities returned and customers do not see yet, by what they wait for.',
      labelNames: ['waits'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'recordwell_webhook_attempts_total',
      help: 'Webhook attempts, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    embedTokensMinted: new Counter({
      name: 'recordwell_embed_tokens_minted_total',
      help:
        'Embed tokens that were requested, by type, and by whether one framing page is named or any ' +
        'may frame.',
      labelNames: ['type', 'parent'],
      registers,
    }),
  };
}

/**
 * Adds Node's metrics of the process (`process_…`, `nodejs_…`). Once per process: their observers of the
 * event loop and the garbage collection run until it ends.
 */
export function collectProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
