/** The texts about a fee, as the console and the desk read them. */
import { z } from 'zod';
import { feeTextMax } from '../domain/record-requests/fees';
import { isStorableText } from '../domain/text';
import { field } from './forms';

const text = z
  .string()
  .overwrite(typed => typed.replaceAll('\r\n', '\n').trim())
  .refine(typed => typed.length <= feeTextMax && isStorableText(typed));

const max = feeTextMax.toLocaleString('en-US');

/** Returns a field with a text about a fee. @param what the text in the refusal, such as `a question` */
export function feeText(what: string) {
  return field(
    text.refine(typed => typed !== ''),
    `Enter ${what} of 1 to ${max} characters.`,
  );
}

/** A field with a text about a fee, or `null` if it is empty. */
export const feeTextOrNone = field(
  text.transform(typed => (typed === '' ? null : typed)),
  `Enter a note of at most ${max} characters.`,
);
