import type { Actor } from '../actor';
import { Problem } from '../problem';
import { notesMax } from './limits';

/** The most characters of a note. */
export const noteLengthMax = 10_000;

/** What somebody wrote to a record request, for the customer and the delivery team to read. */
export interface Note {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly recordRequestUid: string;
  readonly content: string;
  readonly author: Actor;
  /** The user who wrote it; `null`: somebody of the delivery team. */
  readonly authorUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** @throws Problem `note.tooMany` where a record request has no room for another */
export function assertRoomForNote(notes: number): void {
  if (notes >= notesMax) throw new Problem('note.tooMany');
}

/** What webhooks are told to have changed where the words of a note have. */
export const editedNoteFields = ['content', 'updatedAt'] as const;

/**
 * A note in other words, or the same one where nothing is other (REQUEST-27).
 * @param userUid who changes it
 * @throws Problem `note.notYours` for one that somebody else wrote
 */
export function editNote(before: Note, userUid: string, content: string, at: Date): Note {
  if (before.authorUserUid !== userUid) throw new Problem('note.notYours');
  if (before.content === content) return before;
  return { ...before, content, version: before.version + 1, updatedAt: at };
}
