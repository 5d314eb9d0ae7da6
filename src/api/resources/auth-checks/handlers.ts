import { contextOf } from '../../../forms/auth-check-form';
import { actorOf } from '../../../usecases/change';
import {
  getRetriggered,
  getStatedDocument,
  lookForCheckedUpload,
  mintCheckedToken,
  offerCheckedFile,
  offerCheckedUpload,
  readCheckedDocument,
  restateCheckedDocument,
  retriggerCheckedDocument,
} from '../../../usecases/auth-checks/checked-documents';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import { presentFileResponse } from '../present-file-response';
import {
  getAuthCheckContract,
  mintAuthCheckTokenContract,
  offerAuthCheckUploadContract,
  retriggerAuthCheckContract,
} from './contract';

/** The operations on standalone auth-checks. */
export const authCheckOperations = [
  operation(getAuthCheckContract, async ({ services, principal, reading }, { params, query }) => {
    const { authCheckTokens, clock, files } = services;
    const claims = authCheckTokens.open(query.token ?? '', clock.now());
    const { document, analysis } = await readCheckedDocument(services, reading, params.filename, claims);
    const uploadedBy = document.etag === null ? null : actorOf(principal);
    const urls = offerCheckedFile(files, document, clock.now());
    const body = presentFileResponse({ ...urls, analysis, uploadedBy });
    return reply(200, { body });
  }),

  operation(offerAuthCheckUploadContract, ({ services, change }, { params, body }) => {
    const stated = body === undefined ? undefined : contextOf(body);
    return change(
      inner => offerCheckedUpload(inner, params.filename, stated),
      document => {
        const at = services.clock.now();
        const { upload } = offerCheckedFile(services.files, document, at);
        const embedToken = stated && mintCheckedToken(services.authCheckTokens, document, stated, at);
        return reply(200, { body: presentFileResponse({ upload, embedToken }) });
      },
    );
  }),

  makingOperation(mintAuthCheckTokenContract, {
    make: (change, { params, body }) => restateCheckedDocument(change, params.filename, contextOf(body)),
    uidsOf: ({ document }) => [document.uid],
    find: (reading, [uid]) => getStatedDocument(reading, uid),
    show:
      ({ services }) =>
      ({ document, patient }) => {
        const token = mintCheckedToken(services.authCheckTokens, document, patient, services.clock.now());
        return reply(200, { body: { token } });
      },
  }),

  makingOperation(retriggerAuthCheckContract, {
    before: ({ services, principal }, { params }) =>
      lookForCheckedUpload(services, principal, params.filename),
    make: (change, { params }) => retriggerCheckedDocument(change, params.filename),
    uidsOf: ({ uid }) => [uid],
    find: (reading, [uid]) => getRetriggered(reading, uid),
    show: () => () => reply(204, {}),
  }),
];
