import type { Site } from '../../../src/domain/clinical/site';
import {
  matchAddressLine,
  matchCity,
  matchName,
  siteMatchKey,
} from '../../../src/domain/clinical/site-match';

describe('The match name [REQUEST-3]', () => {
  test.each([
    ['ST. MARY’S HOSPITAL, INC.', 'saint marys hospital'],
    ["Saint Mary's Hospital", 'saint marys hospital'],
    ['St Márys  Hosp', 'saint marys hospital'],
    ['The Children’s Ctr. of Ft. Worth, L.L.C.', 'childrens center of fort worth'],
    ['Smith & Jones Medical Group, P.C.', 'smith and jones medical group'],
    ['SMITH AND JONES MED GROUP PC', 'smith and jones medical group'],
    ['Clínica Peñón S.A. Co., Inc.', 'clinica penon sa'],
    ['LLC', 'llc'],
    ['Mercy 100%_Care', 'mercy 100 care'],
    ['—', ''],
  ])('of "%s" is "%s"', (name, expected) => {
    expect(matchName(name)).toBe(expected);
  });

  test.each([
    ['Mercy Hospital', 'Mercy Hospital East'],
    ['Mercy Hospital', 'Mercy Clinic'],
    ['Harbor Imaging 1', 'Harbor Imaging 2'],
  ])('of "%s" differs from that of "%s"', (one, other) => {
    expect(matchName(one)).not.toBe(matchName(other));
  });
});

describe('The match line of an address [REQUEST-3]', () => {
  test.each([
    ['100 North Main Street', '100 n main st'],
    ['100 N. MAIN ST.', '100 n main st'],
    ['100 N Main St, Suite 400', '100 n main st'],
    ['100 N Main St Ste B', '100 n main st'],
    ['100 N Main St #12', '100 n main st'],
    ['100 N Main St Bldg C12 Rm 4', '100 n main st'],
    ['100 N Main St 3rd Floor', '100 n main st'],
    ['215 East Fifth Avenue', '215 e 5th ave'],
    ['2900 Barton Ridge Boulevard', '2900 barton rdg blvd'],
    ['12 Saint Charles Av', '12 st charles ave'],
    ['P.O. Box 12', 'po box 12'],
    ['P O BOX 12', 'po box 12'],
  ])('of "%s" is "%s"', (line, expected) => {
    expect(matchAddressLine(line)).toBe(expected);
  });

  test.each([
    ['100 N Main St', '100 S Main St'],
    ['100 Main St', '102 Main St'],
    ['100 Main St', '100 Main Ave'],
    ['5 Unit Drive', '5'],
    ['7 Floor Street', '7'],
    ['9 Building Road', '9'],
  ])('of "%s" differs from that of "%s"', (one, other) => {
    expect(matchAddressLine(one)).not.toBe(matchAddressLine(other));
  });
});

describe('The match line of two streets [REQUEST-3]', () => {
  test.each([
    ['2700 S St', '2700 South St'],
    ['2700 S St NW', '2700 South St NW'],
    ['100 E Ave', '100 East Avenue'],
    ['12 North St', '12 N St'],
    ['4500 FL 64 E', '4500 FL 70 E'],
    ['4500 State Road FL 64', '4500 State Road FL 70'],
    ['200 Unit 1 Rd', '200 Unit 2 Rd'],
    ['200 Building A Ln', '200 Building B Ln'],
  ])('differs: %s, %s', (one, other) => {
    expect(matchAddressLine(one)).not.toBe(matchAddressLine(other));
  });

  test.each([
    ['100 West Broadway', '100 W Broadway'],
    ['100 North Main Street', '100 N Main St'],
    ['2700 S Street', '2700 S St'],
    ['2700 South Street Suite 4', '2700 South St'],
    ['1 Main St Fl 2', '1 Main Street'],
    ['1 Main St Unit 3', '1 Main St'],
    ['10 Congress St Northwest', '10 Congress St NW'],
  ])('is one for spellings of one street: %s, %s', (one, other) => {
    expect(matchAddressLine(one)).toBe(matchAddressLine(other));
  });
});

test('The match name of a city ignores its spelling [REQUEST-3]', () => {
  expect(['St. Louis', 'SAINT LOUIS', 'Cañon City', 'Ft Worth'].map(matchCity)).toEqual([
    'saint louis',
    'saint louis',
    'canon city',
    'fort worth',
  ]);
});

const site: Site = {
  name: 'St. Mary’s Hospital',
  addressLine1: '100 North Main Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970-1234',
};

describe('The match key of a site [REQUEST-3]', () => {
  test('is the same for the same name, line, and five-digit ZIP, wherever the suite is written', () => {
    const other = { name: 'Saint Marys Hospital LLC', addressLine1: '100 N Main St Ste 4', zip: '01970' };
    expect(siteMatchKey({ ...site, ...other, addressLine2: 'Rear' })).toBe(siteMatchKey(site));
  });

  test.each<[string, Partial<Site>]>([
    ['another name', { name: 'Saint Marys Clinic' }],
    ['another number', { addressLine1: '102 North Main Street' }],
    ['another ZIP', { zip: '01971' }],
  ])('differs for %s', (_, difference) => {
    expect(siteMatchKey({ ...site, ...difference })).not.toBe(siteMatchKey(site));
  });

  test.each<[string, Partial<Site>]>([
    ['an NPI', { npi: '1234567893' }],
    ['a name without a letter', { name: '—' }],
    ['an address without a letter', { addressLine1: '…' }],
  ])('does not exist for a site with %s', (_, difference) => {
    expect(siteMatchKey({ ...site, ...difference })).toBeUndefined();
  });
});
