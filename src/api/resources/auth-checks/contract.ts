import { z } from 'zod';
import { checkedDocumentsMax, documentBytesMax, documentPagesMax } from '../../../domain/auth-checks/limits';
import { authCheckForm } from '../../../forms/auth-check-form';
import { defineContract } from '../../pipeline/contract';
import { fileResponse } from '../../shapes/file';
import { checkedDocumentName } from '../../shapes/checked-document-name';

const path = '/v0/auth-check/{filename}';
const params = z.object({ filename: checkedDocumentName });
const access = { scope: 'caller', permission: 'UseAuthCheck' } as const;
const exampleParams = { filename: 'Authorization Doe.pdf' };
const exampleForm = {
  firstName: 'Jane',
  lastName: 'Doe',
  dateOfBirth: '1984-02-29',
  referenceId: 'claim-118',
};
const exampleToken = 'AQEx8mRzY0c…';
const exampleUrl = 'https://files.example.com/companies/…/auth-checks/….pdf?X-Amz-Signature=…';
const exampleResponse = {
  uploadUrl: exampleUrl,
  uploadHeaders: {},
  expiresIn: 900,
  downloadUrl: null,
  extraction: null,
  verdicts: null,
  verdictCounts: null,
  embedToken: null,
  looseFiles: [],
};

/** Reads a document outside of any patient, and its analysis. */
export const getAuthCheckContract = defineContract({
  id: 'getAuthCheck',
  method: 'GET',
  path,
  tag: 'Auth-check',
  summary: 'Get a document and its analysis',
  description:
    'The document of this name of the user of the key, and its analysis, compared with the patient ' +
    'in the token. `verdicts` is null while the analysis runs, and where nothing was uploaded. A ' +
    'token that is missing, of another document, altered or past its hour is answered 401. ' +
    '`datesOfService` and `purposeAlignment` never run outside of a project. The upload URL is ' +
    'there for older clients; PUT gives one as well.',
  params,
  query: z.object({
    token: z
      .string()
      .optional()
      .meta({
        description:
          'Required: an embed token that was minted for this very document. Without one it is 401.',
      }),
  }),
  responses: { 200: { description: 'The document and its analysis.', schema: fileResponse } },
  problems: ['embed.tokenInvalid'],
  access,
  audit: { event: 'authCheck.get', kind: 'read' },
  example: {
    params: exampleParams,
    query: { token: exampleToken },
    response: { status: 200, body: { ...exampleResponse, downloadUrl: exampleUrl } },
  },
});

/** Offers the upload of a document outside of any patient. */
export const offerAuthCheckUploadContract = defineContract({
  id: 'offerAuthCheckUpload',
  method: 'PUT',
  path,
  tag: 'Auth-check',
  summary: 'Get an upload URL for a document outside of any patient',
  description:
    'Mints an upload URL under a name of your own: PUT the raw bytes of a PDF to it, without an ' +
    'Authorization header. The analysis begins by itself when the upload is noticed. Documents of up ' +
    `to ${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} pages are analysed. With a ` +
    `body, the patient is kept with the upload to come, and the answer carries an \`embedToken\`. A ` +
    `user has at most ${checkedDocumentsMax.toLocaleString('en-US')} documents in an environment; a ` +
    'name that was used before is no other one, and what is uploaded takes the place of what lies ' +
    'there. Another user of the company may use the same name for a document of their own.',
  params,
  body: authCheckForm.optional(),
  hasNo422: true,
  responses: { 200: { description: 'The upload URL.', schema: fileResponse } },
  problems: ['authCheck.tooManyDocuments'],
  access,
  audit: { event: 'authCheck.offerUpload', kind: 'change' },
  example: {
    params: exampleParams,
    body: exampleForm,
    response: { status: 200, body: { ...exampleResponse, embedToken: exampleToken } },
  },
});

/** Mints an embed token of a document outside of any patient. */
export const mintAuthCheckTokenContract = defineContract({
  id: 'mintAuthCheckToken',
  method: 'POST',
  path: `${path}/embed-token`,
  tag: 'Auth-check',
  summary: 'Mint an embed token for a document outside of any patient',
  description:
    'A token of the document of this name, good for an hour: for GET, for ' +
    '`/ui/auth-check/embed?token=…` and for `/ui/auth-check/embed/badge?token=…`. The document is ' +
    'compared with the patient of the token. The patient is kept with the latest submission, and ' +
    'the `referenceId` as its description says. It may be minted before the upload has come.',
  params,
  body: authCheckForm,
  hasNo422: true,
  responses: {
    200: {
      description: 'The token.',
      schema: z.object({ token: z.string() }).meta({ id: 'AuthCheckToken' }),
    },
  },
  problems: ['authCheck.tooManyDocuments'],
  access,
  audit: { event: 'authCheck.mintToken', kind: 'change' },
  example: {
    params: exampleParams,
    body: exampleForm,
    response: { status: 200, body: { token: exampleToken } },
  },
});

/** Has a document outside of any patient analysed anew. */
export const retriggerAuthCheckContract = defineContract({
  id: 'retriggerAuthCheck',
  method: 'POST',
  path: `${path}/retrigger`,
  tag: 'Auth-check',
  summary: 'Analyse a document outside of any patient anew',
  description:
    'Discards the analysis of the document and queues a new one. Until that is done, GET shows ' +
    '`verdicts` null. The document must have been uploaded; else it is 400.',
  params,
  responses: { 204: { description: 'The new analysis is queued.', schema: null } },
  problems: ['authCheck.nothingUploaded'],
  access,
  audit: { event: 'authCheck.retrigger', kind: 'change' },
  example: { params: exampleParams, response: { status: 204 } },
});
