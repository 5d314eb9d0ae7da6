/** The numbers that the database gives record requests. */
import { named } from '../../src/store/named';
import { drawRequestNumber } from '../../src/store/record-requests/record-requests';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const drawMany = named<{ number: string }, { count: number }>(
  'select new_request_number() as number from generate_series(1, :count::int)',
);

/** The sum of Luhn's check, from the right: ISO/IEC 7812-1, annex B. */
function luhnSum(number: string): number {
  const digits = number.replaceAll(/\D/g, '').split('').map(Number).toReversed();
  return digits.reduce((sum, digit, place) => {
    if (place % 2 === 0) return sum + digit;
    return sum + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
}

test('Numbers are random and end with a check digit, so that one wrong digit is no other number [REQUEST-56]', async () => {
  const numbers = (await drawMany.run(database.db, { count: 2_000 })).map(({ number }) => number);
  expect(new Set(numbers).size).toBeGreaterThan(1_990);
  for (const number of numbers) {
    expect(number).toMatch(/^RR-\d{3}-\d{3}-\d{4}$/);
    expect(luhnSum(number) % 10).toBe(0);
  }
  const last = await database.db.transaction(tx => drawRequestNumber(tx));
  const wrong = last.replace(/\d(?=-\d{3}-)/, digit => String((Number(digit) + 1) % 10));
  expect(luhnSum(wrong) % 10).not.toBe(0);
});
