import { z } from 'zod';
import type { StatedContext } from '../domain/auth-checks/submission';
import { birthDate } from './dates';
import { singleLine } from './text';

const name = singleLine({ max: 100 });
const referenceIdMax = 255;

/** Whom a document outside of any patient is about, and the caller's own reference. */
export const authCheckForm = z
  .object({
    firstName: name.meta({ description: 'Given name.', example: 'Jane' }),
    lastName: name.meta({ description: 'Last name.', example: 'Doe' }),
    dateOfBirth: birthDate,
    referenceId: singleLine({ min: 0, max: referenceIdMax })
      .optional()
      .meta({
        description:
          'A reference of your own, kept with the submission and never in a token; a blank one is ' +
          'none. A new one replaces it. Without one, it stays for the same patient and is dropped ' +
          'for another; a new upload clears it.',
        example: 'claim-2026-118',
      }),
  })
  .meta({ id: 'AuthCheckForm' });

/** A parsed form in the domain's terms; a blank reference is none. */
export function contextOf({ referenceId, ...patient }: z.output<typeof authCheckForm>): StatedContext {
  return { ...patient, referenceId: referenceId === undefined || referenceId === '' ? null : referenceId };
}
