import { z } from 'zod';
import { notesMax } from '../../../domain/record-requests/limits';
import { companyId, noteId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { noteForm } from '../../../forms/note-form';
import { defineContract } from '../../pipeline/contract';
import { actor, exampleUser } from '../../schemas/actor';
import { nextCursor, pageQuery } from '../../schemas/page';
import { createdAt, updatedAt } from '../../schemas/times';

/** A note, in answers and in events. */
export const note = z
  .object({
    id: noteId,
    content: z.string().meta({ description: 'The text of the note, as plain text.' }),
    author: actor,
    createdAt,
    updatedAt,
    recordRequestId,
    patientId,
    projectId,
    companyId,
  })
  .meta({ id: 'Note', description: 'A note on a record request.' });

const path =
  '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests/{recordRequestId}/notes';
const params = z.object({ companyId, projectId, patientId, recordRequestId });

const requestId = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
const exampleId = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f63';
const place = { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' };
const exampleParams = { ...place, recordRequestId: requestId };
const exampleNote = {
  id: exampleId,
  content: 'The patient says that the visit was in the spring.',
  author: exampleUser,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  recordRequestId: requestId,
  ...place,
} as const;
const tag = 'Notes';

/** Adds a note. */
export const createNoteContract = defineContract({
  id: 'createNote',
  method: 'POST',
  path,
  tag,
  summary: 'Add a note',
  description: `Adds a note to a record request. A record request can have up to ${notesMax} notes.`,
  params,
  body: noteForm,
  responses: { 201: { description: 'The new note.', schema: note } },
  problems: ['project.closed', 'note.tooMany'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'note.create', kind: 'change' },
  example: {
    params: exampleParams,
    body: { content: exampleNote.content },
    response: { status: 201, body: exampleNote },
  },
});

/** Reads a note. */
export const getNoteContract = defineContract({
  id: 'getNote',
  method: 'GET',
  path: `${path}/{noteId}`,
  tag,
  summary: 'Get a note',
  description: 'Returns a note of a record request.',
  params: params.extend({ noteId }),
  responses: { 200: { description: 'The note.', schema: note } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'note.read', kind: 'read' },
  isVersioned: true,
  example: { params: { ...exampleParams, noteId: exampleId }, response: { status: 200, body: exampleNote } },
});

/** Changes the text of a note. */
export const editNoteContract = defineContract({
  id: 'editNote',
  method: 'PATCH',
  path: `${path}/{noteId}`,
  tag,
  summary: 'Edit a note',
  description: 'Changes the text of a note that you wrote. You can only edit your own notes.',
  params: params.extend({ noteId }),
  body: noteForm,
  responses: { 200: { description: 'The updated note.', schema: note } },
  problems: ['project.closed', 'note.notYours', 'precondition.failed'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'note.edit', kind: 'change' },
  isVersioned: true,
  example: {
    params: { ...exampleParams, noteId: exampleId },
    body: { content: 'The visit was in May.' },
    response: { status: 200, body: { ...exampleNote, content: 'The visit was in May.' } },
  },
});

/** Lists the notes of a record request. */
export const listNotesContract = defineContract({
  id: 'listNotes',
  method: 'GET',
  path,
  tag,
  summary: 'List notes',
  description: 'Returns the notes of a record request, oldest first.',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of notes.',
      schema: z
        .object({ notes: z.array(note).meta({ description: 'The notes on this page.' }), nextCursor })
        .meta({ id: 'NotePage', description: 'A page of notes.' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'note.list', kind: 'read' },
  example: {
    params: exampleParams,
    query: { limit: '50' },
    response: { status: 200, body: { notes: [exampleNote], nextCursor: null } },
  },
});
