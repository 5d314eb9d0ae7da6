import { Webhook } from 'standardwebhooks';
import { replacedSecretExpiresAt, signingSecretsMax } from '../../src/domain/webhooks/signing-secrets';
import {
  secretsInForce,
  sign,
  signAttempt,
  standardSecretOf,
  type SigningSecret,
} from '../../src/webhooks/signature';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';

const secret = '0f4d7a1e-93b2-4c6e-8a57-2e1f60c9d4b8';
const older = '6b1f0c52-7f3a-4d0e-9c41-d5a2b8e07713';
const deliveryId = '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e';
const at = new Date('2026-11-20T12:00:00.900Z');
const body = Buffer.from('{"id":"evt_1","eventType":"patient.created"}');

describe('sign', () => {
  // Computed outside this code, each by openssl and again by Python's hmac; the first by
  //   printf '1700000000.{"id":"evt_1","eventType":"patient.created"}' |
  //     openssl dgst -sha256 -mac HMAC -macopt hexkey:0f4d7a1e93b24c6e8a572e1f60c9d4b8
  test.each([
    [
      'JSON',
      '{"id":"evt_1","eventType":"patient.created"}',
      '5c389bac2d402e319c6112bafafd1256d4f06b70e385d64c68ebc2bb1503b32f',
    ],
    ['an empty body', '', 'fb63bff82341b601204fd05fda266448b670f98f21e176fdbb130807189b759f'],
    ['UTF-8', '{"n":"Zoë – 名前"}', '99d8ceceabafbad87bdff163f1c0c9a8dcc2193b627dcfb4be93384a81489519'],
    [
      'a line end kept unchanged',
      '{"a":1}\r\n',
      '03557abe080cb0c51e9ebdbc43bfafb1f697fe90675cd5d7d9c8145b8137fffe',
    ],
  ])('matches the golden vector for %s [HOOK-14]', (_, text, expected) => {
    expect(sign(secret, 1_700_000_000, Buffer.from(text))).toBe(expected);
  });

  test('uses the bytes of the UUID, whatever the case of its text [HOOK-10]', () => {
    expect(sign(secret.toUpperCase(), 1, body)).toBe(sign(secret, 1, body));
  });

  test.each([
    '',
    'not-a-uuid',
    secret.replaceAll('-', ''),
    `${secret}0`,
    `{${secret}}`,
    secret.replace('0f', 'zz'),
  ])('rejects the malformed secret %j without repeating it [HOOK-10]', text => {
    expect(() => sign(text, 1, body)).toThrow(
      'A signing secret must be a UUID in its text form with hyphens.',
    );
  });
});

describe('secretsInForce', () => {
  const replacedAt = new Date('2026-11-20T12:00:00.000Z');
  const secrets: readonly SigningSecret[] = [
    {
      uuid: older,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      expiresAt: replacedSecretExpiresAt(replacedAt),
    },
    { uuid: secret, createdAt: replacedAt },
  ];
  const activeAt = (instant: string): string[] =>
    secretsInForce(secrets, new Date(instant)).map(({ uuid }) => uuid);

  test.each([
    ['before the rotation only the old one', '2026-11-20T11:59:59.999Z', [older]],
    ['at the rotation both, newest first', '2026-11-20T12:00:00.000Z', [secret, older]],
    ['at the end of the 24 hours both', '2026-11-21T11:59:59.999Z', [secret, older]],
    ['24 hours after the rotation only the new one', '2026-11-21T12:00:00.000Z', [secret]],
  ])('returns %s [HOOK-22]', (_, instant, expected) => {
    expect(activeAt(instant)).toEqual(expected);
  });

  test('returns every secret of several rotations within 24 hours, up to the limit', () => {
    const many = Array.from({ length: signingSecretsMax + 2 }, (_, index) => ({
      uuid: secret.replace(/..$/, String(10 + index)),
      createdAt: new Date(at.getTime() - (20 - index) * 60_000),
      expiresAt: index === signingSecretsMax + 1 ? undefined : new Date(at.getTime() + 60_000),
    }));
    const found = secretsInForce(many, at);
    expect(found).toHaveLength(signingSecretsMax);
    expect(found[0]).toBe(many.at(-1));
  });

  test('can end a leaked secret at once', () => {
    expect(secretsInForce([{ uuid: older, createdAt: replacedAt, expiresAt: at }], at)).toEqual([]);
  });
});

describe('signAttempt', () => {
  test('returns the delivery, the whole second of signing, and one signature per secret, newest first [HOOK-13] [HOOK-15]', () => {
    const headers = signAttempt({
      withStandardHeaders: false,
      deliveryId,
      body,
      at,
      secrets: [
        { uuid: older, createdAt: new Date(at.getTime() - 1000), expiresAt: new Date(at.getTime() + 1) },
        { uuid: secret, createdAt: at },
      ],
    });
    const seconds = 1_795_176_000;
    expect(headers).toEqual({
      'x-webhook-id': deliveryId,
      'x-webhook-timestamp': String(seconds),
      'x-webhook-signature': `${sign(secret, seconds, body)},${sign(older, seconds, body)}`,
    });
  });

  test('signs for an independent receiver with either secret during a rotation, and with no other [KEY-17] [HOOK-15] [HOOK-22]', async () => {
    const secrets = [
      { uuid: secret, createdAt: at },
      { uuid: older, createdAt: new Date(0), expiresAt: replacedSecretExpiresAt(at) },
    ];
    const received = {
      headers: { ...signAttempt({ withStandardHeaders: false, deliveryId, body, secrets, at }) },
      body,
    };
    const nowSeconds = at.getTime() / 1000;
    await expect(verifyWebhookSignature(received, secret, nowSeconds)).resolves.toBe(true);
    await expect(verifyWebhookSignature(received, older, nowSeconds)).resolves.toBe(true);
    await expect(verifyWebhookSignature(received, deliveryId, nowSeconds)).resolves.toBe(false);
  });

  test('adds Standard Webhooks headers that its library accepts with every active secret [DECISION-67]', () => {
    // The library reads the clock itself.
    const now = new Date();
    const secrets = [
      { uuid: secret, createdAt: now },
      { uuid: older, createdAt: new Date(0), expiresAt: replacedSecretExpiresAt(now) },
    ];
    const headers = { ...signAttempt({ deliveryId, body, secrets, at: now, withStandardHeaders: true }) };
    const verify = (uuid: string, sent = body.toString()): unknown =>
      new Webhook(standardSecretOf(uuid)).verify(sent, headers);
    expect(headers).toMatchObject({ 'webhook-id': deliveryId, 'x-webhook-id': deliveryId });
    expect(verify(secret)).toEqual(JSON.parse(body.toString()));
    expect(verify(older)).toEqual(JSON.parse(body.toString()));
    expect(() => verify(deliveryId)).toThrow('No matching signature');
    expect(() => verify(secret, '{}')).toThrow('No matching signature');
  });

  // The published vector of Standard Webhooks has another key: this one is of openssl,
  //   printf '019a9c3e-7c1d-7b52-8f5e-3d2a1b4c5d6e.1795176000.{"id":"evt_1","eventType":"patient.created"}' |
  //     openssl dgst -sha256 -mac HMAC -macopt hexkey:0f4d7a1e93b24c6e8a572e1f60c9d4b8 -binary | base64
  test('matches the golden vector of the standard signature', () => {
    const headers = signAttempt({
      deliveryId,
      body,
      at,
      secrets: [{ uuid: secret, createdAt: at }],
      withStandardHeaders: true,
    });
    expect(headers['webhook-signature']).toBe('v1,zHH4JwcnGtvarrswH+R1lb4XVRW4SBZV7WvjYlnTw6E=');
  });

  test('omits the standard headers if the endpoint turns them off [DECISION-67]', () => {
    const secrets = [{ uuid: secret, createdAt: at }];
    const headers = signAttempt({ deliveryId, body, secrets, at, withStandardHeaders: false });
    expect(Object.keys(headers).filter(name => name.startsWith('webhook-'))).toEqual([]);
  });

  test.each(['one byte of the body', 'the timestamp', 'the signature'])(
    'makes the receiver refuse a request if %s was altered [KEY-17]',
    async what => {
      const headers = signAttempt({
        withStandardHeaders: false,
        deliveryId,
        body,
        secrets: [{ uuid: secret, createdAt: at }],
        at,
      });
      const altered = Buffer.from(body);
      if (what === 'one byte of the body') altered[3] = 0x2a;
      const received = {
        body: altered,
        headers: {
          ...headers,
          ...(what === 'the timestamp' && { 'x-webhook-timestamp': '1795176001' }),
          ...(what === 'the signature' && { 'x-webhook-signature': '0'.repeat(64) }),
        },
      };
      await expect(verifyWebhookSignature(received, secret, at.getTime() / 1000)).resolves.toBe(false);
    },
  );

  test('makes the receiver refuse a request ten minutes later', async () => {
    const headers = signAttempt({
      withStandardHeaders: false,
      deliveryId,
      body,
      secrets: [{ uuid: secret, createdAt: at }],
      at,
    });
    await expect(
      verifyWebhookSignature({ headers: { ...headers }, body }, secret, at.getTime() / 1000 + 600),
    ).resolves.toBe(false);
  });

  test('throws if no secret is active', () => {
    expect(() => signAttempt({ withStandardHeaders: false, deliveryId, body, secrets: [], at })).toThrow(
      RangeError,
    );
  });
});
