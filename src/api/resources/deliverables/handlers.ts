import { getFile, getRecordRequest, listFiles } from '../../../usecases/record-requests/get-record-request';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { getDeliverableContract, headDeliverableContract, listDeliverablesContract } from './contract';
import { presentFile } from './present';

function resourceOf(request: { readonly uid: string; readonly companyUid: string }) {
  return { kind: 'recordRequest', uid: request.uid, companyUid: request.companyUid };
}

/** The operations on deliverables. */
export const deliverableOperations = [
  operation(listDeliverablesContract, async ({ services, project, readResource }, { params }) => {
    const request = await getRecordRequest(services.db, project, params);
    readResource(resourceOf(request));
    const at = services.clock.now();
    const files = await listFiles(services.db, request, 'deliverables');
    return reply(200, { body: { files: files.map(file => presentFile(services.files, file, at)) } });
  }),

  // Koa answers HEAD by any GET of the same path; the list of operations names HEAD first, so that it is its own.
  operation(headDeliverableContract, async ({ services, project, readResource }, { params }) => {
    const request = await getRecordRequest(services.db, project, params);
    readResource(resourceOf(request));
    const file = await getFile(services.db, request, 'deliverables', params.filename);
    return reply(200, { headers: { 'x-progress': '100', 'x-etag': file.etag } });
  }),

  operation(getDeliverableContract, async ({ services, project, readResource }, { params }) => {
    const request = await getRecordRequest(services.db, project, params);
    readResource(resourceOf(request));
    const file = await getFile(services.db, request, 'deliverables', params.filename);
    const download = services.files.presignDownload(file.storageKey, file.fileName, services.clock.now());
    return reply(200, {
      body: {
        uploadUrl: null,
        uploadHeaders: {},
        expiresIn: download.expiresInSeconds,
        downloadUrl: download.url,
        extraction: null,
        verdicts: null,
        verdictCounts: null,
        embedToken: null,
        looseFiles: [],
        ...(file.uploadedBy === null ? {} : { uploadedBy: file.uploadedBy }),
      },
    });
  }),
];
