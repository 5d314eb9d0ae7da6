/** What members do on a record request in the console: notes, the assignee, the follow-up date, and files. */
import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Permission } from '../../domain/access/permissions';
import { uidOf } from '../../domain/changes';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { notFound, Problem } from '../../domain/problem';
import type { ContactEntry } from '../../domain/record-requests/contact';
import type { Note } from '../../domain/record-requests/note';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { RecordRequestEdit } from '../../domain/record-requests/record-request-edit';
import type { TrackingState } from '../../domain/tracking/tracking';
import { recordRequestFileKey } from '../../files/key-layout';
import { findFileByUid, type FileEntry } from '../../store/files/stored-files';
import { findAssignableMember, findAssignee, setAssignee } from '../../store/record-requests/assignments';
import { findNote } from '../../store/record-requests/notes';
import { resource, type Change } from '../change';
import { makeOnce } from '../sent-forms';
import { trackRecord } from '../tracking';
import { OperatorError } from '../operator-error';
import { memberChangeOf, type MemberPatientChange } from '../patients/member-patients';
import { offerDocumentUpload } from '../files/document-uploads';
import { deleteFile, renameDeliverable, renameDocument } from '../files/files';
import { editRequest } from './follow-ups';
import { lockRecordRequest, type RecordRequestRef } from './lookup';
import type { SeenRequestRef } from './member-requests';
import { addContact } from './contacts';
import { changeNote, createNote } from './notes';

/** A member's change to a record request, as the API's use cases take it. */
type MemberRequestChange = Pick<MemberPatientChange, 'inProject'> & { readonly ref: RecordRequestRef };

/** @throws Problem 403 without the permission, 404 for a patient whom the member doesn't see */
async function requestChangeOf(
  change: Change<ConsolePrincipal>,
  permission: Permission,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<MemberRequestChange> {
  const { patientId, inProject } = await memberChangeOf(change, permission, patientUid);
  return { inProject, ref: { patientId, recordRequestId: recordRequestUid } };
}

/**
 * Adds a member's note, as the API does (CONSOLE-69). Submitting a form twice adds one.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `createNote` and `makeOnce`
 */
export async function addSeenNote(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  { content, formKey }: { readonly content: string; readonly formKey: string },
): Promise<void> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seen);
  await lockRecordRequest(inProject, ref);
  await makeOnce(change, formKey, async () => [(await createNote(inProject, ref, content)).uid]);
}

/**
 * Adds a member's own contact to the log (CONSOLE-83). Submitting a form twice adds one.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `addContact` and `makeOnce`
 */
export async function addSeenContact(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  { formKey, ...entry }: ContactEntry & { readonly formKey: string },
): Promise<void> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seen);
  await lockRecordRequest(inProject, ref);
  await makeOnce(change, formKey, async () => [(await addContact(inProject, ref, entry)).uid]);
}

/** A note to change, and the version that the form showed. */
export interface SeenNote {
  readonly noteId: string;
  readonly content: string;
  readonly version: number;
}

/**
 * Changes the text of a member's own note, as the API does. The same text again changes nothing.
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` if the note changed since the
 * form was shown; as `changeNote`
 */
export async function changeSeenNote(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  { noteId, content, version }: SeenNote,
): Promise<Note> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seen);
  const request = await lockRecordRequest(inProject, ref);
  const before = await findNote(change.tx, noteId);
  const isOther = before?.recordRequestUid === request.uid && before.content !== content;
  if (isOther && before.version !== version) throw new Problem('console.formStale');
  return changeNote(inProject, { ...ref, noteId }, content);
}

/** The follow-up date to set, and the one that the form showed; `null` for none. */
export interface SeenFollowUp {
  readonly followUpDate: CalendarDate | null;
  readonly seen: CalendarDate | null;
}

/**
 * Sets or clears the follow-up date, as the API does (CONSOLE-70).
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` if another date was set since
 * the form was shown; as `editRequest`
 */
export async function setSeenFollowUp(
  change: Change<ConsolePrincipal>,
  seenRequest: SeenRequestRef,
  { followUpDate, seen }: SeenFollowUp,
): Promise<RecordRequest> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seenRequest);
  const before = await lockRecordRequest(inProject, ref);
  if (before.followUpDate !== seen && before.followUpDate !== followUpDate)
    throw new Problem('console.formStale');
  return editRequest(inProject, ref, { followUpDate });
}

/**
 * Makes a member follow a record request or stop, as the API's tracking does (CONSOLE-107).
 * @throws Problem 403 without `ViewRecordRequests`, 404
 */
export async function followSeenRequest(
  change: Change<ConsolePrincipal>,
  seenRequest: SeenRequestRef,
  isFollowed: boolean,
): Promise<TrackingState> {
  const { inProject, ref } = await requestChangeOf(change, 'ViewRecordRequests', seenRequest);
  return trackRecord(inProject, ref, isFollowed);
}

/** What a member can change later of what they said about a request. */
export type RequestDetails = Pick<RecordRequest, 'reference' | 'dueDate'>;

/**
 * Sets or clears the reference and the due date, as the API does (CONSOLE-82).
 * @throws Problem 403 without `ManageRecordRequests`, 404, `console.formStale` if another value was set since
 * the form was shown; as `editRequest`
 */
export async function setSeenDetails(
  change: Change<ConsolePrincipal>,
  seenRequest: SeenRequestRef,
  { wanted, seen }: { readonly wanted: RequestDetails; readonly seen: RequestDetails },
): Promise<RecordRequest> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seenRequest);
  const before = await lockRecordRequest(inProject, ref);
  const isStale = (name: keyof RequestDetails): boolean =>
    before[name] !== seen[name] && before[name] !== wanted[name];
  if (isStale('reference') || isStale('dueDate')) throw new Problem('console.formStale');
  return editRequest(inProject, ref, wanted);
}

/**
 * Sets or clears the follow-up date and the due date of one of several requests, as the API does
 * (CONSOLE-94). A date that is absent stays.
 * @returns whether anything changed
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `editRequest`
 */
export async function editSeenDates(
  change: Change<ConsolePrincipal>,
  seenRequest: SeenRequestRef,
  dates: Pick<RecordRequestEdit, 'followUpDate' | 'dueDate'>,
): Promise<boolean> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seenRequest);
  const before = await lockRecordRequest(inProject, ref);
  return (await editRequest(inProject, ref, dates)).version !== before.version;
}

/**
 * Confirms that the patient was at the facility, as the API does. Once confirmed, it changes nothing.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `editRequest`
 */
export async function confirmSeenFacility(
  change: Change<ConsolePrincipal>,
  seenRequest: SeenRequestRef,
): Promise<RecordRequest> {
  const { inProject, ref } = await requestChangeOf(change, 'ManageRecordRequests', seenRequest);
  return editRequest(inProject, ref, { facilityConfirmed: true });
}

/**
 * Offers the upload of a document, as the API does. The same name again replaces the document.
 * @returns the uid of the file
 * @throws Problem 403 without `UploadProviderPacket`, 404; as `offerDocumentUpload`
 */
export async function offerSeenDocument(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  fileName: string,
): Promise<string> {
  const { inProject, ref } = await requestChangeOf(change, 'UploadProviderPacket', seen);
  return (await offerDocumentUpload(inProject, { ...ref, filename: fileName })).uid;
}

/** The areas whose files members delete. They rename all but attachments. */
export const managedAreas = ['deliverables', 'documents', 'attachments'] as const;
/** Such an area. */
export type ManagedArea = (typeof managedAreas)[number];

/** A file on the page of a record request. */
export interface SeenFileRef<Area = ManagedArea> extends SeenRequestRef {
  readonly area: Area;
  readonly fileUid: string;
}

/** Returns a file of the record request's area. @throws Problem 404 */
async function fileOf(
  change: Change<ConsolePrincipal>,
  { inProject, ref }: MemberRequestChange,
  { area, fileUid }: SeenFileRef,
): Promise<FileEntry> {
  const request = await lockRecordRequest(inProject, ref);
  const file = await findFileByUid(change.tx, fileUid);
  if (file?.recordRequestUid !== request.uid || file.area !== area || file.etag === null)
    throw notFound('the record request has no such file');
  return file;
}

const renames = { deliverables: 'ManageRecordRequests', documents: 'UploadProviderPacket' } as const;

/** A file that members rename. */
export type RenamedFileRef = SeenFileRef<keyof typeof renames>;

/**
 * Renames a file, as the API does (CONSOLE-72).
 * @throws Problem 403 without `UploadProviderPacket` for a document and `ManageRecordRequests` for a returned
 * file, 404; as `renameDocument` and `renameDeliverable`
 */
export async function renameSeenFile(
  change: Change<ConsolePrincipal>,
  seen: RenamedFileRef,
  newName: string,
): Promise<void> {
  const inRequest = await requestChangeOf(change, renames[seen.area], seen);
  const { inProject, ref } = inRequest;
  const { fileName, storageKey, companyUid, recordRequestUid, area } = await fileOf(change, inRequest, seen);
  if (seen.area === 'documents') {
    await renameDocument(inProject, { ...ref, filename: fileName }, newName);
    return;
  }
  const folder = recordRequestFileKey({ companyUid, recordRequestUid, area }, '');
  await renameDeliverable(inProject, { ...ref, filename: storageKey.slice(folder.length) }, newName);
}

/**
 * Deletes a file permanently, as the API does (CONSOLE-72).
 * @throws Problem 403 without `DeleteFiles`, 404; as `deleteFile`
 */
export async function deleteSeenFile(change: Change<ConsolePrincipal>, seen: SeenFileRef): Promise<void> {
  const inRequest = await requestChangeOf(change, 'DeleteFiles', seen);
  const { fileName } = await fileOf(change, inRequest, seen);
  await deleteFile(inRequest.inProject, { ...inRequest.ref, filename: fileName }, seen.area);
}

/** The member to assign a request to, and the one that the form showed; `null` for no one. */
export interface WantedAssignee {
  readonly membershipUid: string | null;
  /** Absent if the form showed none, because it is about several requests. */
  readonly shown?: string | null;
}

/**
 * @throws Problem 404 for someone who isn't a member whom the member sees; OperatorError for a colleague who
 * can't see the request
 */
async function assertAssignable(
  { tx, principal }: Change<ConsolePrincipal>,
  { projectUid }: Pick<RecordRequest, 'projectUid'>,
  membershipUid: string,
): Promise<void> {
  const scope = projectScopeOf(principal);
  if ((await findAssignableMember(tx, scope, projectUid, membershipUid)) !== undefined) return;
  if ((await findAssignableMember(tx, scope, undefined, membershipUid)) === undefined)
    throw notFound('the member sees no such member');
  throw new OperatorError("This member can't see the record request. Choose another member.");
}

/**
 * Assigns a record request to a member, or to no one (CONSOLE-86). The same member again changes nothing.
 * @returns whether anything changed
 * @throws Problem 403 without `ManageRecordRequests`, 404, `project.closed`, `console.formStale` if it was
 * assigned to another member since the form was shown; OperatorError for someone who can't see the request
 */
export async function assignSeen(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
  { membershipUid, shown }: WantedAssignee,
): Promise<boolean> {
  const { tx } = change;
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  const request = await lockRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
  const before = (await findAssignee(tx, request.uid))?.membershipUid ?? null;
  if (shown !== undefined && before !== shown && before !== membershipUid)
    throw new Problem('console.formStale');
  const subject = resource('recordRequest', request);
  if (before === membershipUid) {
    await change.auditLook(subject, { as: 'recordRequest.read' });
    return false;
  }
  if (membershipUid !== null) await assertAssignable(change, request, membershipUid);
  await setAssignee(tx, request.uid, membershipUid);
  const assignee = {
    from: before === null ? null : uidOf(before),
    to: membershipUid === null ? null : uidOf(membershipUid),
  };
  await change.audit(subject, 'recordRequest.assign', { assignee });
  return true;
}
