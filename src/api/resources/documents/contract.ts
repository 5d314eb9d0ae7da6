import { z } from 'zod';
import { defineContract } from '../../pipeline/contract';
import {
  fileInfo,
  fileList,
  fileName,
  fileResponse,
  newDocumentName,
  renameForm,
  documentPath,
} from '../../schemas/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';

const path =
  '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests/{recordRequestId}/documents';
const params = z.object({ companyId, projectId, patientId, recordRequestId });
const ofOne = params.extend({ filename: fileName });
const exampleParams = {
  companyId: 'demo',
  projectId: 'demo-sandbox',
  patientId: 'case-4711',
  recordRequestId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60',
};
const exampleOfOne = { ...exampleParams, filename: 'Cover Letter.pdf' };
const exampleUrl = 'https://files.example.com/companies/…/documents/…?X-Amz-Signature=…';
const uploadedBy = { kind: 'user', id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f62', name: 'Sam Rivers' };
const exampleFile = {
  url: exampleUrl,
  fileName: 'Cover Letter.pdf',
  key: 'companies/…/documents/01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f63',
  size: 18044,
  pages: null,
  lastModified: '2026-11-20T12:00:05.000Z',
  uploadedBy,
};
const exampleResponse = {
  uploadUrl: null,
  uploadHeaders: {},
  expiresIn: 3600,
  downloadUrl: exampleUrl,
  extraction: null,
  verdicts: null,
  verdictCounts: null,
  embedToken: null,
  looseFiles: [],
};

/** Lists documents. */
export const listDocumentsContract = defineContract({
  id: 'listDocuments',
  method: 'GET',
  path,
  tag: 'Documents',
  summary: 'List documents',
  description:
    'Returns the documents of the record request, sorted by name. A document appears once it has been ' +
    'uploaded.',
  params,
  responses: { 200: { description: 'The files. Empty if there are none.', schema: fileList } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'document.list', kind: 'read' },
  example: { params: exampleParams, response: { status: 200, body: { files: [exampleFile] } } },
});

/** Returns how much of a document can be downloaded. */
export const headDocumentContract = defineContract({
  id: 'headDocument',
  method: 'HEAD',
  path: `${path}/{filename}`,
  tag: 'Documents',
  summary: 'Check the progress of a document',
  description:
    'Returns the headers `x-progress` and `x-etag`, without a body. `x-progress` is the percentage of the ' +
    'document that you can download: 0 after you get an upload URL, 100 once it has been uploaded. ' +
    '`x-etag` is absent until then.',
  params: ofOne,
  responses: { 200: { description: 'Progress and entity tag, in headers.', schema: null } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'document.poll', kind: 'read' },
  example: { params: exampleOfOne, response: { status: 200 } },
});

/** Gets one document. */
export const getDocumentContract = defineContract({
  id: 'getDocument',
  method: 'GET',
  path: `${path}/{filename}`,
  tag: 'Documents',
  summary: 'Get a document',
  description:
    'Returns a presigned download URL, never an upload URL. `downloadUrl` is `null` until the document has ' +
    'been uploaded.',
  params: ofOne,
  responses: { 200: { description: 'The document.', schema: fileResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'document.read', kind: 'read' },
  example: { params: exampleOfOne, response: { status: 200, body: { ...exampleResponse, uploadedBy } } },
});

/** Returns an upload URL for a document. */
export const offerDocumentUploadContract = defineContract({
  id: 'offerDocumentUpload',
  method: 'PUT',
  path: `${path}/{filename}`,
  tag: 'Documents',
  summary: 'Get an upload URL for a document',
  description:
    'Returns an upload URL for the document with this name. PUT the raw bytes to it, at most 5 GB, ' +
    'without an Authorization header. A later upload replaces the document. This request has no body.',
  params: params.extend({ filename: newDocumentName }),
  responses: { 200: { description: 'The upload URL.', schema: fileResponse } },
  problems: ['project.closed', 'file.tooMany'],
  access: { scope: 'project', permission: 'UploadProviderPacket' },
  audit: { event: 'document.offerUpload', kind: 'change' },
  example: {
    params: exampleOfOne,
    response: {
      status: 200,
      body: { ...exampleResponse, uploadUrl: exampleUrl, expiresIn: 900, downloadUrl: null },
    },
  },
});

/** Renames a document. */
export const renameDocumentContract = defineContract({
  id: 'renameDocument',
  method: 'PATCH',
  path: `${path}/{filename}`,
  spans: 'filename',
  tag: 'Documents',
  summary: 'Rename a document',
  description:
    'Changes the name of the document. The `key` stays. The path is either the listed name or the stored ' +
    'path (the part of `key` after `/documents/`). Every other operation uses the new name from then on.',
  params: params.extend({ filename: documentPath }),
  body: renameForm,
  hasNo422: true,
  responses: { 200: { description: 'The renamed document.', schema: fileInfo } },
  problems: ['project.closed', 'file.nameNotAllowed'],
  access: { scope: 'project', permission: 'UploadProviderPacket' },
  audit: { event: 'document.rename', kind: 'change' },
  example: {
    params: exampleOfOne,
    body: { newFilename: 'Letter to the site.pdf' },
    response: { status: 200, body: { ...exampleFile, fileName: 'Letter to the site.pdf' } },
  },
});

/** Deletes a document. */
export const deleteDocumentContract = defineContract({
  id: 'deleteDocument',
  method: 'DELETE',
  path: `${path}/{filename}`,
  tag: 'Documents',
  summary: 'Delete a document',
  description:
    'Permanently deletes the document, or cancels its upload. Its content is removed within a minute. If ' +
    'someone uploads with an earlier URL afterwards, that file is removed, too.',
  params: ofOne,
  responses: { 204: { description: 'The document is deleted.', schema: null } },
  problems: ['project.closed'],
  access: { scope: 'project', permission: 'DeleteFiles' },
  audit: { event: 'document.delete', kind: 'change' },
  example: { params: exampleOfOne, response: { status: 204 } },
});
