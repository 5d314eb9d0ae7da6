import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A form of the desk that was sent, and what it created. */
export interface DeskSentForm {
  readonly operatorUid: string;
  /** The key that the page put into the form. */
  readonly formKey: string;
  /** `null` only while the form is creating it. */
  readonly madeUid: string | null;
  readonly sentAt: Date;
}

/** A form of the desk that was sent, so that the same form creates nothing else. */
export class DeskSentFormModel extends rows<DeskSentForm>() {
  static override tableName = 'desk_sent_form';
  static override idColumn = ['operator_uid', 'form_key'];
  static override readonly columns = {
    operatorUid: fixed('uuid'),
    formKey: fixed('uuid'),
    madeUid: 'uuid | null',
    sentAt: fixed('timestamptz'),
  } satisfies Columns<DeskSentForm>;
}
