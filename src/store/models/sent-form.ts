import { fixed, generated, type Columns } from '../columns';
import { rows } from './base';

/** A form that was sent, and what it created. It belongs to a member or to an operator. */
export interface SentForm {
  readonly membershipUid: string | null;
  readonly operatorUid: string | null;
  /** The one or the other. */
  readonly ownerUid: string;
  /** The key that the page put into the form. */
  readonly formKey: string;
  /** What the form does, as the audit log names it; `null` for a form sent to an earlier release. */
  readonly event: string | null;
  /** At least one; `null` only while the form is creating them. */
  readonly madeUids: readonly string[] | null;
  readonly sentAt: Date;
}

/** A form that was sent, so that the same form creates nothing else. */
export class SentFormModel extends rows<SentForm>() {
  static override tableName = 'sent_form';
  static override idColumn = ['owner_uid', 'form_key'];
  static override readonly columns = {
    membershipUid: fixed('uuid | null'),
    operatorUid: fixed('uuid | null'),
    ownerUid: generated('uuid'),
    formKey: fixed('uuid'),
    event: fixed('text | null'),
    madeUids: 'uuid[] | null',
    sentAt: fixed('timestamptz'),
  } satisfies Columns<SentForm>;
}
