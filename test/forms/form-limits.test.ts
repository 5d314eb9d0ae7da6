/** The longest text and list that each form accepts, and the shortest that it refuses. */
import type { z } from 'zod';
import { authCheckForm } from '../../src/forms/auth-check-form';
import { embedTokenForm } from '../../src/forms/embed-token-form';
import { companyId, patientId, projectId } from '../../src/forms/ids';
import { patientEdit, patientForm } from '../../src/forms/patient-form';
import { recordRequestForm } from '../../src/forms/record-request-form';
import { newSiteForm, siteSearchForm } from '../../src/forms/site-finder-form';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
const zips = (count: number): string[] => Array.from({ length: count }, (_, index) => String(10_000 + index));

/** Returns the paths that a form refuses, none if it accepts what was sent. */
function refusedAt(form: z.ZodType, sent: object): string[] {
  const { error } = form.safeParse(sent);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

const patientForms = [
  ['creates a patient', patientForm, jane],
  ['edits a patient', patientEdit, {}],
] as const;

describe.each(patientForms)('The form that %s', (_what, form, rest) => {
  test('accepts 20 ZIP codes but no more [DECISION-8]', () => {
    expect(refusedAt(form, { ...rest, zipCodes: zips(20) })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(21) })).toContain('zipCodes');
  });

  test('counts the old single ZIP code with the list, but not twice [DECISION-8]', () => {
    expect(refusedAt(form, { ...rest, zipCodes: zips(19), zipCode: '99998' })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(20), zipCode: '10019' })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(20), zipCode: '99998' })).toEqual(['zipCodes']);
  });

  test('accepts 1 to 10 last names', () => {
    const lastNames = (count: number): string[] => Array.from({ length: count }, (_, index) => `Doe${index}`);
    expect(refusedAt(form, { ...rest, lastNames: [] })).toEqual(['lastNames']);
    expect(refusedAt(form, { ...rest, lastNames: lastNames(1) })).toEqual([]);
    expect(refusedAt(form, { ...rest, lastNames: lastNames(10) })).toEqual([]);
    expect(refusedAt(form, { ...rest, lastNames: lastNames(11) })).toEqual(['lastNames']);
  });

  const mail = (length: number): string => {
    const domain = `@${'a'.repeat(50)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    return 'm'.repeat(length - domain.length) + domain;
  };
  test('accepts an e-mail address of at most 254 characters', () => {
    expect(refusedAt(form, { ...rest, email: mail(254) })).toEqual([]);
    expect(refusedAt(form, { ...rest, email: mail(255) })).toEqual(['email']);
  });

  test('accepts a phone number of at most 40 typed characters', () => {
    const number = '6175550100';
    const dashed = (length: number): string => `(617)${'-'.repeat(length - 12)}5550100`;
    expect(dashed(40)).toHaveLength(40);
    expect(refusedAt(form, { ...rest, mobile: number })).toEqual([]);
    expect(refusedAt(form, { ...rest, mobile: dashed(40) })).toEqual([]);
    expect(refusedAt(form, { ...rest, mobile: dashed(41) })).toEqual(['mobile']);
  });
});

const search = { name: '', addressLine1: '', city: '', state: '', zip: '', isFacility: '' };
const site = {
  name: 'Mercy',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
};
const checked = { firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1984-02-29' };

type Row = readonly [string, number, string, z.ZodType, object, 'empty' | 'not empty'];
test.each<Row>([
  ['creates a patient', 100, 'firstName', patientForm, jane, 'empty'],
  ['creates a patient', 100, 'lastNames.0', patientForm, jane, 'not empty'],
  ['creates a patient', 100, 'city', patientForm, jane, 'not empty'],
  ['edits a patient', 100, 'firstName', patientEdit, {}, 'empty'],
  ['edits a patient', 100, 'lastNames.0', patientEdit, {}, 'not empty'],
  ['edits a patient', 100, 'city', patientEdit, {}, 'not empty'],
  ['checks an authorization', 100, 'firstName', authCheckForm, checked, 'not empty'],
  ['checks an authorization', 100, 'lastName', authCheckForm, checked, 'not empty'],
  ['checks an authorization', 255, 'referenceId', authCheckForm, checked, 'empty'],
  ['requests records', 200, 'siteName', recordRequestForm, {}, 'not empty'],
  ['requests records', 200, 'siteAddressLine1', recordRequestForm, {}, 'not empty'],
  ['requests records', 200, 'siteAddressLine2', recordRequestForm, {}, 'not empty'],
  ['requests records', 100, 'siteCity', recordRequestForm, {}, 'not empty'],
  ['finds a site', 200, 'name', siteSearchForm, search, 'empty'],
  ['finds a site', 200, 'addressLine1', siteSearchForm, search, 'empty'],
  ['finds a site', 100, 'city', siteSearchForm, search, 'empty'],
  ['adds a site', 200, 'name', newSiteForm, site, 'not empty'],
  ['adds a site', 200, 'addressLine1', newSiteForm, site, 'not empty'],
  ['adds a site', 200, 'addressLine2', newSiteForm, site, 'empty'],
  ['adds a site', 100, 'city', newSiteForm, site, 'not empty'],
])('The form that %s accepts at most %d characters in %s', (_what, max, path, form, rest, least) => {
  const [name = '', inList] = path.split('.');
  const sent = (length: number): object => {
    const text = 'x'.repeat(length);
    return { ...rest, [name]: inList === undefined ? text : [text] };
  };
  expect(refusedAt(form, sent(max))).toEqual([]);
  expect(refusedAt(form, sent(max + 1))).toEqual([path]);
  expect(refusedAt(form, sent(1))).toEqual([]);
  expect(refusedAt(form, sent(0))).toEqual(least === 'empty' ? [] : [path]);
  // Blanks around the text aren't counted.
  const padded = ` ${'x'.repeat(max)} `;
  expect(refusedAt(form, { ...rest, [name]: inList === undefined ? padded : [padded] })).toEqual([]);
});

test.each([
  ['a company', companyId],
  ['a project', projectId],
  ['a patient', patientId],
])('The ID of %s has 1 to 64 characters', (_what, id) => {
  expect([0, 1, 64, 65].map(length => id.safeParse('x'.repeat(length)).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('A parent origin has at most 253 characters in its host, and 267 in total [EMBED-10]', () => {
  const label = 'a'.repeat(63);
  const host = (length: number): string => `${label}.${label}.${label}.`.padEnd(length, 'b');
  const isTaken = (parentOrigin: string): boolean => embedTokenForm.safeParse({ parentOrigin }).success;
  expect(`https://${host(253)}:65535`).toHaveLength(267);
  expect(isTaken(`https://${host(253)}:65535`)).toBe(true);
  expect(isTaken(`https://${host(254)}`)).toBe(false);
  expect(isTaken(`https://${host(10)}:65536`)).toBe(false);
});

describe('The form that requests records', () => {
  test.each([
    ['2024-05-01', '2024-05-02', []],
    ['2024-05-01', '2024-05-01', []],
    ['2024-05-02', '2024-05-01', ['endDateOfService']],
    ['2024-05-02', null, []],
    [null, '2024-05-01', []],
    ['2024-05-02', undefined, []],
    [undefined, '2024-05-01', []],
    ['2024-05-01', '2199-12-31', []],
    ['2199-12-31', null, ['startDateOfService']],
  ])(
    'with service dates from %s to %s has errors at %j [DECISION-92]',
    (startDateOfService, endDateOfService, at) => {
      expect(refusedAt(recordRequestForm, { startDateOfService, endDateOfService })).toEqual(at);
    },
  );
});
