import { z } from 'zod';
import { defineContract } from '../../pipeline/contract';
import { fileInfo, fileList, fileName, fileResponse, renameForm, deliverablePath } from '../../shapes/file';
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
    'All returned files as one flat tree sorted by name. What a site returned when it was asked ' +
    'again stands in `Latest return`, what it returned before in `Earlier return`; what was asked ' +
    'for in several parts stands in `Chart Documents`.',
  params,
  responses: { 200: { description: 'The files; empty when there are none.', schema: fileList } },
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
  description: 'A presigned download URL of the file; `filename` is the listed unique name.',
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

/** Tells how far a deliverable is. */
export const headDeliverableContract = defineContract({
  id: 'headDeliverable',
  method: 'HEAD',
  path: `${path}/{filename}`,
  tag: 'Deliverables',
  summary: 'Poll a deliverable',
  description:
    'The headers `x-progress` and `x-etag`, without a body; poll before a large download. ' +
    '`x-progress` is how much of the file can be downloaded: 100 once all of it can, which is so ' +
    'from the moment that it is listed.',
  params: params.extend({ filename: fileName }),
  responses: { 200: { description: 'Progress and entity tag in the headers.', schema: null } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.poll', kind: 'read' },
  example: { params: { ...exampleParams, filename: 'Medical Record.pdf' }, response: { status: 200 } },
});

const browseTakeMax = 1_000;

/** Lists part of the deliverables. */
export const browseDeliverablesContract = defineContract({
  id: 'browseDeliverables',
  method: 'POST',
  path: `${path}/browse`,
  tag: 'Deliverables',
  summary: 'Browse deliverables',
  description:
    'The listing, narrowed and in pages: the deliverables whose name or folder holds a text, sorted ' +
    'by name, and how many there are.',
  params,
  body: z
    .object({
      search: text({ max: 255 })
        .optional()
        .meta({
          description: 'Part of a name or a folder, in capitals or not; omitted, every file matches.',
        }),
      take: z
        .int()
        .min(0)
        .max(browseTakeMax)
        .optional()
        .meta({ description: `Page size, at most ${browseTakeMax}; omitted, every match.` }),
      skip: z
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .meta({ description: 'Files to skip; omitted, it begins at the first.' }),
    })
    .meta({ id: 'DeliverableBrowseRequest' }),
  responses: {
    200: {
      description: 'The page.',
      schema: z
        .object({
          files: z.array(fileInfo),
          total: z.int().meta({ description: 'How many deliverables match, whatever the page.' }),
        })
        .meta({ id: 'DeliverableBrowseResponse' }),
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
    'Gives the file another name, which is its address in the listing from then on; its folder and ' +
    'its `key` stay. Addressed by the STORED path, which the old name and the new one have in ' +
    'common, so that a repeat does no harm. It answers the file as it is listed.',
  params: params.extend({ filename: deliverablePath }),
  body: renameForm,
  responses: { 200: { description: 'The file as it is listed now.', schema: fileInfo } },
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
    'Deletes the file for good. Its bytes are gone within a minute, and a download URL that was ' +
    'given out before leads nowhere then.',
  params: params.extend({ filename: fileName }),
  responses: { 204: { description: 'The file is deleted.', schema: null } },
  problems: ['project.closed'],
  access: { scope: 'project', permission: 'DeleteFiles' },
  audit: { event: 'deliverable.delete', kind: 'change' },
  example: { params: { ...exampleParams, filename: 'Medical Record.pdf' }, response: { status: 204 } },
});
