import { noDetail } from '../../domain/audit-events';
import type { Project } from '../../domain/projects/project';
import { isSandbox } from '../../domain/projects/project';
import { notFound } from '../../domain/problem';
import { assertRoomForNote, editedNoteFields, editNote, type Note } from '../../domain/record-requests/note';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import {
  countNotes,
  findNote,
  insertNote,
  listNotes as listStored,
  updateNote,
} from '../../store/record-requests/notes';
import type { Page } from '../../store/page';
import { actorOf, resource, type Change, type OperatorChange, type ProjectChange } from '../change';
import { lockOperatorsRecordRequest, type RecordRequestRef as OperatorsRef } from '../operators';
import type { ProjectReading } from '../reading';
import { assertVersion } from '../version-condition';
import { getRecordRequest, lockRecordRequest, type RecordRequestRef } from './lookup';

/** The reference to a note, as in a path. */
export type NoteRef = RecordRequestRef & { readonly noteId: string };

async function emitNoteEvent(
  change: Change,
  project: Project,
  note: Note,
  { eventType, changed }: { eventType: 'note.created' | 'note.updated'; changed: readonly string[] },
): Promise<void> {
  await change.emit({
    eventType,
    changed,
    recordKind: 'note',
    recordUid: note.uid,
    companyUid: note.companyUid,
    projectUid: note.projectUid,
    patientUid: note.patientUid,
    trackedByUserUid: note.authorUserUid,
    isSandbox: isSandbox(project),
    searchStatus: null,
    authorizationStatus: null,
  });
}

/** Adds a note to a request whose lock the caller holds. */
async function commitNote(
  change: Change,
  project: Project,
  request: RecordRequest,
  content: string,
): Promise<Note> {
  assertRoomForNote(await countNotes(change.tx, request.uid));
  const { principal, now: createdAt } = change;
  const note: Note = {
    uid: change.newUid(),
    companyUid: request.companyUid,
    projectUid: request.projectUid,
    patientUid: request.patientUid,
    patientId: request.patientId,
    recordRequestUid: request.uid,
    content,
    author: actorOf(principal),
    authorUserUid: principal.kind === 'key' || principal.kind === 'console' ? principal.userUid : null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
  await insertNote(change.tx, note);
  await emitNoteEvent(change, project, note, { eventType: 'note.created', changed: [] });
  await change.audit(resource('note', note), 'note.create', noDetail);
  return note;
}

/**
 * Adds a note to a record request.
 * @throws Problem `project.closed`, `note.tooMany`, 404 if there is no such record request
 */
export async function createNote(
  change: ProjectChange,
  ref: RecordRequestRef,
  content: string,
): Promise<Note> {
  const request = await lockRecordRequest(change, ref);
  return commitNote(change, change.project, request, content);
}

/**
 * Adds an operator's note to a record request, visible to the customer.
 * @throws OperatorError if there is no such record request
 * @throws Problem `note.tooMany`
 */
export async function createOperatorsNote(
  change: OperatorChange,
  ref: OperatorsRef,
  content: string,
): Promise<Note> {
  const { project, request } = await lockOperatorsRecordRequest(change.tx, ref);
  return commitNote(change, project, request, content);
}

/** @throws Problem 404 if the record request has no such note */
function assertOf({ uid }: RecordRequest, note: Note | undefined): asserts note is Note {
  if (note?.recordRequestUid !== uid) throw notFound('the record request has no such note');
}

/**
 * Changes the text of a note. An unchanged text is audited as a read, since the caller is shown it.
 * @throws Problem `project.closed`, `note.notYours`, `precondition.failed`, 404
 */
export async function changeNote(change: ProjectChange, ref: NoteRef, content: string): Promise<Note> {
  const request = await lockRecordRequest(change, ref);
  const before = await findNote(change.tx, ref.noteId);
  assertOf(request, before);
  assertVersion(change.condition, before.version);
  const after = editNote(before, change.principal.userUid, content, change.now);
  if (after === before) {
    await change.auditLook(resource('note', before), { as: 'note.read' });
    return before;
  }
  await updateNote(change.tx, after);
  await emitNoteEvent(change, change.project, after, {
    eventType: 'note.updated',
    changed: editedNoteFields,
  });
  await change.audit(resource('note', after), 'note.edit', noDetail);
  return after;
}

/** Returns a note of a record request. @throws Problem 404 */
export async function getNote(reading: ProjectReading, ref: NoteRef): Promise<Note> {
  const request = await getRecordRequest(reading, ref);
  const note = await findNote(reading.db, ref.noteId);
  assertOf(request, note);
  reading.saw(resource('note', note));
  return note;
}

/** Returns the note that an earlier request created. @throws Problem 404 if the project no longer has it */
export async function getMadeNote(reading: ProjectReading, [uid = '']: readonly string[]): Promise<Note> {
  const note = await findNote(reading.db, uid);
  if (note?.projectUid !== reading.project.uid) throw notFound('the project no longer has the note');
  reading.saw(resource('note', note));
  return note;
}

/** Returns a page of a record request's notes, oldest first. @throws Problem 404 */
export async function listNotes(reading: ProjectReading, ref: RecordRequestRef, page: Page): Promise<Note[]> {
  const { uid } = await getRecordRequest(reading, ref);
  return listStored(reading.db, uid, page);
}
