import { openObjectStore, type ObjectStore } from '../files/object-store';
import { createMailer, type Mailer } from '../mail/mailer';
import { ConfigError } from '../platform/config';
import { openBrowseDatabase, type BrowseDatabase } from '../browse/run/database';
import { createEgress, type Egress } from '../webhooks/egress/egress';
import { heavyLimits, type Config } from './config';

/**
 * Opens the database for browse, with a connection for each concurrent one.
 * @throws ConfigError if its URL isn't configured: the application's URL would bypass the second lock
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

/** Opens the object store of the configuration. */
export function openFiles(config: Config): ObjectStore {
  return openObjectStore({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}

/** Opens the mailer; close it when the process stops. */
export function openMailer(config: Pick<Config, 'MAIL_SMTP_URL' | 'MAIL_FOLDER' | 'MAIL_FROM'>): Mailer {
  return createMailer({ smtpUrl: config.MAIL_SMTP_URL, folder: config.MAIL_FOLDER, from: config.MAIL_FROM });
}

/** Opens the guarded egress; close it when the process stops. */
export function openEgress(config: Pick<Config, 'WEBHOOK_ALLOW_CIDRS' | 'WEBHOOK_DNS_SERVERS'>): Egress {
  return createEgress({ allowCidrs: config.WEBHOOK_ALLOW_CIDRS, dnsServers: config.WEBHOOK_DNS_SERVERS });
}
