/** Request numbers as people type them. */
import { requestNumberIn } from '../../../src/domain/record-requests/request-number';

test.each([
  ['RR-482-177-3056', 'RR-482-177-3056'],
  [' rr-482-177-3056 ', 'RR-482-177-3056'],
  ['RR 482 177 3056', 'RR-482-177-3056'],
  ['482-177-3056', 'RR-482-177-3056'],
  ['4821773056', 'RR-482-177-3056'],
  ['RR–482–177–3056', 'RR-482-177-3056'],
  ['RR-482-177-305', null],
  ['RR-482-177-30561', null],
  ['482-177-3056, Jane', null],
  ['Harbor General', null],
  ['', null],
])('“%s” is read as %s [REQUEST-56]', (typed, number) => {
  expect(requestNumberIn(typed)).toBe(number);
});
