import { z } from 'zod';
import { defineContract } from '../../pipeline/contract';
import { fileInfo, fileName, fileResponse } from '../../shapes/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';

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

/** Lists deliverables. */
export const listDeliverablesContract = defineContract({
  id: 'listDeliverables',
  method: 'GET',
  path,
  tag: 'Deliverables',
  summary: 'List deliverables',
  description: 'All returned files as one flat tree sorted by name.',
  params,
  responses: {
    200: {
      description: 'The files; empty when there are none.',
      schema: z.object({ files: z.array(fileInfo) }).meta({ id: 'FileList' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.list', kind: 'read' },
  example: {
    params: exampleParams,
    response: {
      status: 200,
      body: {
        files: [
          {
            url: exampleUrl,
            fileName: 'Medical Record.pdf',
            key: 'companies/…/deliverables/Medical Record.pdf',
            size: 48211,
            lastModified: '2026-11-20T12:00:05.000Z',
            uploadedBy: {
              kind: 'facility',
              id: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
              name: 'Harbor General Hospital',
            },
          },
        ],
      },
    },
  },
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
    'The headers `x-progress` and `x-etag`, without a body; poll before a large download. `x-progress` is how much of the file can be downloaded: 100 once all of it can, which is so from the moment that it is listed.',
  params: params.extend({ filename: fileName }),
  responses: { 200: { description: 'Progress and entity tag in the headers.', schema: null } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'deliverable.poll', kind: 'read' },
  example: { params: { ...exampleParams, filename: 'Medical Record.pdf' }, response: { status: 200 } },
});
