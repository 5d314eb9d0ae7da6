import { parseCondition, parseIfMatch } from '../../../src/api/pipeline/entity-tag';
import { Problem } from '../../../src/domain/problem';
import { unitsOf } from '../../support/processor-work';

test.each([
  [undefined, { kind: 'none' }],
  ['*', { kind: 'exists' }],
  ['"3"', { kind: 'versions', versions: [3] }],
  ['"3" , "4"', { kind: 'versions', versions: [3, 4] }],
  ['W/"3", "abc"', { kind: 'versions', versions: [3] }],
  ['W/"abc"', { kind: 'versions', versions: [] }],
])('If-Match: %s is parsed [DECISION-40]', (header, condition) => {
  expect(parseIfMatch(header)).toEqual(condition);
});

test.each(['', '3', '"3', '"3""4"', '*, "3"', `"3"${' '.repeat(200_000)}x`])(
  "An If-Match that isn't a list of entity tags is rejected with little work (%#)",
  header => {
    const parse = (): void => expect(() => parseIfMatch(header)).toThrow(Problem);
    expect(unitsOf(parse)).toBeLessThan(60);
  },
);

test('If-None-Match: * on a PUT requires that the resource does not exist [DECISION-91]', () => {
  const parts = { ifMatch: undefined, ifNoneMatch: ' * ' };
  expect(parseCondition({ method: 'PUT', ...parts })).toEqual({ kind: 'absent' });
  expect(parseCondition({ method: 'PATCH', ...parts })).toEqual({ kind: 'none' });
});

test.each([
  ['"3"', undefined],
  ['*', '"3"'],
])('If-None-Match: %s with If-Match: %s is rejected on a PUT [DECISION-91]', (ifNoneMatch, ifMatch) => {
  expect(() => parseCondition({ method: 'PUT', ifMatch, ifNoneMatch })).toThrow(Problem);
});
