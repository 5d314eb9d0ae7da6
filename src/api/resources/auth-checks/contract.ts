import { z } from 'zod';
import { checkedDocumentsMax, documentBytesMax, documentPagesMax } from '../../../domain/auth-checks/limits';
import { authCheckForm } from '../../../forms/auth-check-form';
import { defineContract } from '../../pipeline/contract';
import { embedToken } from '../../schemas/embed-token';
import { fileResponse } from '../../schemas/file';
import { checkedDocumentName } from '../../schemas/checked-document-name';

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

/** Returns a standalone document and its analysis. */
export const getAuthCheckContract = defineContract({
  id: 'getAuthCheck',
  method: 'GET',
  path,
  tag: 'Auth-check',
  summary: 'Get an auth-check',
  description:
    'Returns the document with this name and its analysis, compared with the patient in the token. Poll ' +
    '`verdicts`, which is `null` while the analysis runs, and if nothing has been uploaded. A token that ' +
    'is missing, altered, expired, or for another document returns 401. `datesOfService` and ' +
    '`purposeAlignment` never run on a standalone document. `uploadUrl` is here only for older clients; ' +
    'use PUT to get one.',
  params,
  query: z.object({
    token: z
      .string()
      .optional()
      .meta({ description: 'Required. An embed token that was created for this document; otherwise 401.' }),
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

/** Returns an upload URL for a standalone document. */
export const offerAuthCheckUploadContract = defineContract({
  id: 'offerAuthCheckUpload',
  method: 'PUT',
  path,
  tag: 'Auth-check',
  summary: 'Get an upload URL for an auth-check',
  description:
    'Returns an upload URL for a document with a name you choose. PUT the raw bytes of a PDF to it, ' +
    'without an Authorization header. The analysis starts automatically after the upload. Documents of up ' +
    `to ${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} pages are analyzed. If you send a ` +
    'body, the patient is stored with the next upload, and the answer has an `embedToken`. Names belong ' +
    'to the user: a colleague can use the same name for a different document. Uploading to a name again ' +
    `replaces the document. A user can have up to ${checkedDocumentsMax.toLocaleString('en-US')} ` +
    'documents in each environment.',
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

/** Creates an embed token for a standalone document. */
export const mintAuthCheckTokenContract = defineContract({
  id: 'mintAuthCheckToken',
  method: 'POST',
  path: `${path}/embed-token`,
  tag: 'Auth-check',
  summary: 'Create an embed token for an auth-check',
  description:
    'Returns a token for the document with this name, valid for one hour. Use it to get the auth-check ' +
    'and to open `/ui/auth-check/embed?token=…` or `/ui/auth-check/embed/badge?token=…`. The document ' +
    'is compared with the patient you send, who is stored with the latest submission. You can create the ' +
    'token before the upload.',
  params,
  body: authCheckForm,
  hasNo422: true,
  responses: {
    200: {
      description: 'The token.',
      schema: embedToken.meta({ id: 'AuthCheckToken', description: 'A new embed token.' }),
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

/** Analyzes a standalone document again. */
export const retriggerAuthCheckContract = defineContract({
  id: 'retriggerAuthCheck',
  method: 'POST',
  path: `${path}/retrigger`,
  tag: 'Auth-check',
  summary: 'Run an auth-check again',
  description:
    'Discards the current analysis and queues a new one. Until it is done, `verdicts` is `null`. Returns ' +
    '400 if the document has not been uploaded.',
  params,
  responses: { 204: { description: 'The new analysis is queued.', schema: null } },
  problems: ['authCheck.nothingUploaded'],
  access,
  audit: { event: 'authCheck.retrigger', kind: 'change' },
  example: { params: exampleParams, response: { status: 204 } },
});
