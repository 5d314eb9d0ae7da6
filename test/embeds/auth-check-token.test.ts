import { createAuthCheckTokens, type AuthCheckClaims } from '../../src/embeds/auth-check/token';
import { createTokenSealer, tokenCharactersMax } from '../../src/embeds/token-sealer';
import { lastNamesMax } from '../../src/forms/patient-form';

const ring = [{ id: 1, key: Buffer.alloc(32, 3) }];
const tokens = createAuthCheckTokens(ring);
const claims: AuthCheckClaims = {
  companyUid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
  storageKey: 'companies/c/projects/p/patients/q/authorization.pdf',
  patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' },
};
const at = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);

const opened = { ...claims, endsAt: later(3_600) };

test('An auth-check token contains its claims and when it ends [EMBED-15]', () => {
  expect(tokens.open(tokens.mint(claims, at), at)).toEqual(opened);
});

test('An auth-check token is valid for exactly an hour [EMBED-13] [EMBED-14]', () => {
  const token = tokens.mint(claims, at);
  expect(tokens.open(token, later(3_599.999))).toEqual(opened);
  expect(tokens.open(token, later(3_600))).toBeUndefined();
  expect(tokens.open(token, later(86_400))).toBeUndefined();
});

test('Each auth-check token is different', () => {
  expect(tokens.mint(claims, at)).not.toBe(tokens.mint(claims, at));
});

test("The length of an auth-check token doesn't reveal the length of a name", () => {
  const lengths = ['Jo', 'Jane', 'Alexandria'].map(
    firstName => tokens.mint({ ...claims, patient: { ...claims.patient, firstName } }, at).length,
  );
  expect(new Set(lengths).size).toBe(1);
});

test('An auth-check token with the longest possible names can be opened', () => {
  const name = '名'.repeat(100);
  const patient = {
    firstName: name,
    lastNames: Array.from({ length: lastNamesMax }, () => name),
    dateOfBirth: '1984-02-29',
  };
  const token = tokens.mint({ ...claims, patient }, at);
  expect(token.length).toBeLessThan(tokenCharactersMax);
  expect(tokens.open(token, at)?.patient).toEqual(patient);
});

test("An auth-check token sealed with our keys but with other claims can't be opened [EMBED-15]", () => {
  const sealer = createTokenSealer('auth-check', ring);
  const expiresAt = at.getTime() / 1_000 + 60;
  const right = { type: 'auth-check', expiresAt, ...claims };
  expect(tokens.open(sealer.seal(JSON.stringify(right)), at)).toEqual({ ...claims, endsAt: later(60) });
  for (const wrong of [
    { ...right, type: 'clinical-data' },
    { ...right, expiresAt: String(expiresAt) },
    { ...right, storageKey: undefined },
    { ...right, admin: true },
    null,
  ])
    expect(tokens.open(sealer.seal(JSON.stringify(wrong)), at)).toBeUndefined();
});
