/** Forms of the console and the desk that create something once, however often they are sent. */
import type { ConsolePrincipal } from '../access/principal';
import { Problem } from '../domain/problem';
import { isUuid } from '../domain/text';
import { claimForm, findSentForm, noteMade, releaseForm, type FormOwner } from '../store/access/sent-forms';
import type { Change, DeskChange } from './change';

/** A change by a form: of a member in the console, or of an operator at the desk. */
export type FormChange = Change<ConsolePrincipal> | DeskChange;

/** What a form created, at least one. */
type MadeUids = readonly [string, ...string[]];

function ownerOf({ principal }: FormChange): FormOwner {
  return principal.kind === 'console'
    ? { membershipUid: principal.membershipUid, operatorUid: null }
    : { membershipUid: null, operatorUid: principal.operatorUid };
}

/**
 * Creates what a form asks for, unless the same form already did, within 24 hours (CONSOLE-63, CONSOLE-100).
 * A form that is sent twice at once waits for the first one. What is created and the note of it are one
 * transaction.
 * @param formKey the key that the page put into the form
 * @param make creates it, with its audit row; `undefined` if it created nothing and the form can be sent
 * again
 * @returns the uids of what this form created, now or earlier; `undefined` if it created nothing
 * @throws Problem `console.formStale` for a key that no page puts into a form, or that another form has
 */
export async function makeOnce(
  change: FormChange,
  formKey: string,
  make: () => Promise<MadeUids | undefined>,
): Promise<MadeUids | undefined> {
  if (!isUuid(formKey)) throw new Problem('console.formStale');
  const { tx, event, now } = change;
  const form = { ...ownerOf(change), formKey: formKey.toLowerCase() };
  if (!(await claimForm(tx, form, { event, sentAt: now }))) {
    const earlier = await findSentForm(tx, form);
    const [first, ...rest] = earlier?.madeUids ?? [];
    const isSameForm = earlier?.event === null || earlier?.event === event;
    if (first === undefined || !isSameForm) throw new Problem('console.formStale');
    change.unaudited('the form was sent before, and what it created is shown');
    return [first, ...rest];
  }
  const made = await make();
  if (made === undefined) await releaseForm(tx, form);
  else await noteMade(tx, form, made);
  return made;
}

/**
 * Like {@link makeOnce}, for a form that creates exactly one thing or fails.
 * @returns its uid, created now or earlier
 */
export async function makeOneOnce(
  change: FormChange,
  formKey: string,
  make: () => Promise<string>,
): Promise<string> {
  const made = await makeOnce(change, formKey, async () => [await make()]);
  if (made === undefined) throw new Error('a form created nothing');
  return made[0];
}
