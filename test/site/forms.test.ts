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

test('a form is read by its schema: one value of a field, all of a list, and a box that is checked or not', () => {
  const schema = z.object({ name: line(), sure: checkbox, later: checkbox, item: list(), version });
  expect(formOf(schema, new URLSearchParams('name=+A+&name=B&sure=yes&item=1&item=2&version=7'))).toEqual({
    name: 'A',
    sure: true,
    later: false,
    item: ['1', '2'],
    version: 7,
  });
});

test('each field that is refused has one sentence, and the form has all of them once', () => {
  const name = field(z.string().trim().min(1).max(2), 'A name has 1 or 2 characters.');
  const schema = z.object({ name, alias: name, kind: field(z.enum(['a', 'b']), 'Choose a kind.') });
  expect(problemsOf(schema, 'alias=abc')).toEqual({
    name: 'A name has 1 or 2 characters.',
    alias: 'A name has 1 or 2 characters.',
    kind: 'Choose a kind.',
  });
  expect(() => formOf(schema, new URLSearchParams())).toThrow('A name has 1 or 2 characters. Choose a kind.');
});

test('a field that the page did not offer is left out, and one that was left empty is not', () => {
  const schema = z.object({ kind: offeredField(z.enum(['a', 'b']), 'Choose a kind.') });
  expect(formOf(schema, new URLSearchParams())).toEqual({ kind: undefined });
  expect(problemsOf(schema, 'kind=')).toEqual({ kind: 'Choose a kind.' });
});

test('what a page of ours never fills into a hidden field makes the form a stale one', () => {
  const schema = z.object({ seen: hiddenField(text => (text === 'A' ? text : undefined)) });
  expect(formOf(schema, new URLSearchParams('seen=A'))).toEqual({ seen: 'A' });
  expect(() => formOf(schema, new URLSearchParams('seen=B'))).toThrow(Problem);
});

test.each(['', 'x', '-1', '1.5', '12345678901'])('"%s" is the version of no record', text => {
  expect(formOf(z.object({ version }), new URLSearchParams({ version: text }))).toEqual({ version: 0 });
});

test('what is longer than a list or a line may be is cut to one too many, so that its rule refuses it', () => {
  const schema = z.object({ name: line(3), item: list(1) });
  expect(formOf(schema, new URLSearchParams('name=abcdef&item=1&item=2&item=3'))).toEqual({
    name: 'abcd',
    item: ['1', '2'],
  });
});

test('what was typed is shown again as it was typed, whatever is wrong with it', () => {
  expect(typedIn(new URLSearchParams('name=%3Cb%3E&other=x'), ['name', 'absent'])).toEqual({
    name: '<b>',
    absent: '',
  });
});
