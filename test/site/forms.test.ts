import { z } from 'zod';
import { Problem } from '../../src/domain/problem';
import {
  checkbox,
  field,
  FormProblem,
  formOf,
  hiddenField,
  line,
  list,
  offeredField,
  typedIn,
  version,
} from '../../src/site/forms';

function problemsOf(schema: z.ZodType, posted: string): Readonly<Record<string, string>> {
  try {
    formOf(schema, new URLSearchParams(posted));
  } catch (thrown) {
    if (thrown instanceof FormProblem) return thrown.fields;
    throw thrown;
  }
  return {};
}

test('A form is read by its schema: one value per field, every value of a list, and checkboxes as booleans', () => {
  const schema = z.object({ name: line(), sure: checkbox, later: checkbox, item: list(), version });
  expect(formOf(schema, new URLSearchParams('name=+A+&name=B&sure=yes&item=1&item=2&version=7'))).toEqual({
    name: 'A',
    sure: true,
    later: false,
    item: ['1', '2'],
    version: 7,
  });
});

test('Each invalid field has one message, and the error lists each message once', () => {
  const name = field(z.string().trim().min(1).max(2), 'A name has 1 or 2 characters.');
  const schema = z.object({ name, alias: name, kind: field(z.enum(['a', 'b']), 'Choose a kind.') });
  expect(problemsOf(schema, 'alias=abc')).toEqual({
    name: 'A name has 1 or 2 characters.',
    alias: 'A name has 1 or 2 characters.',
    kind: 'Choose a kind.',
  });
  expect(() => formOf(schema, new URLSearchParams())).toThrow('A name has 1 or 2 characters. Choose a kind.');
});

test("A field that the page didn't offer is undefined, and one left empty is invalid", () => {
  const schema = z.object({ kind: offeredField(z.enum(['a', 'b']), 'Choose a kind.') });
  expect(formOf(schema, new URLSearchParams())).toEqual({ kind: undefined });
  expect(problemsOf(schema, 'kind=')).toEqual({ kind: 'Choose a kind.' });
});

test('A hidden field with a value that no page fills in makes the form stale', () => {
  const schema = z.object({ seen: hiddenField(text => (text === 'A' ? text : undefined)) });
  expect(formOf(schema, new URLSearchParams('seen=A'))).toEqual({ seen: 'A' });
  expect(() => formOf(schema, new URLSearchParams('seen=B'))).toThrow(Problem);
});

test.each(['', 'x', '-1', '1.5', '12345678901'])('"%s" is read as the version of no record', text => {
  expect(formOf(z.object({ version }), new URLSearchParams({ version: text }))).toEqual({ version: 0 });
});

test('A list or line over its limit is cut to one over it, so that its rule still refuses it', () => {
  const schema = z.object({ name: line(3), item: list(1) });
  expect(formOf(schema, new URLSearchParams('name=abcdef&item=1&item=2&item=3'))).toEqual({
    name: 'abcd',
    item: ['1', '2'],
  });
});

test('What was typed is returned as typed, even if it is invalid', () => {
  expect(typedIn(new URLSearchParams('name=%3Cb%3E&other=x'), ['name', 'absent'])).toEqual({
    name: '<b>',
    absent: '',
  });
});
