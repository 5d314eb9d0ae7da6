/** The contact log of a record request. */
import {
  assertRoomForContact,
  replacedDate,
  type Contact,
  type ContactEntry,
} from '../../domain/record-requests/contact';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import { changesOfEdit, editRecordRequest } from '../../domain/record-requests/record-request-edit';
import { contactFault, withContact, type SiteContact } from '../../domain/record-requests/site-contact';
import type { Page } from '../../store/page';
import {
  countContacts,
  insertContact,
  listContacts as listStored,
} from '../../store/record-requests/contacts';
import { updateRecordRequest } from '../../store/record-requests/record-requests';
import { actorOf, resource, type Change, type OperatorChange, type ProjectChange } from '../change';
import { OperatorError } from '../operator-error';
import { lockOperatorsRecordRequest, type RecordRequestRef as OperatorsRef } from '../operators';
import type { ProjectReading } from '../reading';
import { getRecordRequest, lockRecordRequest, type RecordRequestRef } from './lookup';
import { emitRecordRequestColumns } from './moves';

/**
 * Adds a contact to the log of a request whose lock the caller holds, and which the caller audits.
 * @param after the request with the follow-up date that the contact leaves it with
 * @throws Problem `contact.tooMany`
 */
export async function logContact(
  change: Change,
  request: Pick<RecordRequest, 'uid' | 'companyUid' | 'followUpDate'>,
  entry: ContactEntry,
  after: Pick<RecordRequest, 'followUpDate'>,
): Promise<Contact> {
  assertRoomForContact(await countContacts(change.tx, request.uid));
  const contact: Contact = {
    ...entry,
    uid: change.newUid(),
    companyUid: request.companyUid,
    recordRequestUid: request.uid,
    replacedOn: replacedDate(request.followUpDate, after.followUpDate),
    author: actorOf(change.principal),
    createdAt: change.now,
  };
  await insertContact(change.tx, contact);
  return contact;
}

/**
 * Adds a customer's own contact to the log. The date of the next follow-up, if there is one, becomes the
 * request's. The date of the last contact stays support's.
 * @throws Problem `project.closed`, `contact.tooMany`, 404; OperatorError for invalid dates
 */
export async function addContact(
  change: ProjectChange,
  ref: RecordRequestRef,
  entry: ContactEntry,
): Promise<Contact> {
  const request = await lockRecordRequest(change, ref);
  const { contactedOn: contactDate, nextOn: followUpDate } = entry;
  const fault = contactFault(request, { contactDate, followUpDate }, change.now);
  if (fault !== undefined) throw new OperatorError(fault);
  const after = editRecordRequest(request, followUpDate === null ? {} : { followUpDate }, change.now);
  const contact = await logContact(change, request, entry, after);
  if (after !== request) {
    await updateRecordRequest(change.tx, after);
    await emitRecordRequestColumns(change, change.project, { before: request, after });
  }
  const changes = changesOfEdit(request, after);
  await change.audit(resource('recordRequest', request), 'recordRequest.addContact', changes);
  return contact;
}

/** An operator's contact with a facility. */
export type OperatorsContact = SiteContact & Pick<ContactEntry, 'way' | 'person' | 'outcome'>;

/**
 * Records that an operator contacted the site of a record request, and the next follow-up, as a line of the
 * contact log. The customer sees it, both dates on the request, and the follow-up date that it replaced
 * (DESK-58), and gets a reminder once a day from the second one on (EVENT-6).
 * @throws OperatorError for an unknown request, and for invalid dates; Problem `contact.tooMany`
 */
export async function noteContact(
  change: OperatorChange,
  ref: OperatorsRef,
  contact: OperatorsContact,
): Promise<RecordRequest> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  const fault = contactFault(request, contact, change.now);
  if (fault !== undefined) throw new OperatorError(fault);
  const { contactDate: contactedOn, followUpDate: nextOn, way, person, outcome } = contact;
  const after = withContact(request, contact, change.now);
  await logContact(change, request, { contactedOn, way, person, outcome, nextOn }, after);
  await updateRecordRequest(change.tx, after);
  await emitRecordRequestColumns(change, project, { before: request, after });
  const changes = changesOfEdit(request, after);
  await change.audit(resource('recordRequest', request), 'recordRequest.noteContact', changes);
  return after;
}

/** Returns a page of a record request's contacts, oldest first. @throws Problem 404 */
export async function listContacts(
  reading: ProjectReading,
  ref: RecordRequestRef,
  page: Page,
): Promise<Contact[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listStored(reading.db, uid, page);
}
