import { configSchema, parseConfig, secretKeys } from '../../src/main/config';
import { configEntries, describeConfig } from '../../src/main/describe-config';
import { ConfigError } from '../../src/platform/config';

const key = Buffer.alloc(32, 1).toString('base64');
const required = {
  DATABASE_URL: 'postgres://app:secret@db.internal/recordwell',
  S3_ACCESS_KEY_ID: 'access',
  S3_SECRET_ACCESS_KEY: 'a-secret-of-the-store',
  S3_NOTIFICATION_SECRET: 'a-secret-of-the-notifications',
  KEY_FINGERPRINT_SECRET: key,
  PAYLOAD_KEYS: `k1:${key}`,
  EMBED_KEYS: `1:${key}`,
  WEBHOOK_KEYS: `k1:${key}`,
};
const production = { ...required, PUBLIC_URL: 'https://api.example.com' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('All missing and malformed settings are reported at once, without their values', () => {
  const problems = problemsOf({ API_PORT: 'ZQX-not-a-port', PAYLOAD_KEYS: 'ZQX' });
  const named = problems.map(problem => problem.split(':')[0]);
  expect(named).toEqual(
    expect.arrayContaining(['API_PORT', 'PAYLOAD_KEYS', 'DATABASE_URL', 'KEY_FINGERPRINT_SECRET']),
  );
  expect(problems.join('\n')).not.toContain('ZQX');
  expect(problems.find(problem => problem.startsWith('DATABASE_URL'))).toContain('is required');
});

test('An empty value counts as missing', () => {
  expect(parseConfig({ ...production, API_PORT: '' }).API_PORT).toBe(3000);
});

test('Production is the default, and accepts a complete configuration', () => {
  expect(parseConfig(production).RECORDWELL_ENV).toBe('production');
});

test.each([
  ['receivers in private networks', { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, 'WEBHOOK_ALLOW_CIDRS'],
  ['an address without TLS', { PUBLIC_URL: 'http://api.example.com' }, 'PUBLIC_URL'],
  [
    'an identity provider without TLS',
    {
      CONSOLE_OIDC_ISSUER: 'http://id.example.com',
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'of-the-console',
    },
    'CONSOLE_OIDC_ISSUER',
  ],
  ['a demo secret', { S3_NOTIFICATION_SECRET: 'changeme-changeme-changeme' }, 'S3_NOTIFICATION_SECRET'],
])('Production refuses %s by name, and development accepts it', (_what, unsafe, name) => {
  const environment = { ...production, ...unsafe };
  expect(problemsOf(environment).map(problem => problem.split(':')[0])).toEqual([name]);
  expect(problemsOf({ ...environment, RECORDWELL_ENV: 'development' })).toEqual([]);
});

const entra = 'https://login.microsoftonline.com';
const tenant = '1b2c3d4e-0000-4000-8000-1234567890ab';

test.each([
  ['one tenant', `${entra}/${tenant}/v2.0`, `${entra}/${tenant}/v2.0`, []],
  ['one tenant that is not trusted', `${entra}/${tenant}/v2.0`, undefined, []],
  ['every tenant', `${entra}/common/v2.0`, undefined, ['CONSOLE_OIDC_ISSUER']],
  ['every organization', `${entra}/organizations/v2.0`, undefined, ['CONSOLE_OIDC_ISSUER']],
  ['another issuer than it trusts', `${entra}/${tenant}/v2.0`, entra, ['CONSOLE_OIDC_TRUSTED_ISSUER']],
] as const)(
  'An identity provider of %s is accepted or named [CONSOLE-36]',
  (_, issuer, trusted, expected) => {
    const settings = {
      ...production,
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'of-the-console',
      ...(trusted === undefined ? {} : { CONSOLE_OIDC_TRUSTED_ISSUER: trusted }),
    };
    expect(problemsOf(settings).map(problem => problem.split(':')[0])).toEqual(expected);
  },
);

test('An identity provider needs all of its settings, or none', () => {
  const half = { ...production, CONSOLE_OIDC_ISSUER: 'https://id.example.com' };
  expect(problemsOf(half).map(problem => problem.split(':')[0])).toEqual([
    'CONSOLE_OIDC_CLIENT_ID',
    'CONSOLE_OIDC_CLIENT_SECRET',
  ]);
});

test.each([
  'dns.example.com',
  '10.0.0.2:0',
  '10.0.0.2:65536',
  '2001:db8::1:53x',
  Array(9).fill('10.0.0.2').join(','),
])('%s is not a list of name servers', servers => {
  const problems = problemsOf({ ...production, WEBHOOK_DNS_SERVERS: servers });
  expect(problems.map(problem => problem.split(':')[0])).toEqual(['WEBHOOK_DNS_SERVERS']);
});

test('Name servers may have a port', () => {
  expect(
    problemsOf({
      ...production,
      WEBHOOK_DNS_SERVERS: '10.0.0.2, 10.0.0.3:5353,[2001:db8::1]:53,2001:db8::2',
    }),
  ).toEqual([]);
});

test('A key ring keeps its order, and its first key seals', () => {
  const ring = parseConfig({ ...production, PAYLOAD_KEYS: `new:${key}, old:${key}` }).PAYLOAD_KEYS;
  expect(ring.map(({ id }) => id)).toEqual(['new', 'old']);
});

test.each([
  ["an ID that isn't a number", `k1:${key}`],
  ['an ID larger than a byte', `256:${key}`],
  ['a number written another way', `01:${key}`],
  ['an ID twice', `1:${key},1:${key}`],
  ['a short key', '1:c2hvcnQ='],
])('Embed keys with %s are refused', (_what, ring) => {
  expect(problemsOf({ ...production, EMBED_KEYS: ring }).map(problem => problem.split(':')[0])).toEqual([
    'EMBED_KEYS',
  ]);
});

test('Embed keys have numbers as IDs, because a token has one byte for the ID', () => {
  const ring = parseConfig({ ...production, EMBED_KEYS: `2:${key}, 1:${key}` }).EMBED_KEYS;
  expect(ring.map(({ id }) => id)).toEqual([2, 1]);
});

test('Every setting has a description, the help lists all of them, and secrets are marked', () => {
  const help = describeConfig();
  for (const entry of configEntries()) {
    expect(entry.description).toMatch(/\.$/);
    expect(help).toContain(entry.key);
  }
  expect(configEntries().map(entry => entry.key)).toEqual(Object.keys(configSchema.shape));
  for (const name of secretKeys) expect(Object.keys(configSchema.shape)).toContain(name);
});

test('EMBED_PARENT_ORIGINS is a list of origins as browsers spell them, and empty by default [EMBED-10]', () => {
  expect(parseConfig(production).EMBED_PARENT_ORIGINS).toEqual([]);
  expect(parseConfig(production).EMBED_PARENT_ORIGIN_REQUIRED).toBe(false);
  const listed = 'https://app.example.com, https://portal.example.com:8443';
  expect(parseConfig({ ...production, EMBED_PARENT_ORIGINS: listed }).EMBED_PARENT_ORIGINS).toEqual([
    'https://app.example.com',
    'https://portal.example.com:8443',
  ]);
});

test.each([
  ['a wildcard', 'https://*.example.com'],
  ['an uppercase letter', 'https://App.example.com'],
  ['plain HTTP', 'http://app.example.com'],
  ['a path', 'https://app.example.com,https://b.example/'],
  [
    'more than 1,000 entries',
    Array.from({ length: 1_001 }, (_none, index) => `https://app-${index}.example.com`).join(','),
  ],
])('EMBED_PARENT_ORIGINS with %s is refused [EMBED-10]', (_what, origins) => {
  const problems = problemsOf({ ...production, EMBED_PARENT_ORIGINS: origins });
  expect(problems.map(problem => problem.split(':')[0])).toEqual(['EMBED_PARENT_ORIGINS']);
});
