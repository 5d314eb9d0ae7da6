import { z } from 'zod';
import { ignoredFieldsMax, listIgnoredFields } from '../../../src/api/pipeline/ignored-fields';
import { fieldMax } from '../../../src/forms/field-issues';
import { unitsOf } from '../../support/processor-work';

const schema = z
  .object({
    name: z.string(),
    siteSonar: z.boolean().optional(),
    siteSonata: z.boolean().optional(),
    details: z.object({ zip: z.string() }).nullable().optional(),
    sites: z.array(z.object({ id: z.string() })).optional(),
    mode: z
      .object({ on: z.boolean() })
      .transform(({ on }) => on)
      .optional(),
    closed: z.strictObject({ a: z.object({ b: z.string() }) }).optional(),
  })
  .refine(() => true);

const ignored = (body: unknown) => listIgnoredFields(schema, body);

test.each<[string, unknown, string | undefined]>([
  ['nothing', { name: 'x', details: { zip: '1' }, sites: [{ id: '1' }], mode: { on: true } }, undefined],
  ['a top-level field', { name: 'x', zip: '1' }, 'zip'],
  ['several fields in their order', { b: 1, name: 'x', a: 2 }, 'b, a'],
  ['a field of an object', { details: { zip: '1', foo: 2 } }, 'details.foo'],
  [
    'fields in a list by their position',
    { sites: [{ id: '1' }, { foo: 1 }, { foo: 1 }] },
    'sites[1].foo, sites[2].foo',
  ],
  ['a field of a value that the schema transforms', { mode: { on: true, off: 1 } }, 'mode.off'],
  ['nothing inside an unknown field', { foo: { bar: 1 } }, 'foo'],
  [
    'no field that a strict object rejects, but one ignored below it',
    { closed: { c: 1, a: { d: 1 } } },
    'closed.a.d',
  ],
  ['nothing in a value of the wrong type', { details: [{ foo: 1 }], sites: { foo: 1 } }, undefined],
  [
    'names that every object has',
    JSON.parse('{"__proto__":1,"toString":1,"constructor":1}'),
    '__proto__, toString, constructor',
  ],
  ['a name with a space, and a name in another script', { 'first name': 1, é: 1 }, 'first%20name, %C3%A9'],
  [
    'names that would end a header, a list or a path',
    { 'a\r\nB: c': 1, 'a,b': 1, 'a.b': 1, '': 1 },
    'a%0D%0AB%3A%20c, a%2Cb, a%2Eb, ""',
  ],
  ['half a character', { '\ud800': 1 }, '%EF%BF%BD'],
  ['a known name as a suggestion', { siteSonnar: 1 }, 'siteSonnar;near=siteSonar'],
  [
    'the nearest of two known names',
    { siteSonate: 1, siteSona: 1 },
    'siteSonate;near=siteSonata, siteSona;near=siteSonar',
  ],
  [
    'a known name in another spelling',
    { Site_Sonar: 1, 'site-sonar': 1 },
    'Site_Sonar;near=siteSonar, site-sonar;near=siteSonar',
  ],
  [
    'only known names of the same object',
    { details: { zipp: 1, nam: 1 }, nam: 1 },
    'details.zipp;near=zip, details.nam, nam;near=name',
  ],
  [
    'no suggestion if more than a third of the letters differ',
    { snow: 1, na: 1, siteSommmm: 1 },
    'snow, na, siteSommmm',
  ],
  ['nothing for a body that is not an object', ['x'], undefined],
  ['nothing without a body', undefined, undefined],
])('The list of ignored fields has %s [DECISION-6]', (_, body, header) => {
  expect(ignored(body)).toBe(header);
});

test("A field name as long as a body isn't compared with known names", () => {
  const long = 'siteSonar'.repeat(100_000);
  const list = (): void => expect(ignored({ [long]: 1 })).toBe(`${long.slice(0, fieldMax - 3)}...`);
  expect(unitsOf(list)).toBeLessThan(15);
});

test('The list has at most 20 names of at most 100 characters, and says if there are more', () => {
  const body = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  expect(ignored(body(20))?.split(', ')).toEqual(Object.keys(body(20)));
  expect(ignored(body(100_000))?.split(', ')).toEqual([...Object.keys(body(ignoredFieldsMax)), '...']);
  expect(ignored({ ['x'.repeat(fieldMax)]: 1 })).toBe('x'.repeat(100));
  expect(ignored({ ['x'.repeat(fieldMax + 1)]: 1 })).toBe(`${'x'.repeat(97)}...`);
});
