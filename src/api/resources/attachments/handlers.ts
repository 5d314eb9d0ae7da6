import { deleteFile, getPlacedFile, pollFile } from '../../../usecases/files/files';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { presentProgress } from '../present-file';
import { downloadOf, presentFileResponse } from '../present-file-response';
import { deleteAttachmentContract, getAttachmentContract, headAttachmentContract } from './contract';

/** The operations on files stored directly on a record request. */
export const attachmentOperations = [
  // HEAD comes before GET, which would answer it.
  operation(headAttachmentContract, async ({ services, reading }, { params }) =>
    reply(200, { headers: presentProgress(await pollFile(services, reading, params, 'attachments')) }),
  ),

  operation(getAttachmentContract, async ({ services, reading }, { params }) => {
    const file = await getPlacedFile(services, reading, params, 'attachments');
    return reply(200, { body: presentFileResponse(downloadOf(services.files, file, reading.now)) });
  }),

  operation(deleteAttachmentContract, ({ change }, { params }) =>
    change(
      inner => deleteFile(inner, params, 'attachments'),
      () => reply(204, {}),
    ),
  ),
];
