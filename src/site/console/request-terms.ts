/** Reads what a member says about a record request besides what is requested, by the rules of the API. */
import { z } from 'zod';
import { isRealDate } from '../../domain/clinical/calendar-date';
import type { RequestTerms } from '../../domain/record-requests/record-request';
import { tagFault, tagsIn } from '../../domain/record-requests/tags';
import { referenceMax } from '../../domain/text';
import { reference } from '../../forms/reference';
import { tagSentences } from '../../usecases/record-requests/tags';
import { checkbox, field, formOf, typedIn } from '../forms';
import { detailFields, type TermValues } from './components/request-terms';

/** A date, or `null` for an empty field. */
export const dayOrNone = z
  .string()
  .trim()
  .refine(text => text === '' || isRealDate(text))
  .transform(text => (text === '' ? null : text));

const referenceOrNone = z
  .string()
  .trim()
  .refine(text => text === '' || reference.safeParse(text).success)
  .transform(text => (text === '' ? null : reference.parse(text)));

/** A field with tags, separated by commas. */
export const tagsField = field(
  z.string().transform((text, context): string[] => {
    const names = tagsIn(text);
    const fault = tagFault(names);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: tagSentences[fault] });
    return names;
  }),
);

/** The fields that a member can also change later. */
export const detailShape = {
  reference: field(
    referenceOrNone,
    `Enter one line of at most ${referenceMax} characters, or leave it empty.`,
  ),
  dueDate: field(dayOrNone, 'Enter a valid date, or leave it empty.'),
};

const termsForm = z
  .object({ ...detailShape, rush: checkbox, certification: checkbox })
  .transform(({ rush, certification, ...details }): RequestTerms => {
    return { ...details, isRush: rush, needsCertification: certification };
  });

/** Returns what the form says. @throws FormProblem with a sentence for each field */
export function termsIn(form: URLSearchParams): RequestTerms {
  return formOf(termsForm, form);
}

const checkedForm = z.object({ rush: checkbox, certification: checkbox });

/** Returns what was typed, to show it again. */
export function termsTypedIn(form: URLSearchParams): TermValues {
  const { rush, certification } = formOf(checkedForm, form);
  return { typed: typedIn(form, detailFields), isRush: rush, needsCertification: certification };
}
