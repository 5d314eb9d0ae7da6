import { randomUUID } from 'node:crypto';
import { isUuid } from '../../domain/text';
import type { OpenVisit } from '../visit';

/** The name of the field for the key of a form. */
export const formKeyName = 'once';

/** Returns the key of the posted form, or a new one for a form that is shown: a form creates one thing. */
export function formKeyIn({ form }: Pick<OpenVisit<unknown>, 'form'>): string {
  const posted = form.get(formKeyName) ?? '';
  return isUuid(posted) ? posted : randomUUID();
}
