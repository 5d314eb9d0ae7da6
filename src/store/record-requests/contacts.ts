// Objection: rows by key and plain lists, not on a hot path.
import type { Contact } from '../../domain/record-requests/contact';
import type { Executor, Transaction } from '../database';
import { ContactModel } from '../models/contact';
import { onPage, type Page } from '../page';
import { columnsOf, valuesOf } from '../table';

/** Stores a new contact. */
export async function insertContact(tx: Transaction, contact: Contact): Promise<void> {
  await ContactModel.query(tx).insert(valuesOf(ContactModel, contact));
}

/** Lists a page of a record request's contacts, oldest first. */
export async function listContacts(
  executor: Executor,
  recordRequestUid: string,
  page: Page,
): Promise<Contact[]> {
  return ContactModel.query(executor)
    .select(columnsOf(ContactModel))
    .where({ record_request_uid: recordRequestUid })
    .modify(onPage(page))
    .castTo<Contact[]>();
}

/** Counts the contacts of a record request. */
export async function countContacts(executor: Executor, recordRequestUid: string): Promise<number> {
  return ContactModel.query(executor).where({ record_request_uid: recordRequestUid }).resultSize();
}
