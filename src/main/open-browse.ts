import { ConfigError } from '../platform/config';
import { openBrowseDatabase, type BrowseDatabase } from '../store/browse-database';
import { heavyLimits, type Config } from './config';

/**
 * Opens the database as browse reads it: a connection for each that runs at once.
 * @throws ConfigError when its address is not configured: with that of the application, the second lock would be open
 */
export function openBrowse(config: Config): BrowseDatabase {
  const url = config.DATABASE_BROWSE_URL;
  if (url === undefined)
    throw new ConfigError(['DATABASE_BROWSE_URL: is not set; the API reads what is browsed by it']);
  return openBrowseDatabase({
    url,
    poolMax: heavyLimits(config).heavyMax,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
    applicationName: 'recordwell browse',
  });
}
