import * as fc from 'fast-check';

import { centsOfDecimal, decimalOfCents } from '../../../src/domain/clinical/money';

describe('Money', () => {
  test('converts to cents and back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), cents => {
        expect(centsOfDecimal(decimalOfCents(cents))).toBe(cents);
      }),
    );
  });

  test.each(['1', '1.5', '1.234', '', 'NaN', '1e2', '1,000.00'])(
    'rejects %j, which has no two decimal places',
    text => {
      expect(() => centsOfDecimal(text)).toThrow('two places');
    },
  );

  test('is never quoted in the error', () => {
    expect(() => centsOfDecimal('4711')).not.toThrow('4711');
  });
});
