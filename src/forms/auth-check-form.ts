import { z } from 'zod';
import type { StatedContext } from '../domain/auth-checks/submission';
import { birthDate } from './dates';
import { singleLine } from './text';

const name = singleLine({ max: 100 });
const referenceIdMax = 255;

/**
 * The schema of a standalone auth-check's patient context: who the document is about, and the caller's
 * reference.
 */
export const authCheckForm = z
  .object({
    firstName: name.meta({ description: "The patient's given name.", example: 'Jane' }),
    lastName: name.meta({ description: "The patient's last name.", example: 'Doe' }),
    dateOfBirth: birthDate,
    referenceId: singleLine({ min: 0, max: referenceIdMax })
      .optional()
      .meta({
        description:
          `Your own reference, at most ${referenceIdMax} characters. Stored with the submission, never in ` +
          'a token. Blank means absent. A new value replaces the stored one. If you leave it out, the ' +
          'stored value stays for the same patient and is dropped for a different one. A new upload ' +
          'clears it.',
        example: 'claim-2026-118',
      }),
  })
  .meta({
    id: 'AuthCheckForm',
    description: 'The patient to compare the document with. Stored with the submission.',
  });

/** Returns a parsed form in the domain's terms. A blank reference becomes `null`. */
export function contextOf({ referenceId, ...patient }: z.output<typeof authCheckForm>): StatedContext {
  return { ...patient, referenceId: referenceId === undefined || referenceId === '' ? null : referenceId };
}
