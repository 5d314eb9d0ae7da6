import type { Contact } from '../../domain/record-requests/contact';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A contact with the facility of a record request. */
export class ContactModel extends rows<Contact>() {
  static override tableName = 'contact';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    recordRequestUid: fixed('uuid'),
    contactedOn: fixed('date'),
    way: fixed('text'),
    person: fixed('text | null'),
    outcome: fixed('text | null'),
    nextOn: fixed('date | null'),
    replacedOn: fixed('date | null'),
    author: fixed('jsonb'),
    createdAt: fixed('timestamptz'),
  } satisfies Columns<Contact>;
}
