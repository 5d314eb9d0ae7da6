import { z } from 'zod';
import {
  type BulkFailure,
  bulkFailures,
  bulkImportStatuses,
  bulkLimits,
  openImportsMax,
  uploadWithinHours,
} from '../../../domain/bulk-imports/bulk-import';
import { bulkFields, bulkImportKinds, type BulkImportKind } from '../../../domain/bulk-imports/sheets';
import { defineContract } from '../../pipeline/contract';
import { bulkImportId, companyId, projectId } from '../../../forms/ids';
import { nextCursor, pageQuery } from '../../schemas/page';
import { createdAt, instant } from '../../schemas/times';

const count = z.number().int();
const failureReasons = Object.keys(bulkFailures) as [BulkFailure, ...BulkFailure[]];

const bulkImport = z
  .object({
    id: bulkImportId,
    projectId,
    companyId,
    kind: z.enum(bulkImportKinds).meta({ description: 'What the rows of the file create.' }),
    dryRun: z
      .boolean()
      .meta({ description: 'Whether the file is only checked, so that nothing is created or changed.' }),
    status: z
      .enum(bulkImportStatuses)
      .meta({
        description:
          '`AwaitingUpload`: waiting for the file. `Processing`: importing rows. `Completed`: every row ' +
          'was processed, even if some failed. `Failed`: the import stopped; see `failure`.',
      }),
    failure: z
      .object({
        reason: z.enum(failureReasons).meta({ description: 'Identifies the reason, for programs.' }),
        message: z.string().meta({ description: 'The reason as a sentence for a person.' }),
        fields: z
          .array(z.enum(bulkFields))
          .meta({
            description:
              'The fields that `columnTwice` or `columnMissing` is about. Empty for every other reason.',
          }),
        row: count.nullable().meta({ description: 'Number of the row where reading the file stopped.' }),
      })
      .nullable()
      .meta({
        description:
          'Why the file was refused, or not processed to the end. A row with errors is not a failure of ' +
          'the import.',
      }),
    columns: z
      .array(
        z.object({
          header: z
            .string()
            .meta({
              description:
                'Name of the column in the file, on one line and without control characters. At most ' +
                `${bulkLimits.headerLength} characters.`,
            }),
          field: z
            .enum(bulkFields)
            .nullable()
            .meta({ description: 'The field it fills. `null` if the column is ignored.' }),
        }),
      )
      .meta({
        description:
          'The columns of the file and the fields they fill. Empty until the file has been read to the ' +
          'end, or if the file has no header.',
      }),
    rows: z
      .object({
        total: count
          .nullable()
          .meta({ description: 'Rows in the file. `null` until the file has been read to the end.' }),
        done: count.meta({ description: 'Rows processed so far.' }),
        created: count.meta({ description: 'Rows that created a patient or record requests.' }),
        updated: count.meta({ description: 'Rows that updated a patient.' }),
        unchanged: count.meta({ description: 'Rows that changed nothing.' }),
        failed: count.meta({ description: 'Rows with errors. They changed nothing.' }),
        withWarnings: count.meta({
          description: 'Rows with warnings. A warning never fails a row, so they are also counted above.',
        }),
      })
      .meta({ description: 'How many rows had which outcome. In a dry run, the outcome they would have.' }),
    createdAt,
    uploadedAt: instant('When the file was uploaded (UTC).').nullable(),
    finishedAt: instant('When the import completed or failed (UTC).').nullable(),
  })
  .meta({ id: 'BulkImport', description: 'An import of an Excel or CSV file and its progress.' });

const upload = z
  .object({
    uploadUrl: z
      .string()
      .meta({
        description: 'Presigned URL: PUT the raw bytes of the file here, without an Authorization header.',
      }),
    uploadHeaders: z
      .record(z.string(), z.string())
      .meta({ description: 'Headers to send with the upload. Always empty.' }),
    expiresIn: count.meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'BulkImportUpload', description: 'Where to upload the file.' });

const result = z
  .object({
    downloadUrl: z
      .string()
      .meta({
        description:
          'Presigned URL of the result, a CSV with one line for each row: `row`, `id` (or `patientId` for ' +
          'record requests), `outcome`, `errors`, and `warnings`. For record requests, `recordRequests` ' +
          'lists the IDs that the row created. Row numbers match those of a spreadsheet.',
      }),
    expiresIn: count.meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'BulkImportResult', description: 'Where to download the result.' });

const bulkImportResponse = z
  .object({
    bulkImport,
    upload: upload
      .nullable()
      .meta({ description: 'Where to upload the file. `null` once it has been uploaded.' }),
    result: result
      .nullable()
      .meta({ description: 'Where to download the result. `null` until there is one.' }),
  })
  .meta({ id: 'BulkImportResponse', description: 'A bulk import with its URLs.' });

const exampleId = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
const exampleImport = {
  id: exampleId,
  projectId: 'demo-sandbox',
  companyId: 'demo',
  kind: 'patients',
  dryRun: false,
  status: 'AwaitingUpload',
  failure: null,
  columns: [],
  rows: { total: null, done: 0, created: 0, updated: 0, unchanged: 0, failed: 0, withWarnings: 0 },
  createdAt: '2026-11-21T12:00:00.000Z',
  uploadedAt: null,
  finishedAt: null,
} as const;
const exampleDone = {
  ...exampleImport,
  status: 'Completed',
  columns: [
    { header: 'Patient ID', field: 'id' },
    { header: 'First Name', field: 'firstName' },
    { header: 'Last Name', field: 'lastNames' },
    { header: 'DOB', field: 'dateOfBirth' },
    { header: 'Adjuster', field: null },
  ],
  rows: { total: 3, done: 3, created: 2, updated: 0, unchanged: 0, failed: 1, withWarnings: 1 },
  uploadedAt: '2026-11-21T12:01:00.000Z',
  finishedAt: '2026-11-21T12:01:05.000Z',
} as const;

const inProject = z.object({ companyId, projectId });
const exampleProject = { companyId: 'demo', projectId: 'demo-sandbox' };
const limits =
  `A file can have up to ${bulkLimits.fileBytes / 1024 / 1024} MiB, ` +
  `${bulkLimits.rows.toLocaleString('en-US')} rows, ${bulkLimits.columns} columns, and ` +
  `${bulkLimits.cellLength.toLocaleString('en-US')} characters in a cell.`;

const bulkImportForm = z
  .object({
    dryRun: z
      .boolean()
      .optional()
      .meta({ description: '`true` only checks the file and changes nothing. Defaults to `false`.' }),
  })
  .meta({ id: 'BulkImportForm', description: 'Options of a bulk import.' });
const exampleUpload = {
  uploadUrl: 'https://files.example.com/upload.csv?X-Amz-Signature=…',
  uploadHeaders: {},
  expiresIn: 900,
};

const fileRules =
  `The file is UTF-8, separated by commas. ${limits} Upload it within ${uploadWithinHours} hours. A ` +
  `project can have up to ${openImportsMax} imports in progress at a time.`;

const dryRunRule =
  'With `dryRun`, every row is checked and reported with the outcome it would have, and nothing is changed.';

/** What the two operations that create an import share. */
const making = {
  method: 'POST',
  tag: 'Bulk imports',
  params: inProject,
  body: bulkImportForm,
  responses: {
    201: { description: 'The import, and where to upload the file.', schema: bulkImportResponse },
  },
  problems: ['project.closed', 'bulkImport.tooManyOpen'],
  audit: { event: 'bulkImport.create', kind: 'change' },
} as const;

function exampleOf(kind: BulkImportKind) {
  const body = { bulkImport: { ...exampleImport, kind }, upload: exampleUpload, result: null };
  return { params: exampleProject, body: { dryRun: false }, response: { status: 201, body } };
}

/** Creates a bulk import of patients. */
export const createBulkImportContract = defineContract({
  ...making,
  id: 'createBulkImport',
  // The import has its own path, because `bulk` can be a patient's ID.
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/bulk',
  summary: 'Import patients from an Excel or CSV file',
  description: [
    'Returns an upload URL. PUT the file there, and the import starts automatically. Each row works ' +
      'like a PUT of the patient with that `id`, so the same file again changes nothing. A row with errors ' +
      'is reported and does not affect the other rows.',
    'A header row has the column names. `id`, `firstName`, `lastNames`, and `dateOfBirth` are required; ' +
      'the other fields of the patient form are optional. Case, spaces, and punctuation of column names ' +
      'are ignored, and common names are recognized (`Last Name`, `DOB`, `MRN`, `ZIP 2`). Put several ' +
      'last names or ZIP codes in one cell, separated by `;`, or in several columns. Columns for maiden, ' +
      'previous, former, prior, other, alternate, and AKA names come after the last name, wherever ' +
      'they are in the file. A field without a column stays as it is. An empty cell clears the field, ' +
      'except for search flags, which stay. A flag is `yes` or `no`, or another common word for it.',
    fileRules,
    `${dryRunRule} If a patient appears in the file twice, each row is compared with what is on file.`,
  ].join('\n\n'),
  access: { scope: 'project', permission: 'ManagePatients' },
  example: exampleOf('patients'),
});

/** Creates a bulk import of record requests. */
export const createRecordRequestImportContract = defineContract({
  ...making,
  id: 'createRecordRequestImport',
  path: '/v0/companies/{companyId}/projects/{projectId}/record-requests/bulk',
  summary: 'Request records from an Excel or CSV file',
  description: [
    'Returns an upload URL. PUT the file there, and the import starts automatically. Each row ' +
      'requests records of one patient of the project from one facility, like `createRecordRequests`. ' +
      'Records that were already requested from that facility for exactly the same days, and not canceled, ' +
      'are not requested again, so the same file again changes nothing.',
    'A header row has the column names: `patientId`, which is required; `siteId`, or `siteName`, ' +
      '`siteAddressLine1`, `siteCity`, `siteState`, and `siteZip`, optionally with `siteAddressLine2`; ' +
      '`medicalRecord`, `billing`, and `imaging`, each `yes` or `no`; `startDateOfService` and ' +
      '`endDateOfService`. Case, spaces, and punctuation of column names are ignored, and common names are ' +
      'recognized (`Facility`, `Date from`).',
    fileRules,
    dryRunRule,
  ].join('\n\n'),
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  example: exampleOf('recordRequests'),
});

/** Returns a bulk import. */
export const getBulkImportContract = defineContract({
  id: 'getBulkImport',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/bulk-imports/{bulkImportId}',
  tag: 'Bulk imports',
  summary: 'Get a bulk import',
  description:
    'Returns the progress of the import, a fresh upload URL while it waits for the file, and the result ' +
    'once there is one. An import of record requests also requires the permission `ViewRecordRequests`.',
  params: inProject.extend({ bulkImportId }),
  responses: { 200: { description: 'The import.', schema: bulkImportResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'bulkImport.read', kind: 'read' },
  example: {
    params: { ...exampleProject, bulkImportId: exampleId },
    response: {
      status: 200,
      body: {
        bulkImport: exampleDone,
        upload: null,
        result: { downloadUrl: 'https://files.example.com/result.csv?X-Amz-Signature=…', expiresIn: 3600 },
      },
    },
  },
});

/** Lists bulk imports. */
export const listBulkImportsContract = defineContract({
  id: 'listBulkImports',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/bulk-imports',
  tag: 'Bulk imports',
  summary: 'List bulk imports',
  description:
    'Returns the bulk imports of the project, oldest first. Imports of record requests are included if ' +
    'your role has the permission `ViewRecordRequests`.',
  params: inProject,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of imports.',
      schema: z
        .object({
          bulkImports: z.array(bulkImport).meta({ description: 'The imports on this page.' }),
          nextCursor,
        })
        .meta({ id: 'BulkImportPage', description: 'A page of bulk imports.' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'bulkImport.list', kind: 'read' },
  example: {
    params: exampleProject,
    query: { limit: '50' },
    response: { status: 200, body: { bulkImports: [exampleDone], nextCursor: null } },
  },
});
