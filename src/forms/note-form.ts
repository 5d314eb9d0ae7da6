import { z } from 'zod';
import { noteLengthMax } from '../domain/record-requests/note';
import { text } from './text';

/** The schema of a note. */
export const noteForm = z
  .object({
    content: text({ max: noteLengthMax }).meta({
      description:
        `Plain text of at most ${noteLengthMax.toLocaleString('en-US')} characters. Your company and ` +
        'support can read it.',
      example: 'The patient says that the visit was in the spring.',
    }),
  })
  .meta({ id: 'NoteForm', description: 'The text of a note.' });
