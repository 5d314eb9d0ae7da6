/** The database settings. */
import { z } from 'zod';
import { positive } from '../platform/setting-kinds';

/** The store's settings in the environment. */
export const databaseSettings = {
  DATABASE_URL: z
    .url()
    .describe('PostgreSQL URL of the application role, which can neither change nor delete an audit row.'),
  DATABASE_OWNER_URL: z
    .url()
    .optional()
    .describe(
      "PostgreSQL URL of the schema owner; only for `migrate`, so don't give it to any other " + 'process.',
    ),
  DATABASE_BROWSE_URL: z
    .url()
    .optional()
    .describe('PostgreSQL URL of the role that can only read what browse needs; only for the API.'),
  DATABASE_POOL_MAX: positive(200).default(10).describe('The most connections per process.'),
  DATABASE_STATEMENT_TIMEOUT_MS: positive(600_000)
    .default(2_500)
    .describe('How long a statement may run, in milliseconds, before the caller gets 504.'),
  DATABASE_ACQUIRE_TIMEOUT_MS: positive(60_000)
    .default(1_500)
    .describe('How long a request waits for a connection, in milliseconds, before the caller gets 503.'),
} as const;
