/** Which pages the bench measures. */
import { measuredPages } from '../../bench/pages/measured';

test('The page bench knows every page of the console and the desk', () => {
  expect(measuredPages().length).toBeGreaterThan(30);
});
