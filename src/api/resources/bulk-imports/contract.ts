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
import { nextCursor, pageQuery } from '../../shapes/page';

const count = z.number().int();
const failureReasons = Object.keys(bulkFailures) as [BulkFailure, ...BulkFailure[]];

const bulkImport = z
  .object({
    id: bulkImportId,
    projectId,
    companyId,
    kind: z.enum(bulkImportKinds).meta({ description: 'What its rows are about.' }),
    dryRun: z.boolean(),
    status: z.enum(bulkImportStatuses),
    failure: z
      .object({
        reason: z.enum(failureReasons),
        message: z.string(),
        fields: z
          .array(z.enum(bulkFields))
          .meta({
            description: 'Of `columnTwice` and `columnMissing` the fields that it is about, else empty.',
          }),
        row: count.nullable().meta({ description: 'Where the file could not be read on.' }),
      })
      .nullable()
      .meta({ description: 'Why the file was not taken, or not to its end. A faulty row is no failure.' }),
    columns: z
      .array(
        z.object({
          header: z
            .string()
            .meta({
              description:
                `On one line and without control characters; its first ${bulkLimits.headerLength} ` +
                'characters.',
            }),
          field: z.enum(bulkFields).nullable().meta({ description: '`null`: the column is not read.' }),
        }),
      )
      .meta({
        description:
          'The header as it was understood; empty until the file was read through. Where the header ' +
          'is what failed the file, only the columns that were understood.',
      }),
    rows: z.object({
      total: count.nullable().meta({ description: '`null` until the file was read through.' }),
      done: count,
      created: count,
      updated: count,
      unchanged: count,
      failed: count,
      withWarnings: count.meta({ description: 'Counted beside the outcomes: a warning never fails a row.' }),
    }),
    createdAt: z.iso.datetime(),
    uploadedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BulkImport' });

const upload = z
  .object({
    uploadUrl: z
      .string()
      .meta({ description: 'PUT the raw CSV bytes here, without an Authorization header.' }),
    uploadHeaders: z.record(z.string(), z.string()).meta({ description: 'Always empty.' }),
    expiresIn: count.meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'BulkImportUpload' });

const result = z
  .object({
    downloadUrl: z
      .string()
      .meta({
        description:
          'The result as CSV: `row`, `id` (of record requests `patientId`), `outcome`, `errors`, ' +
          '`warnings`, of record requests `recordRequests` as well: the ids of those that the row ' +
          'made. Row numbers are as a spreadsheet counts.',
      }),
    expiresIn: count.meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'BulkImportResult' });

const bulkImportResponse = z
  .object({
    bulkImport,
    upload: upload.nullable().meta({ description: '`null` once the file is there.' }),
    result: result.nullable().meta({ description: '`null` until there is one.' }),
  })
  .meta({ id: 'BulkImportResponse' });

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
  `At most ${bulkLimits.fileBytes / 1024 / 1024} MiB, ${bulkLimits.rows.toLocaleString('en-US')} ` +
  `rows, ${bulkLimits.columns} columns and ${bulkLimits.cellLength.toLocaleString('en-US')} ` +
  'characters in a cell.';

const bulkImportForm = z
  .object({ dryRun: z.boolean().optional().meta({ description: 'Default false.' }) })
  .meta({ id: 'BulkImportForm' });
const exampleUpload = {
  uploadUrl: 'https://files.example.com/upload.csv?X-Amz-Signature=…',
  uploadHeaders: {},
  expiresIn: 900,
};

const fileRules =
  `UTF-8, commas. ${limits} A file is waited for ${uploadWithinHours} hours; at most ` +
  `${openImportsMax} imports of a project are open at once.`;

/** What making an import is, whatever its rows are about. */
const making = {
  method: 'POST',
  tag: 'Bulk imports',
  params: inProject,
  body: bulkImportForm,
  responses: { 201: { description: 'The import and where to upload the file.', schema: bulkImportResponse } },
  problems: ['project.closed', 'bulkImport.tooManyOpen'],
  audit: { event: 'bulkImport.create', kind: 'change' },
} as const;

function exampleOf(kind: BulkImportKind) {
  const body = { bulkImport: { ...exampleImport, kind }, upload: exampleUpload, result: null };
  return { params: exampleProject, body: { dryRun: false }, response: { status: 201, body } };
}

/** Makes a bulk import of patients. */
export const createBulkImportContract = defineContract({
  ...making,
  id: 'createBulkImport',
  // What it makes is read at a path of its own, because `bulk` may be a patient's id.
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/bulk',
  summary: 'Import patients from a CSV file',
  description: [
    'Answers an upload URL. PUT the file there: it is worked off by itself, a row as PUT of the ' +
      'patient with its `id` would be, and the same file again changes nothing. A faulty row is ' +
      'reported and leaves the others alone.',
    `The first row names the columns; \`id\`, \`firstName\`, \`lastNames\` and \`dateOfBirth\` are ` +
      'needed, the other fields of the patient form may be there. Names are matched without case, ' +
      `blanks and punctuation (\`Last Name\`, \`DOB\`, \`ZIP 2\`); several last names or ZIP codes ` +
      `stand in one cell, parted by \`;\`, or in several columns; columns of maiden, previous, ` +
      'former, prior, other, alternate and AKA names stand behind those of the last name, wherever ' +
      'they are in the file. A field without a column stays as it is on file; an empty cell says that ' +
      `there is none, but an empty flag says nothing. A flag is \`yes\` or \`no\`, or another common ` +
      'word for them.',
    fileRules,
    '`dryRun` does all of it, tells what would become of each row, and takes it back; a patient who ' +
      'stands in the file twice is judged each time against what is on file.',
  ].join('\n\n'),
  access: { scope: 'project', permission: 'ManagePatients' },
  example: exampleOf('patients'),
});

/** Makes a bulk import of record requests. */
export const createRecordRequestImportContract = defineContract({
  ...making,
  id: 'createRecordRequestImport',
  path: '/v0/companies/{companyId}/projects/{projectId}/record-requests/bulk',
  summary: 'Ask for records by a CSV file',
  description: [
    'Answers an upload URL, as the import of patients does. Each row asks one site about one ' +
      'patient of the project, as `createRecordRequests` would. What was asked of the site for the ' +
      'very same days, and was not canceled, is not asked again: the same file again changes nothing.',
    'The first row names the columns: `patientId` is needed; then `siteId`, or `siteName`, ' +
      '`siteAddressLine1`, `siteCity`, `siteState` and `siteZip` (`siteAddressLine2` may be there); ' +
      '`medicalRecord`, `billing` and `imaging`, `yes` or `no`; `startDateOfService` and ' +
      '`endDateOfService`. Names are matched without case, blanks and punctuation (`Facility`, `Date ' +
      'from`).',
    fileRules,
    '`dryRun` does all of it, tells what would become of each row, and takes it back.',
  ].join('\n\n'),
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  example: exampleOf('recordRequests'),
});

/** Reads a bulk import. */
export const getBulkImportContract = defineContract({
  id: 'getBulkImport',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/bulk-imports/{bulkImportId}',
  tag: 'Bulk imports',
  summary: 'Get a bulk import',
  description:
    'How far the import has come, a fresh upload URL while it waits for the file, the result once ' +
    'it is there. One of record requests needs `ViewRecordRequests`, too.',
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
    'The bulk imports of the project, oldest first, in pages. Those of record requests are shown to ' +
    'keys that may see record requests.',
  params: inProject,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of imports.',
      schema: z.object({ bulkImports: z.array(bulkImport), nextCursor }).meta({ id: 'BulkImportPage' }),
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
