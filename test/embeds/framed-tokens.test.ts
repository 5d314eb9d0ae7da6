/** The tokens that a customer's server requests: for the site finder, and for a patient's clinical data. */
import { createAuthCheckTokens } from '../../src/embeds/auth-check/token';
import { createClinicalDataTokens } from '../../src/embeds/clinical-data/token';
import { createSiteFinderTokens } from '../../src/embeds/site-finder/token';

const ring = [{ id: 1, key: Buffer.alloc(32, 3) }];
const at = new Date('2026-11-23T12:00:00.000Z');
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
const caller = {
  companyUid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
  userUid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
  environment: 'sandbox',
  parentOrigin: 'https://app.example.com',
} as const;
const patient = { ...caller, projectUid: 'a project', patientUid: 'a patient' };

const authCheck = createAuthCheckTokens(ring);
const siteFinder = createSiteFinderTokens(ring);
const clinicalData = createClinicalDataTokens(ring);
const minted = {
  'auth-check': authCheck.mint(
    {
      companyUid: caller.companyUid,
      storageKey: 'companies/c/projects/p/patients/q/authorization.pdf',
      patient: { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' },
    },
    at,
  ),
  'site-finder': siteFinder.mint(caller, at),
  'clinical-data': clinicalData.mint(patient, at),
};
const readers = { 'auth-check': authCheck, 'site-finder': siteFinder, 'clinical-data': clinicalData };

test('A token contains its caller and framing page, and is valid for exactly an hour [EMBED-13] [EMBED-17]', () => {
  const endsAt = later(3_600);
  expect(siteFinder.open(minted['site-finder'], later(3_599.999))).toEqual({ ...caller, endsAt });
  expect(siteFinder.open(minted['site-finder'], endsAt)).toBeUndefined();
  expect(clinicalData.open(minted['clinical-data'], later(3_599.999))).toEqual({ ...patient, endsAt });
  expect(clinicalData.open(minted['clinical-data'], endsAt)).toBeUndefined();
});

test('A token for any page says so [EMBED-12]', () => {
  const token = siteFinder.mint({ ...caller, parentOrigin: null }, at);
  expect(siteFinder.open(token, at)?.parentOrigin).toBeNull();
});

test("A token can't be opened as another type [EMBED-14]", () => {
  const opened = Object.entries(minted).map(([type, token]) => [
    type,
    Object.entries(readers).flatMap(([reader, tokens]) =>
      tokens.open(token, at) === undefined ? [] : [reader],
    ),
  ]);
  expect(opened).toEqual(Object.keys(minted).map(type => [type, [type]]));
});

test("A token with any one character changed can't be opened [EMBED-14]", () => {
  const token = minted['clinical-data'];
  const opened = Array.from({ length: token.length }, (_none, index) => index).filter(index => {
    const other = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    return clinicalData.open(other, at) !== undefined;
  });
  expect(opened).toEqual([]);
});

test('Minting a token with more than its claims fails', () => {
  const more = { ...caller, patientUid: 'a patient' };
  expect(() => siteFinder.mint(more, at)).toThrow('unrecognized_keys');
});
