import { createDesk, type Desk } from '../site/desk/serve-desk';
import type { Services } from '../api/pipeline/services';
import type { Lifecycle } from '../platform/lifecycle';
import type { DeskParts } from '../site/desk/visit';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import { createTurns } from '../platform/turns';
import type { Config } from './config';
import { openMailer } from './connections';

const minuteMs = 60_000;
/** How many documents are drawn at once: each takes a process of up to 1.5 GB. */
const drawnAtOnce = 2;

/** Where workflows are in the Temporal UI. */
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

/** The operators' desk on the parts of the API, with a way out for mail. */
export function openDesk(config: Config, services: Services, lifecycle: Lifecycle): Desk {
  const mailer = openMailer(config);
  lifecycle.onStop('mailer of the desk', async () => mailer.close());
  const { db, clock, log, metrics, nudgeOutbox, files } = services;
  const desk = createDesk(
    {
      db,
      clock,
      log,
      metrics,
      nudgeOutbox,
      mailer,
      files,
      turns: createTurns(drawnAtOnce),
      urlOf: path => new URL(path, config.PUBLIC_URL).href,
      publicHost: new URL(config.PUBLIC_URL).host,
      addresses: config.DESK_ADDRESSES,
      endpointSealer: createEndpointSealer(config.WEBHOOK_KEYS),
      workflowUrl: workflowUrls(config),
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
        operatorPerMinute: config.RATE_LIMIT_DESK_OPERATOR,
      },
    },
    config.TRUSTED_PROXIES,
  );
  lifecycle.onStop('mail to operators', desk.settled);
  return desk;
}
