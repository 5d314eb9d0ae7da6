import { isNpi } from '../../../src/domain/clinical/npi';

describe('An NPI', () => {
  test.each(['1234567893', '1245319599'])('with the right check digit is valid: %s', npi => {
    expect(isNpi(npi)).toBe(true);
  });

  test.each([
    ['a wrong check digit', '1234567890'],
    ['two digits swapped', '1234567983'],
    ['a first digit that is not issued', '3234567896'],
    ['too few digits', '123456789'],
    ['a letter', '12345A7893'],
  ])('with %s is invalid', (_, npi) => {
    expect(isNpi(npi)).toBe(false);
  });
});
