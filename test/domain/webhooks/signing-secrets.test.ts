import {
  currentSecretSince,
  rotate,
  signingSecretsMax,
  stillSigning,
} from '../../../src/domain/webhooks/signing-secrets';

const hourMs = 60 * 60 * 1000;
const createdAt = new Date('2026-11-01T00:00:00Z');
const start = new Date('2026-11-20T12:00:00Z');
const after = (hours: number): Date => new Date(start.getTime() + hours * hourMs);

type Secrets = Parameters<typeof rotate>[0];

function rotated(secrets: Secrets, secret: string, at: Date): Secrets {
  const next = rotate(secrets, secret, at);
  if (next === undefined) throw new Error('too many secrets');
  return { ...next, createdAt };
}

const first: Secrets = { secret: 'a', replacedSecrets: [], createdAt };

test('A replaced secret keeps signing for 24 hours, along with its successor [HOOK-22]', () => {
  const second = rotated(first, 'b', start);
  expect(second).toEqual({
    createdAt,
    secret: 'b',
    replacedSecrets: [{ secret: 'a', from: createdAt.toISOString(), until: after(24).toISOString() }],
  });
  expect(currentSecretSince(second)).toEqual(start);
  expect(stillSigning(second.replacedSecrets, new Date(after(24).getTime() - 1))).toHaveLength(1);
  expect(stillSigning(second.replacedSecrets, after(24))).toEqual([]);
});

test('A second rotation gives each secret its own 24 hours and drops expired ones [HOOK-22]', () => {
  const third = rotated(rotated(first, 'b', start), 'c', after(6));
  expect(third.replacedSecrets.map(({ secret, until }) => [secret, until])).toEqual([
    ['b', after(30).toISOString()],
    ['a', after(24).toISOString()],
  ]);
  expect(rotated(third, 'd', after(25)).replacedSecrets.map(({ secret }) => secret)).toEqual(['c', 'b']);
});

test(`At most ${signingSecretsMax} secrets sign at once`, () => {
  let secrets = first;
  for (let count = 1; count < signingSecretsMax; count += 1) secrets = rotated(secrets, String(count), start);
  expect(secrets.replacedSecrets).toHaveLength(signingSecretsMax - 1);
  expect(rotate(secrets, 'one more', start)).toBeUndefined();
  expect(rotate(secrets, 'one more', after(24))?.replacedSecrets).toHaveLength(1);
});
