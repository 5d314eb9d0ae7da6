import { readZipCode } from '../../../src/domain/bulk-imports/zip-cell';

const nowhere = { state: '', city: '' };

describe('A ZIP code in a cell', () => {
  test.each(['02139', '02139-1234', '02139\u20131234', '02139 - 1234', '02139 1234'])(
    'is taken without a warning as %s',
    cell => {
      expect(readZipCode(cell, nowhere)).toEqual({ value: cell.length === 5 ? '02139' : '02139-1234' });
    },
  );

  test.each([
    ['2139', '02139', 'a leading zero was restored'],
    ['2139.0', '02139', 'a leading zero was restored'],
    ['2139-1234', '02139-1234', 'a leading zero was restored'],
    ['21391234', '02139-1234', 'a leading zero was restored'],
    ['021391234', '02139-1234', 'the hyphen was restored'],
    ['941031234', '94103-1234', 'the hyphen was restored'],
    ['="02139"', '02139', 'read as five digits'],
    ["'02139", '02139', 'read as five digits'],
    ['94103.0', '94103', 'read as five digits'],
    ['02139-', '02139', 'read as five digits'],
  ])('has what a spreadsheet did to it undone: %s [BULK-4]', (cell, value, warning) => {
    expect(readZipCode(cell, nowhere)).toEqual({ value, warning });
  });

  test.each([
    ['926', { state: 'PR', city: '' }, '00926'],
    ['926.0', { state: 'Puerto Rico', city: '' }, '00926'],
    ['601', { state: '', city: 'Adjuntas' }, '00601'],
    ['680', { state: '', city: 'Mayagüez' }, '00680'],
    ['802', { state: 'VI', city: '' }, '00802'],
    ['802', { state: '', city: 'St. Thomas' }, '00802'],
    ['501', { state: 'NY', city: '' }, '00501'],
    ['544', { state: '', city: 'Holtsville' }, '00544'],
    ['926-1234', { state: 'PR', city: '' }, '00926-1234'],
  ])('of three digits gets two zeros if its row confirms them: %s, %j [BULK-4]', (cell, place, value) => {
    expect(readZipCode(cell, place)).toEqual({ value, warning: 'two leading zeros were restored' });
  });

  test.each([
    ['213', nowhere],
    ['941', nowhere],
    ['926', { state: 'CA', city: 'San Juan' }],
    ['926', { state: '', city: 'Boston' }],
    ['213', { state: 'MA', city: 'Boston' }],
    ['502', { state: 'NY', city: 'Holtsville' }],
    ['100', { state: 'NY', city: '' }],
  ])('of three digits is left out with a warning if nothing confirms it: %s, %j [BULK-4]', (cell, place) => {
    expect(readZipCode(cell, place)).toEqual({
      warning:
        'has only three digits, and neither the state nor the city of the row confirms which ZIP code it ' +
        'was, so it was left out',
    });
  });

  test.each([
    ['9410', { state: 'CA', city: '' }, undefined],
    ['2139', { state: 'MA', city: '' }, '02139'],
    ['6390', { state: 'New York', city: '' }, '06390'],
    ['2139', { state: 'no state', city: '' }, '02139'],
  ])('of four digits is only read if its row does not contradict it: %s, %j', (cell, place, value) => {
    expect(readZipCode(cell, place).value).toBe(value);
  });

  test.each(['0213', '12', '1A3', '213912', 'N/A', '0'])('is left to the form to refuse as %s', cell => {
    expect(readZipCode(cell, nowhere)).toEqual({ value: cell });
  });
});
