import { z } from 'zod';
import { callerChosenIdPattern } from '../domain/text';

/** Returns the schema of an ID that a caller chose or the service generated. */
function publicId(parameter: string, what: string, example: string): z.ZodString {
  return z
    .string()
    .regex(callerChosenIdPattern, 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ - (not `.` or `..`)')
    .meta({
      param: { id: parameter },
      description: `${what}. 1 to 64 characters of \`A-Z a-z 0-9 . _ ~ -\`.`,
      example,
    });
}

/** The `companyId` of a path. */
export const companyId = publicId('CompanyId', 'ID of the company', 'demo');
/** The `projectId` of a path or a form. */
export const projectId = publicId(
  'ProjectId',
  'ID of the project, unique within its company',
  'demo-sandbox',
);
/** The `patientId` of a path. */
export const patientId = publicId('PatientId', 'ID of the patient, unique within its project', 'case-4711');
/** The `bulkImportId` of a path. */
export const bulkImportId = z
  .uuid('must be a bulk import id')
  .meta({
    param: { id: 'BulkImportId' },
    description: 'ID of the bulk import.',
    example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
  });
/** The `noteId` of a path. */
export const noteId = z
  .uuid('must be a note id')
  .meta({
    param: { id: 'NoteId' },
    description: 'ID of the note.',
    example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f63',
  });
/** The `recordRequestId` of a path. */
export const recordRequestId = z
  .uuid('must be a record request id')
  .meta({
    param: { id: 'RecordRequestId' },
    description: 'ID of the record request.',
    example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
  });
/** The `siteId` of a path. */
export const siteId = z
  .uuid('must be a site id')
  .meta({
    param: { id: 'SiteId' },
    description: 'ID of the site, for example from a browse row.',
    example: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
  });
