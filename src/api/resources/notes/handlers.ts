import {
  changeNote,
  createNote,
  getMadeNote,
  getNote,
  listNotes,
} from '../../../usecases/record-requests/notes';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../schemas/page';
import { createNoteContract, editNoteContract, getNoteContract, listNotesContract } from './contract';
import { presentNote } from './present';

/** The operations on notes. */
export const noteOperations = [
  makingOperation(createNoteContract, {
    make: (change, { params, body }) => createNote(change, params, body.content),
    uidsOf: ({ uid }) => [uid],
    find: getMadeNote,
    show:
      ({ project }) =>
      note =>
        reply(201, { body: presentNote(note, project) }),
  }),

  operation(getNoteContract, async ({ project, reading }, { params }) => {
    const note = await getNote(reading, params);
    return reply(200, { body: presentNote(note, project), version: note.version });
  }),

  operation(editNoteContract, ({ project, change }, { params, body }) =>
    change(
      inner => changeNote(inner, params, body.content),
      note => reply(200, { body: presentNote(note, project), version: note.version }),
    ),
  ),

  operation(listNotesContract, async ({ project, reading }, { params, query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await listNotes(reading, params, page), query.limit);
    return reply(200, { body: { notes: entries.map(note => presentNote(note, project)), nextCursor } });
  }),
];
