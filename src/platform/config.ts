/**
 * The whole configuration, one key a line, a sentence per key. `--help`, `docs/configuration.md` and the check of
 * `docker-compose.yml` derive from it. Only `src/main` hands an environment in; nothing else reads one.
 */
import { z } from 'zod';

/** A 32-byte key in base64. */
const key32 = z
  .string()
  .refine(
    text => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (`openssl rand -base64 32`)',
  );

/** `id:base64,id:base64`: the first key is used for new data, all of them for reading. */
const keyRing = z
  .string()
  .transform(text => text.split(',').map(entry => entry.trim().split(':')))
  .refine(
    entries =>
      entries.every(
        ([id, key]) => /^[a-z0-9-]{1,16}$/.test(id ?? '') && Buffer.from(key ?? '', 'base64').length === 32,
      ),
    'must be `id:key` pairs, comma-separated, each key 32 bytes in base64, each id 1 to 16 of a-z 0-9 -',
  )
  .transform(entries =>
    entries.map(([id, key]) => ({ id: id ?? '', key: Buffer.from(key ?? '', 'base64') })),
  );

/** `1:base64,2:base64`: as `keyRing`, with ids that fit into a byte. */
const numberedKeyRing = keyRing
  .refine(
    ring =>
      ring.every(({ id }) => /^(0|[1-9]\d{0,2})$/.test(id) && Number(id) <= 255) &&
      new Set(ring.map(({ id }) => id)).size === ring.length,
    'must be `id:key` pairs whose ids are numbers from 0 to 255, each once',
  )
  .transform(ring => ring.map(({ id, key }) => ({ id: Number(id), key })));

/** `name:sha256hex,name:sha256hex`: who may decode, by the digest of their token. */
const tokenList = z
  .string()
  .transform(text => text.split(',').map(entry => entry.trim().split(':')))
  .refine(
    entries =>
      entries.every(
        ([name, digest, ...rest]) =>
          /^[a-z0-9._-]{1,64}$/.test(name ?? '') && /^[0-9a-f]{64}$/.test(digest ?? '') && rest.length === 0,
      ) && new Set(entries.map(([name]) => name)).size === entries.length,
    'must be `name:digest` pairs, comma-separated, each name once and 1 to 64 of a-z 0-9 . _ -, each digest the SHA-256 of a token in 64 hex digits',
  )
  .transform(entries => entries.map(([name, digest]) => ({ name: name ?? '', tokenSha256: digest ?? '' })));

const port = z.coerce.number().int().min(0).max(65_535);
const positive = (max: number): z.ZodCoercedNumber => z.coerce.number().int().min(1).max(max);
const list = z.string().transform(text =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== ''),
);
const flag = z.enum(['true', 'false']).transform(text => text === 'true');

/** The name of a partner: part of its place in the object store, of workflow ids and of log lines. */
const partnerName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be 1 to 31 of a-z 0-9 -');
const exchangeParty = z.string().regex(/^[A-Z0-9_-]{1,20}$/);

const searchPartnerSettings = z
  .strictObject({
    rosters: z
      .array(
        z.strictObject({
          name: partnerName,
          /** How we and the partner are called in the files. */
          senderId: exchangeParty,
          receiverId: exchangeParty,
          usage: z.enum(['T', 'P']).default('P'),
          /** How long submissions are collected for one file. */
          collectSeconds: z.number().int().min(1).max(86_400).default(60),
          answerWithinHours: z.number().int().min(1).max(2_160).default(168),
          /**
           * A JSON file with `endpoint`, `region`, `bucket`, `accessKeyId`, `secretAccessKey`, where the exchange does
           * not lie in our own bucket: a mounted secret, named here and read by the worker alone.
           */
          credentialsFile: z.string().min(1).optional(),
        }),
      )
      .max(100),
    routes: z
      .array(
        z.strictObject({
          search: z.enum(['siteSonar', 'patientHistories', 'ehrSearch']),
          /** Absent: every company that no other route names. */
          company: z.string().optional(),
          partner: partnerName,
        }),
      )
      .max(10_000),
  })
  .refine(
    ({ rosters, routes }) => routes.every(({ partner }) => rosters.some(({ name }) => name === partner)),
    'has a route to a partner that is not among the rosters',
  )
  .refine(
    ({ rosters }) => new Set(rosters.map(({ name }) => name)).size === rosters.length,
    'names a roster twice',
  );

/** Who answers the searches of live projects, by job and company. */
export type SearchPartnerSettings = z.output<typeof searchPartnerSettings>;

/** The queues a worker can serve; only `core` holds searches, so that neither receivers, scans nor files slow one. */
export const workerQueues = ['core', 'webhooks', 'documents', 'bulk'] as const;

/** Every configuration key; the description is the documentation. */
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
      'Who acts through the admin command, as the audit trail names them; absent means the system account. Set it where several people share an account.',
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
  TRUSTED_PROXIES: list
    .default([])
    .describe(
      'Addresses or CIDR ranges of the proxies in front, comma-separated. Only from these is `X-Forwarded-For` believed, from right to left; empty believes none.',
    ),

  DATABASE_URL: z
    .url()
    .describe('PostgreSQL as the application role, which can neither change nor delete an audit row.'),
  DATABASE_OWNER_URL: z
    .url()
    .optional()
    .describe('PostgreSQL as the owner of the schema; needed by `migrate` only.'),
  DATABASE_POOL_MAX: positive(200).default(10).describe('The most connections a process holds.'),
  DATABASE_STATEMENT_TIMEOUT_MS: positive(600_000)
    .default(2_500)
    .describe('How long one statement may run, in milliseconds; past it the caller gets 504.'),
  DATABASE_ACQUIRE_TIMEOUT_MS: positive(60_000)
    .default(1_500)
    .describe('How long a request waits for a connection, in milliseconds; past it the caller gets 503.'),

  S3_ENDPOINT: z.url().optional().describe('The S3 endpoint; absent means AWS.'),
  S3_PUBLIC_ENDPOINT: z
    .url()
    .optional()
    .describe('The S3 endpoint as customers reach it, for presigned URLs; absent means `S3_ENDPOINT`.'),
  S3_REGION: z.string().default('us-east-1').describe('The S3 region.'),
  S3_BUCKET: z.string().default('recordwell').describe('The bucket that holds every file.'),
  S3_ACCESS_KEY_ID: z.string().describe('The S3 access key id.'),
  S3_SECRET_ACCESS_KEY: z.string().describe('The S3 secret access key.'),
  S3_NOTIFICATION_SECRET: z
    .string()
    .min(24)
    .describe(
      'The secret that the object store shows when it posts a bucket notification; at least 24 characters.',
    ),

  TEMPORAL_ADDRESS: z
    .string()
    .default('127.0.0.1:7233')
    .describe(
      'The Temporal frontend. This and the other `TEMPORAL_*` keys are read by Temporal’s own environment configuration.',
    ),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('The Temporal namespace.'),
  TEMPORAL_API_KEY: z.string().optional().describe('The API key for Temporal Cloud.'),
  TEMPORAL_TLS: flag
    .optional()
    .describe('Whether to use TLS; implied by an API key or a client certificate.'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional().describe('The client certificate for mTLS.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional().describe('The private key of the client certificate.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z
    .string()
    .optional()
    .describe('The authority that signed the server’s certificate.'),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional().describe('The name expected in the server’s certificate.'),
  TEMPORAL_METRICS_ADDRESS: z
    .string()
    .optional()
    .describe(
      'Where the worker serves the metrics of the Temporal SDK for Prometheus, `host:port`; absent: nowhere.',
    ),
  TEMPORAL_CONFIG_FILE: z.string().optional().describe('A Temporal TOML configuration file with profiles.'),
  TEMPORAL_PROFILE: z.string().optional().describe('The profile to take from that file.'),

  WORKER_QUEUES: list
    .pipe(z.array(z.enum(workerQueues)).min(1))
    .default([...workerQueues])
    .describe(
      'The task queues this worker serves, comma-separated: `core`, `webhooks`, `documents`, `bulk`.',
    ),

  SEARCH_PARTNERS: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(searchPartnerSettings)
    .optional()
    .describe(
      'Who answers the searches of live projects, as JSON: `{"rosters":[{"name","senderId","receiverId"}],"routes":[{"search","company","partner"}]}` (docs/partners/roster.md). A route with a company goes before one without. Absent: nobody, and those searches stay armed.',
    ),

  KEY_FINGERPRINT_SECRET: key32.describe('The key of the fingerprints under which API keys are stored.'),
  PAYLOAD_KEYS: keyRing.describe(
    'The key ring that seals Temporal payloads; the first is used, the others still open.',
  ),
  EMBED_KEYS: numberedKeyRing.describe(
    'The key ring that seals embed tokens, `1:key,2:key` with ids from 0 to 255; the first is used, the others still open.',
  ),

  CODEC_HOST: z.string().default('127.0.0.1').describe('The address the codec server listens on.'),
  CODEC_PORT: port.default(8234).describe('The port the codec server listens on; 0 takes a free one.'),
  CODEC_UI_ORIGIN: z
    .string()
    .refine(
      text => URL.canParse(text) && new URL(text).origin === text,
      'must be an origin: scheme, host and port, without a slash at the end',
    )
    .default('http://127.0.0.1:8233')
    .describe(
      'The origin of the Temporal UI, as the browser shows it: the only one that may ask the codec server. Both must share a site (`temporal.example.com`, `codec.example.com`), so that the sign-in cookie is sent.',
    ),
  CODEC_TOKENS: tokenList
    .default([])
    .describe(
      'Who may decode: `name:digest` pairs, comma-separated, each digest the SHA-256 of a random token (`openssl rand -hex 32`) in hex. Empty asks for no credentials, which the codec server refuses in production and off loopback.',
    ),

  RATE_LIMIT_ANONYMOUS: positive(1_000_000)
    .default(30)
    .describe('Requests a rolling minute per client address without a known key.'),
  RATE_LIMIT_COMPANY: positive(1_000_000).default(600).describe('Requests a rolling minute per company.'),

  WEBHOOK_ALLOW_CIDRS: list
    .default([])
    .describe('Development only: private ranges (CIDR) to which webhooks may be sent all the same.'),

  REQUEST_TIMEOUT_MS: positive(600_000)
    .default(10_000)
    .describe(
      'How long a request may take to arrive whole, in milliseconds; the work on it has limits of its own (statements, connections, the object store).',
    ),
  REQUESTS_IN_FLIGHT_MAX: positive(10_000)
    .default(40)
    .describe(
      'Requests worked on at once; as many as 100 more wait while their turn is within 100 ms, the rest get 503 at once.',
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

/** The parsed configuration. */
export type Config = z.output<typeof configSchema>;

/** The name of a configuration key. */
export type ConfigKey = keyof Config;

/** Keys whose value is never shown. */
export const secretKeys: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_NOTIFICATION_SECRET',
  'TEMPORAL_API_KEY',
  'KEY_FINGERPRINT_SECRET',
  'PAYLOAD_KEYS',
  'EMBED_KEYS',
  'CODEC_TOKENS',
]);

/** Every problem of a configuration, one line each; the message holds no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
  }
}

/** What production refuses, by name, with the reason. */
function unsafeInProduction(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems: string[] = [];
  if (config.WEBHOOK_ALLOW_CIDRS.length > 0)
    problems.push(
      'WEBHOOK_ALLOW_CIDRS: private receivers are for development; production sends to public addresses only',
    );
  if (config.PUBLIC_URL.startsWith('http:')) problems.push('PUBLIC_URL: must be https in production');
  for (const name of [
    'KEY_FINGERPRINT_SECRET',
    'PAYLOAD_KEYS',
    'EMBED_KEYS',
    'S3_SECRET_ACCESS_KEY',
    'S3_NOTIFICATION_SECRET',
  ] as const)
    if (/demo|example|changeme/i.test(environment[name] ?? ''))
      problems.push(`${name}: is a demo value; make one of your own`);
  return problems;
}

/**
 * Parses an environment; an empty value counts as absent.
 * @throws ConfigError naming every key that is missing, malformed or unsafe in production
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = configSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(issue => {
        const name = String(issue.path[0]);
        const rule = given[name] === undefined ? 'is required' : issue.message;
        return `${name}: ${rule}. ${configSchema.shape[name as ConfigKey].description ?? ''}`;
      }),
    );
  }
  if (parsed.data.RECORDWELL_ENV === 'production') {
    const problems = unsafeInProduction(parsed.data, environment);
    if (problems.length > 0) throw new ConfigError(problems);
  }
  return parsed.data;
}
