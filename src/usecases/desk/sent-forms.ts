/** Forms of the desk that create something once, however often they are sent (CONSOLE-100). */
import { Problem } from '../../domain/problem';
import { isUuid } from '../../domain/text';
import { claimForm, findMade, noteMade } from '../../store/desk/sent-forms';
import type { DeskChange } from '../change';

/**
 * Creates what a form asks for, unless the same form already did, within 24 hours. A form that is sent twice
 * at once waits for the first one. What is created and the note of it are one transaction.
 * @param formKey the key that the page put into the form
 * @param make creates it, with its audit row
 * @returns the uid of what this form created, now or earlier
 * @throws Problem `console.formStale` for a key that no page puts into a form
 */
export async function makeOnceAtDesk(
  change: DeskChange,
  formKey: string,
  make: () => Promise<string>,
): Promise<string> {
  if (!isUuid(formKey)) throw new Problem('console.formStale');
  const { operatorUid } = change.principal;
  const form = { operatorUid, formKey: formKey.toLowerCase() };
  if (!(await claimForm(change.tx, form, change.now))) {
    const earlier = await findMade(change.tx, form);
    if (earlier === undefined) throw new Problem('console.formStale');
    change.unaudited('the form was sent before, and what it created is shown');
    return earlier;
  }
  const uid = await make();
  await noteMade(change.tx, form, uid);
  return uid;
}
