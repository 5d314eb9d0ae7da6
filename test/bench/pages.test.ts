/** Which pages the bench measures. */
import { measuredPages } from '../../bench/pages/measured';

test('the bench of pages says of every page of the console and the desk what it is of', () => {
  expect(measuredPages().length).toBeGreaterThan(30);
});
