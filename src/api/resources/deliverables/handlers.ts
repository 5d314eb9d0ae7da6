import { getFile, listFiles, pollFile } from '../../../usecases/record-requests/record-requests';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { presentFileResponse } from '../present-file-response';
import { getDeliverableContract, headDeliverableContract, listDeliverablesContract } from './contract';
import { presentFile } from './present';

/** The operations on deliverables. */
export const deliverableOperations = [
  operation(listDeliverablesContract, async ({ services, reading }, { params }) => {
    const files = await listFiles(reading, params, 'deliverables');
    return reply(200, { body: { files: files.map(file => presentFile(services.files, file, reading.now)) } });
  }),

  // Koa would answer HEAD by the GET of the same path; HEAD is listed first, so that it has a handler of its
  // own.
  operation(headDeliverableContract, async ({ services, reading }, { params }) => {
    const { percent, etag } = await pollFile(services, reading, params, 'deliverables', params.filename);
    return reply(200, { headers: { 'x-progress': String(percent), 'x-etag': etag } });
  }),

  operation(getDeliverableContract, async ({ services, reading }, { params }) => {
    const file = await getFile(reading, params, 'deliverables', params.filename);
    const download = services.files.presignDownload(file.storageKey, file.fileName, reading.now);
    return reply(200, { body: presentFileResponse({ download, uploadedBy: file.uploadedBy }) });
  }),
];
