import { readState, saysNothing } from '../../../src/domain/bulk-imports/optional-cell';

test.each([
  'N/A',
  'n/a',
  'NA',
  'n.a.',
  'none',
  'None',
  'NULL',
  '-',
  '--',
  '—',
  '.',
  '?',
  'Unknown',
  'not provided',
])('%s in an optional cell says that there is no value [BULK-8]', cell => {
  expect(saysNothing(cell)).toBe(true);
});

test.each(['Nashville', '0', 'No', '東京', 'Nilwood', 'a@b.example', ''])('%s is a value, or empty', cell => {
  expect(saysNothing(cell)).toBe(false);
});

test.each([
  ['Massachusetts', 'MA'],
  ['massachusetts', 'MA'],
  ['Mass.', 'MA'],
  ['New  York', 'NY'],
  ['N.Y.', 'NY'],
  ['District of Columbia', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['Washington', 'WA'],
  ['PUERTO RICO', 'PR'],
  ['West Virginia', 'WV'],
  ['State of Ohio', 'OH'],
])('The state %s is read as %s with a warning [BULK-8]', (cell, value) => {
  expect(readState(cell)).toEqual({ value, warning: 'the name of the state was read as its code' });
});

test.each(['MA', 'ma', 'ZZ', 'Ontario'])('%s is left to the form', cell => {
  expect(readState(cell)).toEqual({ value: cell });
});
