import { z } from 'zod';
import { defineContract } from '../../pipeline/contract';
import { fileName, fileResponse } from '../../schemas/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';

const path =
  '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests/{recordRequestId}/{filename}';
const params = z.object({ companyId, projectId, patientId, recordRequestId, filename: fileName });
const exampleParams = {
  companyId: 'demo',
  projectId: 'demo-sandbox',
  patientId: 'case-4711',
  recordRequestId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
  filename: 'Invoice.pdf',
};
const uploadedBy = { kind: 'service', id: 'delivery-team', name: 'Support' };

/** Returns how much of an attachment can be downloaded. */
export const headAttachmentContract = defineContract({
  id: 'headAttachment',
  method: 'HEAD',
  path,
  tag: 'Attachments',
  summary: 'Check the progress of an attachment',
  description:
    'Returns the headers `x-progress` and `x-etag`, without a body. `x-progress` is the percentage of the ' +
    'file that you can download, 100 for all of it.',
  params,
  responses: { 200: { description: 'Progress and entity tag, in headers.', schema: null } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'attachment.poll', kind: 'read' },
  example: { params: exampleParams, response: { status: 200 } },
});

/** Gets one attachment. */
export const getAttachmentContract = defineContract({
  id: 'getAttachment',
  method: 'GET',
  path,
  tag: 'Attachments',
  summary: 'Get an attachment',
  description:
    'Returns a presigned download URL for a file stored directly on the record request, never an upload ' +
    'URL. Attachment names always have an extension, so they never equal another path of the request.',
  params,
  responses: { 200: { description: 'The file.', schema: fileResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'attachment.read', kind: 'read' },
  example: {
    params: exampleParams,
    response: {
      status: 200,
      body: {
        uploadUrl: null,
        uploadHeaders: {},
        expiresIn: 3600,
        downloadUrl: 'https://files.example.com/companies/…/attachments/…?X-Amz-Signature=…',
        extraction: null,
        verdicts: null,
        verdictCounts: null,
        embedToken: null,
        looseFiles: [],
        uploadedBy,
      },
    },
  },
});

/** Deletes an attachment. */
export const deleteAttachmentContract = defineContract({
  id: 'deleteAttachment',
  method: 'DELETE',
  path,
  tag: 'Attachments',
  summary: 'Delete an attachment',
  description:
    'Permanently deletes a file stored directly on the record request. Its content is removed within a ' +
    'minute.',
  params,
  responses: { 204: { description: 'The file is deleted.', schema: null } },
  problems: ['project.closed'],
  access: { scope: 'project', permission: 'DeleteFiles' },
  audit: { event: 'attachment.delete', kind: 'change' },
  example: { params: exampleParams, response: { status: 204 } },
});
