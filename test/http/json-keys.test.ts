import { repeatedKey } from '../../src/http/json-keys';
import { unitsOf } from '../support/processor-work';

test.each<readonly [string, readonly PropertyKey[] | undefined]>([
  ['7', undefined],
  ['"a"', undefined],
  ['{}', undefined],
  ['{"a":"b","b":"a"}', undefined],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', undefined],
  ['["a","a"]', undefined],
  ['{"a":"\\",\\"a\\":"}', undefined],
  ['{"a":1,"a":1}', ['a']],
  ['{"a" \n:1,"\\u0061"\t:1}', ['a']],
  ['{"":1,"":2}', ['']],
  ['{"x":[0,[1,{"b":{"c":1},"b":2}]]}', ['x', 1, 1, 'b']],
  ['{"toString":1,"__proto__":2}', undefined],
  ['{"a\\\\":1,"a\\\\":2}', ['a\\']],
])('finds the path of a key that appears twice in %s', (json, path) => {
  expect(repeatedKey(json)).toEqual(path);
});

test('reads a body of 1 MiB full of keys with little work', () => {
  const json = `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`;
  expect(unitsOf(() => expect(repeatedKey(json)).toBeUndefined())).toBeLessThan(30);
});
