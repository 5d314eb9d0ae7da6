import { z } from 'zod';
import { callerChosenIdPattern } from '../domain/text';

/** An id that a caller chose or the service generated. */
function publicId(what: string, example: string): z.ZodString {
  return z
    .string()
    .regex(callerChosenIdPattern, 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ - (not `.` or `..`)')
    .meta({ description: `${what}: 1 to 64 of \`A-Z a-z 0-9 . _ ~ -\`.`, example });
}

/** The `companyId` of a path. */
export const companyId = publicId('The company’s id', 'demo');
/** The `projectId` of a path or a form. */
export const projectId = publicId('The project’s id, unique in its company', 'demo-sandbox');
/** The `patientId` of a path. */
export const patientId = publicId('The patient’s id, unique in its project', 'case-4711');
/** The `bulkImportId` of a path. */
export const bulkImportId = z
  .uuid('must be a bulk import id')
  .meta({ description: 'The bulk import’s id.', example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60' });
/** The `noteId` of a path. */
export const noteId = z
  .uuid('must be a note id')
  .meta({ description: 'The note’s id.', example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f63' });
/** The `recordRequestId` of a path. */
export const recordRequestId = z
  .uuid('must be a record request id')
  .meta({ description: 'The record request’s id.', example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60' });
