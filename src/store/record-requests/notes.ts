import type { Note } from '../../domain/record-requests/note';
import type { Patchable } from '../columns';
import type { Executor, Transaction } from '../database';
import { NoteModel, type NoteRow } from '../models/note';
import { named } from '../named';
import { pageOf, pageParams, type Page, type PageParams } from '../page';
import { insert, patchOf, selectList, update, valuesOf } from '../table';

const insertRow = named<never, NoteRow>(insert(NoteModel));

/** Stores a new note. */
export async function insertNote(tx: Transaction, note: Note): Promise<void> {
  await insertRow.run(tx, valuesOf(NoteModel, note));
}

const updateRow = named<never, Pick<NoteRow, 'uid' | Patchable<typeof NoteModel.columns>>>(update(NoteModel));

/** Stores a note as it is now; the caller holds the lock of its record request. */
export async function updateNote(tx: Transaction, note: Note): Promise<void> {
  await updateRow.run(tx, patchOf(NoteModel, note));
}

const notes = `select ${selectList(NoteModel, 'n')}, p.id as "patientId"
  from note n join patient p on p.uid = n.patient_uid`;
const byUid = named<Note, { uid: string }>(`${notes} where n.uid = :uid`);

/** A note by its uid. */
export async function findNote(executor: Executor, uid: string): Promise<Note | undefined> {
  return (await byUid.run(executor, { uid }))[0];
}

const ofRequest = named<Note, PageParams & { recordRequestUid: string }>(
  `${notes} where n.record_request_uid = :recordRequestUid and ${pageOf('n')}`,
);

/** A page of a record request's notes, oldest first. */
export async function listNotes(executor: Executor, recordRequestUid: string, page: Page): Promise<Note[]> {
  return ofRequest.run(executor, { recordRequestUid, ...pageParams(page) });
}

const countOfRequest = named<{ count: number }, { recordRequestUid: string }>(
  'select count(*)::int as count from note where record_request_uid = :recordRequestUid',
);

/** How many notes a record request has. */
export async function countNotes(executor: Executor, recordRequestUid: string): Promise<number> {
  return (await countOfRequest.run(executor, { recordRequestUid }))[0]?.count ?? 0;
}
