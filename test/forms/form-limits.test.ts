/** The longest text and the fullest list that each form takes, and the first one that it refuses. */
import type { z } from 'zod';
import { authCheckForm } from '../../src/forms/auth-check-form';
import { embedTokenForm } from '../../src/forms/embed-token-form';
import { companyId, patientId, projectId } from '../../src/forms/ids';
import { patientEdit, patientForm } from '../../src/forms/patient-form';
import { recordRequestForm } from '../../src/forms/record-request-form';
import { newSiteForm, siteSearchForm } from '../../src/forms/site-finder-form';

const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
const zips = (count: number): string[] => Array.from({ length: count }, (_, index) => String(10_000 + index));

/** Where a form refuses what was sent; nothing when it takes it. */
function refusedAt(form: z.ZodType, sent: object): string[] {
  const { error } = form.safeParse(sent);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

const patientForms = [
  ['creates a patient', patientForm, jane],
  ['edits a patient', patientEdit, {}],
] as const;

describe.each(patientForms)('the form that %s', (_what, form, rest) => {
  test('takes 20 ZIP codes and no more [DECISION-8]', () => {
    expect(refusedAt(form, { ...rest, zipCodes: zips(20) })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(21) })).toContain('zipCodes');
  });

  test('counts the old single ZIP code with the list, once if the list has it [DECISION-8]', () => {
    expect(refusedAt(form, { ...rest, zipCodes: zips(19), zipCode: '99999' })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(20), zipCode: '10019' })).toEqual([]);
    expect(refusedAt(form, { ...rest, zipCodes: zips(20), zipCode: '99999' })).toEqual(['zipCodes']);
  });

  test('takes 1 to 10 last names', () => {
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
  test('takes an e-mail address of 254 characters and no longer one', () => {
    expect(refusedAt(form, { ...rest, email: mail(254) })).toEqual([]);
    expect(refusedAt(form, { ...rest, email: mail(255) })).toEqual(['email']);
  });

  test('takes a phone number written in 40 characters and no longer one', () => {
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

type Row = readonly [string, z.ZodType, object, string, number, 'empty' | 'not empty'];
test.each<Row>([
  ['creates a patient', patientForm, jane, 'firstName', 100, 'not empty'],
  ['creates a patient', patientForm, jane, 'lastNames.0', 100, 'not empty'],
  ['creates a patient', patientForm, jane, 'city', 100, 'not empty'],
  ['edits a patient', patientEdit, {}, 'firstName', 100, 'not empty'],
  ['edits a patient', patientEdit, {}, 'lastNames.0', 100, 'not empty'],
  ['edits a patient', patientEdit, {}, 'city', 100, 'not empty'],
  ['checks an authorization', authCheckForm, checked, 'firstName', 100, 'not empty'],
  ['checks an authorization', authCheckForm, checked, 'lastName', 100, 'not empty'],
  ['checks an authorization', authCheckForm, checked, 'referenceId', 255, 'empty'],
  ['requests records', recordRequestForm, {}, 'siteName', 200, 'not empty'],
  ['requests records', recordRequestForm, {}, 'siteAddressLine1', 200, 'not empty'],
  ['requests records', recordRequestForm, {}, 'siteAddressLine2', 200, 'not empty'],
  ['requests records', recordRequestForm, {}, 'siteCity', 100, 'not empty'],
  ['finds a site', siteSearchForm, search, 'name', 200, 'empty'],
  ['finds a site', siteSearchForm, search, 'addressLine1', 200, 'empty'],
  ['finds a site', siteSearchForm, search, 'city', 100, 'empty'],
  ['adds a site', newSiteForm, site, 'name', 200, 'not empty'],
  ['adds a site', newSiteForm, site, 'addressLine1', 200, 'not empty'],
  ['adds a site', newSiteForm, site, 'addressLine2', 200, 'empty'],
  ['adds a site', newSiteForm, site, 'city', 100, 'not empty'],
])('the form that %s takes %5$d characters in %4$s and no more', (_what, form, rest, path, max, least) => {
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
])('the id of %s has 1 to 64 characters', (_what, id) => {
  expect([0, 1, 64, 65].map(length => id.safeParse('x'.repeat(length)).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the origin of a framing page has at most 253 characters in its host, and 267 in all [EMBED-10]', () => {
  const label = 'a'.repeat(63);
  const host = (length: number): string => `${label}.${label}.${label}.`.padEnd(length, 'b');
  const isTaken = (parentOrigin: string): boolean => embedTokenForm.safeParse({ parentOrigin }).success;
  expect(`https://${host(253)}:65535`).toHaveLength(267);
  expect(isTaken(`https://${host(253)}:65535`)).toBe(true);
  expect(isTaken(`https://${host(254)}`)).toBe(false);
  expect(isTaken(`https://${host(10)}:65536`)).toBe(false);
});

describe('the form that requests records', () => {
  test.each([
    ['2024-05-01', '2024-05-02', []],
    ['2024-05-01', '2024-05-01', []],
    ['2024-05-02', '2024-05-01', ['endDateOfService']],
    ['2024-05-02', null, []],
    [null, '2024-05-01', []],
    ['2024-05-02', undefined, []],
    [undefined, '2024-05-01', []],
  ])('with service dates from %s to %s is refused at %j', (startDateOfService, endDateOfService, at) => {
    expect(refusedAt(recordRequestForm, { startDateOfService, endDateOfService })).toEqual(at);
  });
});
