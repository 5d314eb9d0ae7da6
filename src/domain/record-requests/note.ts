import type { Actor } from '../actor';
import { Problem } from '../problem';
import { notesMax } from './limits';

/** The most characters of a note. */
export const noteLengthMax = 10_000;

/** A note on a record request, visible to the customer and to operators. */
export interface Note {
  readonly uid: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly patientUid: string;
  readonly patientId: string;
  readonly recordRequestUid: string;
  readonly content: string;
  readonly author: Actor;
  /** The user who wrote it; `null` for an operator. */
  readonly authorUserUid: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Throws if a record request can't have another note. @throws Problem `note.tooMany` */
export function assertRoomForNote(notes: number): void {
  if (notes >= notesMax) throw new Problem('note.tooMany');
}

/** The fields that webhooks report as changed when a note's text changes. */
export const editedNoteFields = ['content', 'updatedAt'] as const;

/**
 * Returns a note with a new text, or the same one if nothing changed (REQUEST-27).
 * @param userUid the editing user
 * @throws Problem `note.notYours` if someone else wrote it
 */
export function editNote(before: Note, userUid: string, content: string, at: Date): Note {
  if (before.authorUserUid !== userUid) throw new Problem('note.notYours');
  if (before.content === content) return before;
  return { ...before, content, version: before.version + 1, updatedAt: at };
}
