/** The settings of Temporal and of a worker's queues. */
import { z } from 'zod';
import { workflowQueues } from '../domain/workflows';
import { flag, list } from '../platform/setting-kinds';

/** The default namespace of deliveries. */
export const deliveryNamespaceDefault = 'recordwell-deliveries';

/**
 * The settings of workers and clients in the environment; Temporal's own code reads the `TEMPORAL_*` keys.
 */
export const temporalSettings = {
  TEMPORAL_ADDRESS: z
    .string()
    .default('127.0.0.1:7233')
    .describe(
      "The Temporal frontend. This and the other `TEMPORAL_*` keys are read by Temporal's own " +
        'environment configuration.',
    ),
  TEMPORAL_NAMESPACE: z
    .string()
    .default('default')
    .describe('The Temporal namespace of searches, record requests, documents, imports, and periodic work.'),
  TEMPORAL_DELIVERY_NAMESPACE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,255}$/, 'must be the name of a namespace')
    .default(deliveryNamespaceDefault)
    .describe(
      'The Temporal namespace of what goes to customers: deliveries, replays, e-mails. A starting ' +
        "worker creates it if it doesn't exist.",
    ),
  TEMPORAL_DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(3)
    .describe(
      'How long that namespace keeps ended workflows if a worker creates it, in days; the delivery ' +
        'log is in PostgreSQL (`WEBHOOK_LOG_DAYS`).',
    ),
  TEMPORAL_API_KEY: z.string().optional().describe('The API key for Temporal Cloud.'),
  TEMPORAL_TLS: flag
    .optional()
    .describe('Whether to use TLS; implied by an API key or a client certificate.'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional().describe('The client certificate for mTLS.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional().describe('The private key of the client certificate.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z
    .string()
    .optional()
    .describe("The authority that signed the server's certificate."),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional().describe("The name expected in the server's certificate."),
  TEMPORAL_METRICS_ADDRESS: z
    .string()
    .optional()
    .describe(
      "The `host:port` on which the worker serves the Temporal SDK's metrics for Prometheus; absent " +
        'means none.',
    ),
  TEMPORAL_CONFIG_FILE: z.string().optional().describe('A Temporal TOML configuration file with profiles.'),
  TEMPORAL_PROFILE: z.string().optional().describe('The profile to use from that file.'),

  WORKER_QUEUES: list
    .pipe(z.array(z.enum(workflowQueues)).min(1))
    .default([...workflowQueues])
    .describe(
      'The task queues this worker serves, comma-separated: ' +
        `${workflowQueues.map(name => `\`${name}\``).join(', ')}.`,
    ),
} as const;
