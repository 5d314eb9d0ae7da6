/**
 * The whole configuration, with a sentence per key. `--help`, `docs/operate/configuration.md`, and the check
 * of `docker-compose.yml` derive from it. Each folder states its own settings; only `src/main` passes an
 * environment in.
 */
import { z } from 'zod';
import { consoleSettings } from '../site/console/settings';
import { deskSettings } from '../site/desk/settings';
import { readingSettings } from '../reading/settings';
import { approvedOriginsMax, isParentOrigin } from '../domain/embeds/parent-origin';
import { fileSettings } from '../files/settings';
import { mailSettings } from '../mail/settings';
import { partnerSettings } from '../partners/settings';
import { ConfigError, parseEnvironment, type Environment } from '../platform/config';
import { flag, key32, keyRing, list, numberedKeyRing, port, positive } from '../platform/setting-kinds';
import { databaseSettings } from '../store/settings';
import { codecSettings } from '../temporal/codec-server/settings';
import { temporalSettings } from '../temporal/settings';
import { webhookSettings } from '../webhooks/settings';

/** Every configuration key, in page order; the description is the documentation. */
export const configSchema = z.object({
  RECORDWELL_ENV: z
    .enum(['production', 'development'])
    .default('production')
    .describe('`production` rejects unsafe values; `development` is for the embedded stack and the tests.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('The lowest level to log.'),
  RECORDWELL_OPERATOR: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, 'must be 1 to 100 characters, without control characters')
    .optional()
    .describe(
      "The operator's name in the audit log for the admin command; absent means the system account. " +
        'Set it if several people share an account.',
    ),

  API_HOST: z.string().default('127.0.0.1').describe('The address the API listens on.'),
  API_PORT: port.default(3000).describe('The port the API listens on; 0 means any free one.'),
  OPS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'The address on which each process serves `/healthz`, `/readyz` and `/metrics` for operators only.',
    ),
  OPS_PORT: port
    .default(9464)
    .describe('The port for health and metrics of this process; 0 means any free one.'),
  PUBLIC_URL: z
    .url()
    .default('http://127.0.0.1:3000')
    .describe('The base URL at which customers reach the API, without a trailing slash.'),
  SUPPORT_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters, without control characters')
    .default('support')
    .describe(
      'What customers call the people who help them, as it appears in the middle of a sentence on pages ' +
        'and in e-mails: "contact support".',
    ),
  STATUS_PAGE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The page that says whether the service works, linked in the Help menu of the console and the desk; ' +
        'absent means no link.',
    ),
  TRUSTED_PROXIES: list
    .default([])
    .describe(
      'Addresses or CIDR ranges of trusted proxies, comma-separated. `X-Forwarded-For` is only ' +
        'trusted from these, from right to left; empty trusts none.',
    ),

  ...databaseSettings,
  ...fileSettings,
  ...temporalSettings,
  ...readingSettings,
  ...partnerSettings,

  KEY_FINGERPRINT_SECRET: key32.describe('The secret for the fingerprints under which API keys are stored.'),
  PAYLOAD_KEYS: keyRing.describe(
    'The key ring that encrypts Temporal payloads; the first key encrypts, all of them decrypt.',
  ),
  EMBED_KEYS: numberedKeyRing.describe(
    'The key ring that encrypts embed tokens, `1:key,2:key` with ids from 0 to 255; the first key ' +
      'encrypts, all of them decrypt.',
  ),
  EMBED_PARENT_ORIGINS: list
    .refine(
      origins => origins.length <= approvedOriginsMax && origins.every(isParentOrigin),
      `must be at most ${approvedOriginsMax} origins, comma-separated, each \`https://host[:port]\` ` +
        `as \`location.origin\` has it`,
    )
    .default([])
    .describe(
      'The origins of pages that may frame embeds, comma-separated, each `https://host[:port]`. A ' +
        'token for any other page is refused with 400.',
    ),
  EMBED_PARENT_ORIGIN_REQUIRED: flag
    .default(false)
    .describe(
      '`true` refuses tokens without a `parentOrigin`, which any page could frame; ' +
        '`recordwell_embed_tokens_minted_total{parent="any"}` shows whether customers still request ' +
        'them.',
    ),

  ...codecSettings,

  RATE_LIMIT_ANONYMOUS: positive(1_000_000)
    .default(30)
    .describe('Requests per rolling minute and client address without a valid key.'),
  RATE_LIMIT_COMPANY: positive(1_000_000).default(600).describe('Requests per rolling minute and company.'),
  RATE_LIMIT_EMBED_USER: positive(1_000_000)
    .default(60)
    .describe('Actions in the site finder per rolling minute and user who created its token.'),

  ...webhookSettings,
  ...mailSettings,
  ...consoleSettings,
  ...deskSettings,

  REQUEST_TIMEOUT_MS: positive(600_000)
    .default(10_000)
    .describe(
      'How long a request may take to arrive completely, in milliseconds; processing it has other ' +
        'limits (statements, connections, the object store).',
    ),
  ANSWER_STALL_MS: positive(600_000)
    .default(20_000)
    .describe(
      'How long a response may wait for a client that reads nothing, in milliseconds, before its ' +
        'connection is cut off. A client that reads 16 KiB per second is never cut off.',
    ),
  STREAMED_ANSWER_MS: positive(3_600_000)
    .default(300_000)
    .describe(
      'How long a streamed response may take, in milliseconds, before its connection is cut off; it ' +
        'uses a database connection until then.',
    ),
  REQUESTS_IN_FLIGHT_MAX: positive(10_000)
    .default(40)
    .describe(
      'The most concurrent requests; up to 100 more wait while their turn is within 100 ms, the ' +
        'rest get 503 right away.',
    ),
  HEAVY_REQUESTS_MAX: positive(200)
    .optional()
    .describe(
      'The most concurrent expensive requests (browse) per process; absent means half of ' +
        '`DATABASE_POOL_MAX`, so that other requests find a connection.',
    ),
  HEAVY_REQUESTS_PER_COMPANY_MAX: positive(200)
    .optional()
    .describe(
      'The most concurrent expensive requests of one company per process; absent means half of ' +
        '`HEAVY_REQUESTS_MAX`. One more waits a second and then gets 429.',
    ),
  SHUTDOWN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'How long a stopping process still accepts requests while `/readyz` already answers 503, in ' +
        'milliseconds.',
    ),
  SHUTDOWN_GRACE_MS: positive(600_000)
    .default(20_000)
    .describe(
      'How long running requests and activities may take to finish when the process stops, in ' +
        'milliseconds.',
    ),
});

/** Half, but at least one. */
function halfOf(count: number): number {
  return Math.max(1, Math.floor(count / 2));
}

/** Returns the default number of concurrent expensive requests: a share of the pool. */
export function heavyLimits(
  config: Pick<Config, 'DATABASE_POOL_MAX' | 'HEAVY_REQUESTS_MAX' | 'HEAVY_REQUESTS_PER_COMPANY_MAX'>,
): { readonly heavyMax: number; readonly heavyPerCompanyMax: number } {
  const heavyMax = config.HEAVY_REQUESTS_MAX ?? halfOf(config.DATABASE_POOL_MAX);
  return { heavyMax, heavyPerCompanyMax: config.HEAVY_REQUESTS_PER_COMPANY_MAX ?? halfOf(heavyMax) };
}

/** The parsed configuration. */
export type Config = z.output<typeof configSchema>;

/** The name of a configuration key. */
export type ConfigKey = keyof Config;

/** Keys whose value is never shown. */
export const secretKeys: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_BROWSE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_NOTIFICATION_SECRET',
  'TEMPORAL_API_KEY',
  'KEY_FINGERPRINT_SECRET',
  'PAYLOAD_KEYS',
  'EMBED_KEYS',
  'WEBHOOK_KEYS',
  'MAIL_SMTP_URL',
  'CODEC_TOKENS',
  'CONSOLE_OIDC_CLIENT_SECRET',
]);

const signOnKeys = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

/** Returns incomplete settings: an identity provider needs all of its keys. */
function incompleteSettings(config: Config): string[] {
  const missing = signOnKeys.filter(name => config[name] === undefined);
  if (missing.length === signOnKeys.length) return [];
  return missing.map(name => `${name}: is required with the other settings of the identity provider`);
}

/** The first path segments of issuers that speak for every tenant of Microsoft Entra. */
const allTenants: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers']);

/** Returns issuers that don't stand for one organization. */
function ambiguousIssuers({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_TRUSTED_ISSUER: trusted,
}: Config): string[] {
  const problems = Object.entries({ CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_TRUSTED_ISSUER: trusted })
    .filter(([, url]) => url !== undefined && allTenants.has(new URL(url).pathname.split('/')[1] ?? ''))
    .map(([name]) => `${name}: names every tenant; use the issuer of one, with its tenant ID`);
  if (trusted !== undefined && trusted !== issuer)
    problems.push('CONSOLE_OIDC_TRUSTED_ISSUER: must be the same as CONSOLE_OIDC_ISSUER');
  return problems;
}

/** Returns what production doesn't allow, by name, with the reason. */
function unsafeInProduction(config: Config, environment: Environment): string[] {
  const problems: string[] = [];
  if (config.WEBHOOK_ALLOW_CIDRS.length > 0)
    problems.push(
      'WEBHOOK_ALLOW_CIDRS: private receivers are for development; production sends to public addresses only',
    );
  for (const { name, endpoint } of config.FACILITY_CHANNELS?.channels ?? [])
    if (!endpoint.startsWith('https:'))
      problems.push(`FACILITY_CHANNELS: the endpoint of ${name} must be https in production`);
  for (const { name, endpoint } of config.RESEARCH_SOURCES ?? [])
    if (!endpoint.startsWith('https:'))
      problems.push(`RESEARCH_SOURCES: the endpoint of ${name} must be https in production`);
  if (config.CONSOLE_OIDC_ISSUER?.startsWith('http:') === true)
    problems.push('CONSOLE_OIDC_ISSUER: must be https in production');
  if (config.PUBLIC_URL.startsWith('http:')) problems.push('PUBLIC_URL: must be https in production');
  for (const name of [
    'KEY_FINGERPRINT_SECRET',
    'PAYLOAD_KEYS',
    'EMBED_KEYS',
    'WEBHOOK_KEYS',
    'S3_SECRET_ACCESS_KEY',
    'S3_NOTIFICATION_SECRET',
  ] as const)
    if (/demo|example|changeme/i.test(environment[name] ?? ''))
      problems.push(`${name}: is a demo value; generate your own`);
  return problems;
}

/**
 * Parses an environment; an empty value counts as absent.
 * @throws ConfigError naming every key that is missing, malformed, incomplete, or unsafe in production
 */
export function parseConfig(environment: Environment): Config {
  const config = parseEnvironment(configSchema, environment);
  const isProduction = config.RECORDWELL_ENV === 'production';
  const problems = [
    ...incompleteSettings(config),
    ...ambiguousIssuers(config),
    ...(isProduction ? unsafeInProduction(config, environment) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
