/** The environment of our own processes in a stack, which is their whole configuration. */
import { configSchema, type ConfigKey } from '../../src/main/config';
import { plainEnvironment } from './child';
import type { DatabaseUrls } from './database-urls';
import { settingOf, type Environment } from './externals';
import type { StackSecrets } from './secrets';
import type { StackPorts } from './stack-ports';

/** The addresses of a stack's services. */
export interface ServiceAddresses {
  readonly database: DatabaseUrls;
  readonly temporalAddress: string;
  /** The folder for e-mails. */
  readonly mailFolder: string;
  readonly objectStore: {
    readonly endpoint: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
}

/** Returns the base URL of a stack's API. */
export function apiUrl(ports: StackPorts): string {
  return `http://127.0.0.1:${ports.api}`;
}

/**
 * Returns the environment of `migrate`: everything that every process gets, and the URL of the schema's
 * owner. No other process has that URL, so an attacker in the API can't change the schema or delete audit
 * rows.
 */
export function migrateEnvironment(
  environment: Readonly<Record<string, string>>,
  { owner }: DatabaseUrls,
): Record<string, string> {
  return { ...environment, DATABASE_OWNER_URL: owner };
}

/**
 * Returns the environment of each of our processes. The stack's settings override the shell's; every other
 * configuration key in the shell (`LOG_LEVEL`, `RATE_LIMIT_COMPANY`, …) is passed on.
 */
export function processEnvironment(
  addresses: ServiceAddresses,
  secrets: StackSecrets,
  ports: StackPorts,
  shell: Environment,
): Record<string, string> {
  const decided: Partial<Record<ConfigKey, string>> = {
    RECORDWELL_ENV: 'development',
    API_HOST: '127.0.0.1',
    API_PORT: String(ports.api),
    OPS_HOST: '127.0.0.1',
    PUBLIC_URL: apiUrl(ports),
    DATABASE_URL: addresses.database.app,
    DATABASE_BROWSE_URL: addresses.database.browse,
    S3_ENDPOINT: addresses.objectStore.endpoint,
    S3_ACCESS_KEY_ID: addresses.objectStore.accessKeyId,
    S3_SECRET_ACCESS_KEY: addresses.objectStore.secretAccessKey,
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    CODEC_HOST: '127.0.0.1',
    CODEC_PORT: String(ports.codec),
  };
  const defaults: Partial<Record<ConfigKey, string>> = {
    S3_NOTIFICATION_SECRET: secrets.s3NotificationSecret,
    KEY_FINGERPRINT_SECRET: secrets.keyFingerprintSecret,
    PAYLOAD_KEYS: secrets.payloadKeys,
    EMBED_KEYS: secrets.embedKeys,
    // The parent origin that the guides use, so that you can try them.
    EMBED_PARENT_ORIGINS: 'https://app.example.com',
    WEBHOOK_KEYS: secrets.webhookKeys,
    // If the shell sets a server, e-mails go there instead.
    MAIL_FOLDER: addresses.mailFolder,
    CODEC_UI_ORIGIN: `http://127.0.0.1:${ports.temporalUi}`,
    TEMPORAL_UI_URL: `http://127.0.0.1:${ports.temporalUi}`,
    // Developers run webhook receivers on this machine.
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    DESK_ADDRESSES: '127.0.0.0/8,::1/128',
    // A made-up address, so that you can try packets.
    OUTREACH: JSON.stringify({
      sender: {
        name: 'Recordwell Demo',
        addressLines: ['1 Example Plaza', 'Chicago, IL 60601'],
        phone: '+13125550100',
        fax: '+13125550101',
      },
      returnInstructions: ['Send the records by fax to (312) 555-0101, or by mail to the address above.'],
    }),
    // There's no load balancer here, so a stop can be quick.
    SHUTDOWN_DRAIN_MS: '0',
    SHUTDOWN_GRACE_MS: '5000',
  };
  const passedOn = Object.keys(configSchema.shape).flatMap(name => {
    const value = name === 'DATABASE_OWNER_URL' ? undefined : settingOf(shell, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...plainEnvironment(), ...defaults, ...Object.fromEntries(passedOn), ...decided };
}
