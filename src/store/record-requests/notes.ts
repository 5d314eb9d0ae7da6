// Objection: rows by key and plain lists, not on a hot path.
import type { Note } from '../../domain/record-requests/note';
import type { Executor, Transaction } from '../database';
import { NoteModel } from '../models/note';
import { onPage, type Page } from '../page';
import { changesOf, columnsOf, valuesOf } from '../table';

/** Stores a new note. */
export async function insertNote(tx: Transaction, note: Note): Promise<void> {
  await NoteModel.query(tx).insert(valuesOf(NoteModel, note));
}

/** Stores a note's current state; the caller holds the lock of its record request. */
export async function updateNote(tx: Transaction, note: Note): Promise<void> {
  await NoteModel.query(tx).findById(note.uid).patch(changesOf(NoteModel, note));
}

function notes(executor: Executor) {
  return NoteModel.query(executor).select(
    columnsOf(NoteModel),
    NoteModel.relatedQuery('patient').select('id').as('patient_id'),
  );
}

/** Returns a note by its uid. */
export async function findNote(executor: Executor, uid: string): Promise<Note | undefined> {
  return notes(executor).findById(uid).castTo<Note | undefined>();
}

/** Lists a page of a record request's notes, oldest first. */
export async function listNotes(executor: Executor, recordRequestUid: string, page: Page): Promise<Note[]> {
  return notes(executor)
    .where({ record_request_uid: recordRequestUid })
    .modify(onPage(page))
    .castTo<Note[]>();
}

/** Lists the notes of all record requests of a patient, newest first. */
export async function listNotesOfPatient(
  executor: Executor,
  patientUid: string,
  limit: number,
): Promise<Note[]> {
  return notes(executor)
    .where({ patient_uid: patientUid })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'uid', order: 'desc' },
    ])
    .limit(limit)
    .castTo<Note[]>();
}

/** Counts the notes of a record request. */
export async function countNotes(executor: Executor, recordRequestUid: string): Promise<number> {
  return NoteModel.query(executor).where({ record_request_uid: recordRequestUid }).resultSize();
}
