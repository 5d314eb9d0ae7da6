import { readId } from '../../../src/domain/bulk-imports/id-cell';

test.each([
  ['="00123"', '00123'],
  ["'00123", '00123'],
  ['12345.0', '12345'],
])('%s is the ID %s, with a warning [BULK-16]', (cell, value) => {
  expect(readId(cell)).toMatchObject({ value, warning: 'read as the spreadsheet shows it' });
});

test.each([
  ...['-', 'N/A', '#N/A', '#REF!', 'Unknown', 'none', 'TBD', '0', '00000'],
  ...['1.23457E+11', '1E+21', '1.23457e11'],
])('%s is refused, because several patients could have it [BULK-16]', cell => {
  expect(readId(cell).error).toBeDefined();
});

test.each([
  ['4-Mar', 'looks like a date'],
  ['Mar-04', 'looks like a date'],
  ['2023-03-15', 'looks like a date'],
  ['1234567890123450', 'has more digits'],
  ['123456789012345680', 'has more digits'],
])(
  '%s is read as it is with a warning, because a spreadsheet may have changed it [BULK-16]',
  (cell, words) => {
    const { value, warning } = readId(cell);
    expect(value).toBe(cell);
    expect(warning).toContain(words);
  },
);

test.each(['p1', '0012', '5E10', 'MAR-A', 'O-1', 'A.0', '12.50', '123456789012345', '123456789012345678'])(
  '%s is read as it is',
  cell => {
    expect(readId(cell)).toEqual({ value: cell });
  },
);
