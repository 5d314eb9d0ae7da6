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
    .describe(
      '`production` refuses unsafe values; `development` is what the embedded stack and the tests use.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('The lowest level that is written to the log.'),
  RECORDWELL_OPERATOR: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, 'must be 1 to 100 characters, none of them a control one')
    .optional()
    .describe(
      'Who acts through the admin command, as the audit trail names them; absent means the system ' +
        'account. Set it where several people share an account.',
    ),

  API_HOST: z.string().default('127.0.0.1').describe('The address the API listens on.'),
  API_PORT: port.default(3000).describe('The port the API listens on; 0 takes a free one.'),
  OPS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'The address on which each process serves `/healthz`, `/readyz` and `/metrics` for operators only.',
    ),
  OPS_PORT: port
    .default(9464)
    .describe('The port of health and metrics of this process; 0 takes a free one.'),
  PUBLIC_URL: z
    .url()
    .default('http://127.0.0.1:3000')
    .describe('The base address under which customers reach the API, without a slash at the end.'),
  SUPPORT_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be 1 to 60 characters, without control characters')
    .default('support')
    .describe(
      'What customers call the people who help them, as it appears in the middle of a sentence on pages ' +
        'and in e-mails: "contact support".',
    ),
  TRUSTED_PROXIES: list
    .default([])
    .describe(
      'Addresses or CIDR ranges of the proxies in front, comma-separated. Only from these is ' +
        '`X-Forwarded-For` believed, from right to left; empty believes none.',
    ),

  ...databaseSettings,
  ...fileSettings,
  ...temporalSettings,
  ...readingSettings,
  ...partnerSettings,

  KEY_FINGERPRINT_SECRET: key32.describe('The key of the fingerprints under which API keys are stored.'),
  PAYLOAD_KEYS: keyRing.describe(
    'The key ring that seals Temporal payloads; the first is used, the others still open.',
  ),
  EMBED_KEYS: numberedKeyRing.describe(
    'The key ring that seals embed tokens, `1:key,2:key` with ids from 0 to 255; the first is used, ' +
      'the others still open.',
  ),
  EMBED_PARENT_ORIGINS: list
    .refine(
      origins => origins.length <= approvedOriginsMax && origins.every(isParentOrigin),
      `must be at most ${approvedOriginsMax} origins, comma-separated, each \`https://host[:port]\` ` +
        `as \`location.origin\` has it`,
    )
    .default([])
    .describe(
      'The origins of the pages that may frame embeds, comma-separated, each `https://host[:port]`. ' +
        'A token for another page is refused with 400.',
    ),
  EMBED_PARENT_ORIGIN_REQUIRED: flag
    .default(false)
    .describe(
      '`true` refuses to mint tokens for any framing page (those without a `parentOrigin`); ' +
        '`recordwell_embed_tokens_minted_total{parent="any"}` tells whether somebody still asks for ' +
        'them.',
    ),

  ...codecSettings,

  RATE_LIMIT_ANONYMOUS: positive(1_000_000)
    .default(30)
    .describe('Requests a rolling minute per client address without a known key.'),
  RATE_LIMIT_COMPANY: positive(1_000_000).default(600).describe('Requests a rolling minute per company.'),
  RATE_LIMIT_EMBED_USER: positive(1_000_000)
    .default(60)
    .describe('Actions a rolling minute in the site finder, per user who minted its tokens.'),

  ...webhookSettings,
  ...mailSettings,
  ...consoleSettings,
  ...deskSettings,

  REQUEST_TIMEOUT_MS: positive(600_000)
    .default(10_000)
    .describe(
      'How long a request may take to arrive whole, in milliseconds; the work on it has limits of ' +
        'its own (statements, connections, the object store).',
    ),
  ANSWER_STALL_MS: positive(600_000)
    .default(20_000)
    .describe(
      'How long an answer may wait for a reader that takes nothing of it, in milliseconds; then its ' +
        'connection is cut. One that takes 16 KiB a second is never cut for it.',
    ),
  STREAMED_ANSWER_MS: positive(3_600_000)
    .default(300_000)
    .describe(
      'How long an answer that is sent while it is read may take, in milliseconds; it holds a ' +
        'connection of the pool meanwhile. Past it its connection is cut.',
    ),
  REQUESTS_IN_FLIGHT_MAX: positive(10_000)
    .default(40)
    .describe(
      'Requests worked on at once; as many as 100 more wait while their turn is within 100 ms, the ' +
        'rest get 503 at once.',
    ),
  HEAVY_REQUESTS_MAX: positive(200)
    .optional()
    .describe(
      'Expensive requests (browse) worked on at once in a process; absent means half of ' +
        '`DATABASE_POOL_MAX`, so that the others find a connection.',
    ),
  HEAVY_REQUESTS_PER_COMPANY_MAX: positive(200)
    .optional()
    .describe(
      'Expensive requests of one company at once in a process; absent means half of ' +
        '`HEAVY_REQUESTS_MAX`. One more waits a second, then it gets 429.',
    ),
  SHUTDOWN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe('How long a process that was told to stop still accepts, while `/readyz` already says no.'),
  SHUTDOWN_GRACE_MS: positive(600_000)
    .default(20_000)
    .describe('How long requests and activities in flight may take to finish when the process stops.'),
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
function halfSaid(config: Config): string[] {
  const missing = signOnKeys.filter(name => config[name] === undefined);
  if (missing.length === signOnKeys.length) return [];
  return missing.map(name => `${name}: is required beside the others of the identity provider`);
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
      problems.push(`${name}: is a demo value; make one of your own`);
  return problems;
}

/**
 * Parses an environment; an empty value counts as absent.
 * @throws ConfigError naming every key that is missing, malformed, incomplete, or unsafe in production
 */
export function parseConfig(environment: Environment): Config {
  const config = parseEnvironment(configSchema, environment);
  const isProduction = config.RECORDWELL_ENV === 'production';
  const problems = [...halfSaid(config), ...(isProduction ? unsafeInProduction(config, environment) : [])];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
