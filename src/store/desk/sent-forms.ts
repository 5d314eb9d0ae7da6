// Objection: rows by key, not on a hot path. SQL text: a claim is an insert that says whether it wrote a row.
import type { Executor, Transaction } from '../database';
import { DeskSentFormModel, type DeskSentForm } from '../models/desk-sent-form';
import { named } from '../named';
import { insert } from '../table';

/** A form, by the operator and its key. */
export type SentFormRef = Pick<DeskSentForm, 'operatorUid' | 'formKey'>;

const ofForm = ({ operatorUid, formKey }: SentFormRef) => ({ operator_uid: operatorUid, form_key: formKey });

const claim = named<{ formKey: string }, SentFormRef & { sentAt: Date }>(
  insert(DeskSentFormModel, {
    only: ['operatorUid', 'formKey', 'sentAt'],
    onConflict: 'on conflict on constraint desk_sent_form_pkey do nothing',
    returning: 'form_key',
  }),
);

/** Claims a form, or waits for the one that is being sent at the same time. @returns false if it was sent */
export async function claimForm(tx: Transaction, ref: SentFormRef, sentAt: Date): Promise<boolean> {
  const { operatorUid, formKey } = ref;
  return (await claim.run(tx, { operatorUid, formKey, sentAt })).length > 0;
}

/** Returns what a form created; `undefined` if it wasn't sent. */
export async function findMade(tx: Transaction, ref: SentFormRef): Promise<string | undefined> {
  const found = await DeskSentFormModel.query(tx).findOne(ofForm(ref));
  return found?.madeUid ?? undefined;
}

/** Records what a form created. */
export async function noteMade(tx: Transaction, ref: SentFormRef, madeUid: string): Promise<void> {
  await DeskSentFormModel.query(tx).where(ofForm(ref)).patch({ madeUid });
}

/** Forgets forms from before an instant. */
export async function pruneSentForms(executor: Executor, before: Date): Promise<void> {
  await DeskSentFormModel.query(executor).where('sent_at', '<', before).delete();
}
