import { z } from 'zod';
import { noteLengthMax } from '../../../domain/record-requests/note';
import { notesMax } from '../../../domain/record-requests/limits';
import { companyId, noteId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { text } from '../../../forms/text';
import { defineContract } from '../../pipeline/contract';
import { actor, exampleUser } from '../../shapes/actor';
import { nextCursor, pageQuery } from '../../shapes/page';

const noteForm = z
  .object({
    content: text({ max: noteLengthMax }).meta({
      description:
        `Plain text of at most ${noteLengthMax.toLocaleString('en-US')} characters. You and the ` +
        'provider’s delivery team read it.',
      example: 'The patient says that the visit was in the spring.',
    }),
  })
  .meta({ id: 'NoteForm' });

/** A note as the API shows one. */
export const note = z
  .object({
    id: noteId,
    content: z.string(),
    author: actor,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    recordRequestId,
    patientId,
    projectId,
    companyId,
  })
  .meta({ id: 'Note' });

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

/** Writes a note. */
export const createNoteContract = defineContract({
  id: 'createNote',
  method: 'POST',
  path,
  tag,
  summary: 'Write a note',
  description: `Writes a note to a record request, which has at most ${notesMax} of them.`,
  params,
  body: noteForm,
  responses: { 201: { description: 'The note.', schema: note } },
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
  description: 'A note of a record request.',
  params: params.extend({ noteId }),
  responses: { 200: { description: 'The note.', schema: note } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'note.read', kind: 'read' },
  isVersioned: true,
  example: { params: { ...exampleParams, noteId: exampleId }, response: { status: 200, body: exampleNote } },
});

/** Puts a note into other words. */
export const editNoteContract = defineContract({
  id: 'editNote',
  method: 'PATCH',
  path: `${path}/{noteId}`,
  tag,
  summary: 'Change a note',
  description: 'Puts a note of your own into other words. What others wrote stays as they wrote it.',
  params: params.extend({ noteId }),
  body: noteForm,
  responses: { 200: { description: 'The note as it is now.', schema: note } },
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
  description: 'The notes of a record request, oldest first, in pages.',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of notes.',
      schema: z.object({ notes: z.array(note), nextCursor }).meta({ id: 'NotePage' }),
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
