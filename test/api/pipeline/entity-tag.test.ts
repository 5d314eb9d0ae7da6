import { parseIfMatch } from '../../../src/api/pipeline/entity-tag';
import { Problem } from '../../../src/domain/problem';

test.each([
  [undefined, { kind: 'none' }],
  ['*', { kind: 'exists' }],
  ['"3"', { kind: 'versions', versions: [3] }],
  ['"3" , "4"', { kind: 'versions', versions: [3, 4] }],
  ['W/"3", "abc"', { kind: 'versions', versions: [] }],
])('If-Match: %s is parsed [DECISION-40]', (header, condition) => {
  expect(parseIfMatch(header)).toEqual(condition);
});

test.each(['', '3', '"3', '"3""4"', '*, "3"', `"3"${' '.repeat(200_000)}x`])(
  "An If-Match that isn't a list of entity tags is rejected quickly (%#)",
  header => {
    const startedAt = performance.now();
    expect(() => parseIfMatch(header)).toThrow(Problem);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);
