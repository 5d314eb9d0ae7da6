/** The fields of a contact with a facility, as the console and the desk read them. */
import { z } from 'zod';
import { contactTextsMax, contactWays } from '../domain/record-requests/contact';
import { singleLine } from '../forms/text';
import { field } from './forms';

/** Returns a field for an optional line of text: `null` if it's empty. @param max its length */
export const lineOrNone = (max: number) => {
  const rule = singleLine({ min: 0, max });
  return field(
    z
      .string()
      .refine(text => rule.safeParse(text).success)
      .transform(text => rule.parse(text))
      .transform(text => (text === '' ? null : text)),
    `Enter one line of at most ${max.toLocaleString('en-US')} characters.`,
  );
};

/** The fields of a contact besides its dates. */
export const contactTextShape = {
  way: field(z.enum(contactWays), 'Choose how the facility was contacted.'),
  person: lineOrNone(contactTextsMax.person),
  outcome: lineOrNone(contactTextsMax.outcome),
};
