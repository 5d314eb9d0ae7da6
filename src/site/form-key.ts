import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isUuid } from '../domain/text';
import { field } from './forms';

/** The name of the field for the key of a form. */
export const formKeyName = 'once';

/** Returns the key of a form that is shown. */
export const newFormKey = (): string => randomUUID();

/** A field with the key of a form; a new one for a form of a page that has none. */
export const formKey = field(z.string().transform(text => (isUuid(text) ? text : newFormKey())));

/** Returns the key of the posted form, or a new one for a form that is shown: a form creates one thing. */
export function formKeyIn({ form }: { readonly form: URLSearchParams }): string {
  const posted = form.get(formKeyName) ?? '';
  return isUuid(posted) ? posted : newFormKey();
}
