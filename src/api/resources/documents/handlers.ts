import {
  deleteFile,
  renameDocument,
  getPlacedFile,
  listDocuments,
  pollFile,
} from '../../../usecases/files/files';
import { offerDocumentUpload } from '../../../usecases/files/document-uploads';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import { presentFile, presentProgress } from '../present-file';
import { downloadOf, presentFileResponse } from '../present-file-response';
import {
  deleteDocumentContract,
  getDocumentContract,
  headDocumentContract,
  listDocumentsContract,
  offerDocumentUploadContract,
  renameDocumentContract,
} from './contract';

/** The operations on documents. */
export const documentOperations = [
  operation(listDocumentsContract, async ({ services, reading }, { params }) => {
    const files = await listDocuments(services, reading, params);
    return reply(200, { body: { files: files.map(file => presentFile(services.files, file, reading.now)) } });
  }),

  // HEAD comes before GET, which would answer it.
  operation(headDocumentContract, async ({ services, reading }, { params }) =>
    reply(200, { headers: presentProgress(await pollFile(services, reading, params, 'documents')) }),
  ),

  operation(getDocumentContract, async ({ services, reading }, { params }) => {
    const file = await getPlacedFile(services, reading, params, 'documents');
    return reply(200, { body: presentFileResponse(downloadOf(services.files, file, reading.now)) });
  }),

  operation(offerDocumentUploadContract, ({ services, reading, change }, { params }) =>
    change(
      inner => offerDocumentUpload(inner, params),
      ({ storageKey }) =>
        reply(200, {
          body: presentFileResponse({ upload: services.files.presignUpload(storageKey, reading.now) }),
        }),
    ),
  ),

  operation(renameDocumentContract, ({ services, reading, change }, { params, body }) =>
    change(
      inner => renameDocument(inner, params, body.newFilename),
      file => reply(200, { body: presentFile(services.files, file, reading.now) }),
    ),
  ),

  operation(deleteDocumentContract, ({ change }, { params }) =>
    change(
      inner => deleteFile(inner, params, 'documents'),
      () => reply(204, {}),
    ),
  ),
];
