import { ageMax, deathFault } from '../../../src/domain/patients/date-of-death';

const facts = { dateOfBirth: '1900-06-15', today: '2026-11-27', latestVisitOn: '2014-05-01' };

test.each([
  ['1900-06-14', 'beforeBirth'],
  ['1900-06-15', 'beforeVisit'],
  ['2014-04-30', 'beforeVisit'],
  ['2014-05-01', undefined],
  ['2021-06-14', undefined],
  ['2021-06-15', 'tooOld'],
])('A death on %s is judged by birth, age, and visits: %s [CHECK-48]', (died, fault) => {
  expect(deathFault(died, facts)).toBe(fault);
  expect(ageMax).toBe(120);
});

test('A death after today is a fault, and without a visit or today only the age counts [CHECK-48]', () => {
  const young = { dateOfBirth: '1984-02-29', today: '2026-11-27' };
  expect(deathFault('2026-11-28', young)).toBe('future');
  expect(deathFault('2026-11-27', young)).toBeUndefined();
  expect(deathFault('2026-11-28', { dateOfBirth: '1984-02-29' })).toBeUndefined();
});
