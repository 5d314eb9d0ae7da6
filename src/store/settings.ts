/** The database settings. */
import { z } from 'zod';
import { positive } from '../platform/setting-kinds';

/** The store's settings in the environment. */
export const databaseSettings = {
  DATABASE_URL: z
    .url()
    .describe('PostgreSQL as the application role, which can neither change nor delete an audit row.'),
  DATABASE_OWNER_URL: z
    .url()
    .optional()
    .describe(
      'PostgreSQL as the owner of the schema; needed by `migrate` only, so give it to no other process.',
    ),
  DATABASE_BROWSE_URL: z
    .url()
    .optional()
    .describe(
      'PostgreSQL as the role that reads what can be browsed and nothing else; needed by the API only.',
    ),
  DATABASE_POOL_MAX: positive(200).default(10).describe('The most connections a process holds.'),
  DATABASE_STATEMENT_TIMEOUT_MS: positive(600_000)
    .default(2_500)
    .describe('How long one statement may run, in milliseconds; past it the caller gets 504.'),
  DATABASE_ACQUIRE_TIMEOUT_MS: positive(60_000)
    .default(1_500)
    .describe('How long a request waits for a connection, in milliseconds; past it the caller gets 503.'),
} as const;
