import { z } from 'zod';
import { defineContract } from '../../pipeline/contract';
import { fileInfo, fileList, fileName, fileResponse, renameForm, deliverablePath } from '../../schemas/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { text } from '../../../forms/text';

const path =
  '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests/{recordRequestId}/deliverables';
const params = z.object({ companyId, projectId, patientId, recordRequestId });
const exampleParams = {
  companyId: 'demo',
  projectId: 'demo-sandbox',
  patientId: 'case-4711',
  recordRequestId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
};
const exampleUrl = 'https://files.example.com/Medical%20Record.pdf?X-Amz-Signature=…';
const exampleFile = {
  url: exampleUrl,
  fileName: 'Medical Record.pdf',
  key: 'companies/…/deliverables/1/1',
  size: 48211,
  pages: 12,
  lastModified: '2026-11-20T12:00:05.000Z',
  uploadedBy: {
    kind: 'facility',
    id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
    name: 'Harbor General Hospital',
  },
};

/** Lists deliverables. */
export const listDeliverablesContract = defineContract({
  id: 'listDeliverables',
  method: 'GET',
  path,
  tag: 'Deliverables',
  summary: 'List deliverables',
  description:
    'Returns every file that the facility sent, sorted by name, as one flat list. `folder` groups them ' +
    'for display: files of a repeated request are in `Latest return` and `Earlier return`, and files of a ' +
    'request that was sent in several parts are together in `Chart Documents`.',
  params,
  responses: { 200: { description: 'The files. Empty if there are none.', schema: fileList } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.list', kind: 'read' },
  example: { params: exampleParams, response: { status: 200, body: { files: [exampleFile] } } },
});

/** Gets one deliverable. */
export const getDeliverableContract = defineContract({
  id: 'getDeliverable',
  method: 'GET',
  path: `${path}/{filename}`,
  tag: 'Deliverables',
  summary: 'Get a deliverable',
  description: 'Returns a presigned download URL. `filename` is the `fileName` in the list of deliverables.',
  params: params.extend({ filename: fileName }),
  responses: { 200: { description: 'The file.', schema: fileResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.read', kind: 'read' },
  example: {
    params: { ...exampleParams, filename: 'Medical Record.pdf' },
    response: {
      status: 200,
      body: {
        uploadUrl: null,
        uploadHeaders: {},
        expiresIn: 3600,
        downloadUrl: exampleUrl,
        extraction: null,
        verdicts: null,
        verdictCounts: null,
        embedToken: null,
        looseFiles: [],
      },
    },
  },
});

/** Returns how much of a deliverable can be downloaded. */
export const headDeliverableContract = defineContract({
  id: 'headDeliverable',
  method: 'HEAD',
  path: `${path}/{filename}`,
  tag: 'Deliverables',
  summary: 'Check the progress of a deliverable',
  description:
    'Returns the headers `x-progress` and `x-etag`, without a body. Poll it before a large download. ' +
    '`x-progress` is the percentage of the file that you can download. It is 100 as soon as the file is ' +
    'listed.',
  params: params.extend({ filename: fileName }),
  responses: { 200: { description: 'Progress and entity tag, in headers.', schema: null } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.poll', kind: 'read' },
  example: { params: { ...exampleParams, filename: 'Medical Record.pdf' }, response: { status: 200 } },
});

const browseTakeMax = 1_000;

/** Searches and pages the deliverables. */
export const browseDeliverablesContract = defineContract({
  id: 'browseDeliverables',
  method: 'POST',
  path: `${path}/browse`,
  tag: 'Deliverables',
  summary: 'Browse deliverables',
  description: 'Returns the deliverables whose name or folder contains a text, sorted by name, in pages.',
  params,
  body: z
    .object({
      search: text({ max: 255 })
        .optional()
        .meta({
          description: "Part of a file name or folder. Case doesn't matter. Without it, every file matches.",
        }),
      take: z
        .int()
        .min(0)
        .max(browseTakeMax)
        .optional()
        .meta({
          description:
            `Page size, at most ${browseTakeMax.toLocaleString('en-US')}. Without it, every match is ` +
            'returned.',
        }),
      skip: z
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .meta({ description: 'Number of files to skip. Without it, the answer starts at the first one.' }),
    })
    .meta({ id: 'DeliverableBrowseRequest', description: 'Which deliverables to return.' }),
  isBodyOptional: true,
  hasNo422: true,
  responses: {
    200: {
      description: 'A page of deliverables.',
      schema: z
        .object({
          files: z.array(fileInfo).meta({ description: 'The files on this page.' }),
          total: z.int().meta({ description: 'Number of deliverables that match, on all pages.' }),
        })
        .meta({ id: 'DeliverableBrowseResponse', description: 'A page of deliverables.' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.browse', kind: 'read' },
  example: {
    params: exampleParams,
    body: { search: 'record', take: 50, skip: 0 },
    response: { status: 200, body: { files: [exampleFile], total: 1 } },
  },
});

/** Renames a deliverable. */
export const renameDeliverableContract = defineContract({
  id: 'renameDeliverable',
  method: 'PATCH',
  path: `${path}/{filename}`,
  spans: 'filename',
  tag: 'Deliverables',
  summary: 'Rename a deliverable',
  description:
    'Changes the name of the file. The folder and the `key` stay. The path of this operation is the ' +
    "STORED path, which a rename doesn't change, so you can safely repeat the request. Every other " +
    'operation uses the new name from then on.',
  params: params.extend({ filename: deliverablePath }),
  body: renameForm,
  hasNo422: true,
  responses: { 200: { description: 'The renamed file.', schema: fileInfo } },
  problems: ['project.closed', 'file.nameNotAllowed'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'deliverable.rename', kind: 'change' },
  example: {
    params: { ...exampleParams, filename: '1/1' },
    body: { newFilename: 'Chart 2019-2024.pdf' },
    response: { status: 200, body: { ...exampleFile, fileName: 'Chart 2019-2024.pdf' } },
  },
});

/** Deletes a deliverable. */
export const deleteDeliverableContract = defineContract({
  id: 'deleteDeliverable',
  method: 'DELETE',
  path: `${path}/{filename}`,
  tag: 'Deliverables',
  summary: 'Delete a deliverable',
  description:
    'Permanently deletes the file. Its content is removed within a minute. Download URLs you already have ' +
    'stop working then.',
  params: params.extend({ filename: fileName }),
  responses: { 204: { description: 'The file is deleted.', schema: null } },
  problems: ['project.closed'],
  access: { scope: 'project', permission: 'DeleteFiles' },
  audit: { event: 'deliverable.delete', kind: 'change' },
  example: { params: { ...exampleParams, filename: 'Medical Record.pdf' }, response: { status: 204 } },
});
