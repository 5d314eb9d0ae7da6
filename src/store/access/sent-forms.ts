// Objection: rows by key, not on a hot path. SQL text: a claim is an insert that says whether it wrote a row.
import type { Executor, Transaction } from '../database';
import { SentFormModel, type SentForm } from '../models/sent-form';
import { named } from '../named';
import { insert } from '../table';

/** Whose form it is: a member's or an operator's, the other one `null`. */
export type FormOwner = Pick<SentForm, 'membershipUid' | 'operatorUid'>;

/** A form, by its owner and its key. */
export type SentFormRef = FormOwner & Pick<SentForm, 'formKey'>;

const ofForm = ({ membershipUid, operatorUid, formKey }: SentFormRef) => ({
  owner_uid: membershipUid ?? operatorUid,
  form_key: formKey,
});

const claim = named<{ formKey: string }, SentFormRef & Pick<SentForm, 'event' | 'sentAt'>>(
  insert(SentFormModel, {
    only: ['membershipUid', 'operatorUid', 'formKey', 'event', 'sentAt'],
    onConflict: 'on conflict on constraint sent_form_pkey do nothing',
    returning: 'form_key',
  }),
);

/** Claims a form, or waits for the one that is being sent at the same time. @returns false if it was sent */
export async function claimForm(
  tx: Transaction,
  ref: SentFormRef,
  { event, sentAt }: { readonly event: string; readonly sentAt: Date },
): Promise<boolean> {
  const { membershipUid, operatorUid, formKey } = ref;
  return (await claim.run(tx, { membershipUid, operatorUid, formKey, event, sentAt })).length > 0;
}

/** Returns a form that was sent; `undefined` if it wasn't. */
export async function findSentForm(tx: Transaction, ref: SentFormRef): Promise<SentForm | undefined> {
  return SentFormModel.query(tx).findOne(ofForm(ref));
}

/** Records what a form created, at least one thing. */
export async function noteMade(
  tx: Transaction,
  ref: SentFormRef,
  madeUids: readonly [string, ...string[]],
): Promise<void> {
  await SentFormModel.query(tx).where(ofForm(ref)).patch({ madeUids });
}

/** Releases a form that created nothing, so that it can be sent again. */
export async function releaseForm(tx: Transaction, ref: SentFormRef): Promise<void> {
  await SentFormModel.query(tx).where(ofForm(ref)).delete();
}

/** Forgets forms from before an instant. */
export async function pruneSentForms(executor: Executor, before: Date): Promise<void> {
  await SentFormModel.query(executor).where('sent_at', '<', before).delete();
}
