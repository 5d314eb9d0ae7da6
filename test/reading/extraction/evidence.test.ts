import { likeliestOf, type Evidence } from '../../../src/reading/extraction/evidence';

const reason = (text: string, source: string, likelihood: number): Evidence => ({
  found: { text, page: 1, box: { x: 0, y: 0, width: 10, height: 10 } },
  source,
  likelihood,
});
const likeliest = (...evidence: readonly Evidence[]): string | undefined =>
  likeliestOf(evidence, text => text.toLowerCase(), 0.4)?.text;

test('Two sources that agree count more than a surer one [CHECK-49]', () => {
  expect(
    likeliest(reason('Ada', 'blank', 0.6), reason('Bo', 'field', 0.5), reason('BO', 'nearest', 0.4)),
  ).toBe('Bo');
});

test('What one source finds twice counts once', () => {
  expect(likeliest(reason('Ada', 'blank', 0.6), reason('Bo', 'field', 0.5), reason('Bo', 'field', 0.4))).toBe(
    'Ada',
  );
});

test('Without likely evidence there is no value', () => {
  expect(likeliest(reason('Ada', 'blank', 0.3))).toBeUndefined();
  expect(likeliest()).toBeUndefined();
});
