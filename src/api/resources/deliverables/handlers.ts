import {
  deleteFile,
  renameDeliverable,
  browseDeliverables,
  getPlacedFile,
  listDeliverables,
  pollFile,
} from '../../../usecases/files/files';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { presentFile, presentProgress } from '../present-file';
import { downloadOf, presentFileResponse } from '../present-file-response';
import {
  browseDeliverablesContract,
  deleteDeliverableContract,
  getDeliverableContract,
  headDeliverableContract,
  listDeliverablesContract,
  renameDeliverableContract,
} from './contract';

/** The operations on deliverables. */
export const deliverableOperations = [
  operation(listDeliverablesContract, async ({ services, reading }, { params }) => {
    const files = await listDeliverables(reading, params);
    return reply(200, { body: { files: files.map(file => presentFile(services.files, file, reading.now)) } });
  }),

  operation(browseDeliverablesContract, async ({ services, reading }, { params, body }) => {
    const { files, total } = await browseDeliverables(reading, params, body);
    return reply(200, {
      body: { files: files.map(file => presentFile(services.files, file, reading.now)), total },
    });
  }),

  // HEAD comes first, because Koa would answer it with the GET of the same path.
  operation(headDeliverableContract, async ({ services, reading }, { params }) =>
    reply(200, { headers: presentProgress(await pollFile(services, reading, params, 'deliverables')) }),
  ),

  operation(getDeliverableContract, async ({ services, reading }, { params }) => {
    const file = await getPlacedFile(services, reading, params, 'deliverables');
    return reply(200, { body: presentFileResponse(downloadOf(services.files, file, reading.now)) });
  }),

  operation(renameDeliverableContract, ({ services, reading, change }, { params, body }) =>
    change(
      inner => renameDeliverable(inner, params, body.newFilename),
      file => reply(200, { body: presentFile(services.files, file, reading.now) }),
    ),
  ),

  operation(deleteDeliverableContract, ({ change }, { params }) =>
    change(
      inner => deleteFile(inner, params, 'deliverables'),
      () => reply(204, {}),
    ),
  ),
];
