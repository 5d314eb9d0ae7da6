import { z } from 'zod';
import { documentBytesMax, documentPagesMax } from '../../../domain/auth-checks/limits';
import { formFacilitiesMax, formLanguages } from '../../../domain/authorizations/authorization-form';
import { refusalReasons } from '../../../domain/authorizations/refusal-reason';
import { refusals } from '../../../domain/auth-checks/extraction';
import { searchReasons, type SearchReason, type SearchState } from '../../../domain/searches/search-progress';
import { supportingKinds, supportingMax } from '../../../domain/supporting-documents/supporting-document';
import { defineContract } from '../../pipeline/contract';
import { revocationForm } from '../../../forms/revocation-form';
import { patientEdit, patientForm, searchLevelForm } from '../../../forms/patient-form';
import { companyId, patientId, projectId } from '../../../forms/ids';
import { fileResponse } from '../../schemas/file';
import { nextCursor, pageQuery } from '../../schemas/page';
import { searchProgress } from '../../schemas/progress';
import { authorizationStatus, patient, searchStatus } from '../../schemas/patient';

const uploadOffer = z
  .object({
    uploadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'Presigned URL: PUT the raw PDF bytes here, exactly as issued and without an Authorization ' +
          'header. `null` without the permission `ManagePatients`, and in a closed project.',
      }),
    uploadHeaders: z
      .record(z.string(), z.string())
      .meta({ description: 'Headers to send with the upload. Always empty.' }),
    expiresIn: z.number().int().meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'AuthorizationUpload', description: 'Where to upload the signed authorization.' });

const supportingDocuments = z
  .object({
    uploadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'Presigned URL: PUT the raw PDF bytes of another document here. Each answer has a different ' +
          `URL. A patient can have up to ${supportingMax} documents of up to ` +
          `${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} pages. \`null\` if the patient ` +
          `already has ${supportingMax}, without the permission \`ManagePatients\`, and in a closed ` +
          'project.',
      }),
    expiresIn: z.number().int().meta({ description: 'Seconds these URLs stay valid. 0 if there are none.' }),
    documents: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name we give it, such as `supporting-document-1.pdf`.' }),
          kind: z
            .enum(supportingKinds)
            .nullable()
            .meta({
              description:
                'What the document is. `null` until it has been read, and if it is none of these kinds.',
            }),
          isRead: z
            .boolean()
            .meta({ description: 'Whether we have read it, which takes seconds after the upload.' }),
          refusal: z
            .enum(refusals)
            .nullable()
            .meta({ description: "Why we can't read it. `null` if we can, or haven't yet." }),
          uploadUrl: z
            .string()
            .nullable()
            .meta({
              description:
                'Presigned URL: PUT another PDF here to replace this one. `null` without the permission ' +
                '`ManagePatients`, and in a closed project.',
            }),
        }),
      )
      .meta({ description: 'The documents uploaded so far, in that order.' }),
  })
  .meta({
    id: 'SupportingDocuments',
    description:
      'Documents that support the authorization: a power of attorney, guardianship order, letters of an ' +
      'estate, or death certificate. The verdicts `capability` and `documentValidity` depend on them.',
  });

const blockedReason = (search: string): string =>
  `What blocks ${search}, if it was requested and something does; otherwise \`null\`.`;

const patientResponse = z
  .object({
    patient,
    authorization: uploadOffer,
    hipaaAuthorization: uploadOffer.meta({
      description: 'Duplicate of `authorization`. Use that instead.',
      deprecated: true,
    }),
    supportingDocuments,
    authorizationStatus,
    authorizationExpiresOn: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        description:
          'Last day on which the authorization on file is valid, in the time zone of your company. `null` ' +
          'until it has been read, and if it states no date, for example because it ends with an event.',
      }),
    authorizationRevokedOn: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        description: 'Day on which the patient revoked the authorization on file; otherwise `null`.',
      }),
    authorizationReason: z
      .object({
        reason: z.enum(refusalReasons).meta({ description: 'Identifies the reason. It never changes.' }),
        message: z.string().meta({ description: 'The reason in words.', example: 'Expired' }),
        remedy: z.string().meta({ description: 'What the patient or you have to fix.' }),
      })
      .nullable()
      .meta({
        description:
          "Why the authorization on file wasn't accepted, where `authorizationStatus` doesn't say it all: " +
          "it has expired, names another recipient, or can't be read, for example. `null` otherwise.",
      }),
    searchStatus,
    searches: z
      .object({ siteSonar: searchProgress, patientHistories: searchProgress, ehrSearch: searchProgress })
      .meta({ description: 'The status of each search.' }),
    siteSonarStatus: searchStatus.meta({
      description: 'Alias of `searchStatus`. It will be removed.',
      deprecated: true,
    }),
    siteSonarBlockedReason: z
      .enum(['DeceasedBeforeClinicalData'])
      .nullable()
      .meta({ description: blockedReason('Site Sonar') }),
    patientHistoriesBlockedReason: z
      .enum(['MissingZipCode', 'DeceasedBeforeClinicalData'])
      .nullable()
      .meta({ description: blockedReason('Patient Histories') }),
    ehrSearchBlockedReason: z
      .enum(['MissingZipCode'])
      .nullable()
      .meta({ description: blockedReason('EHR Search') }),
    ehrSearchAvailable: z
      .boolean()
      .meta({
        description: 'Whether your company is approved for EHR Search. Always `true` in a sandbox project.',
      }),
    patientHistoriesAvailable: z
      .boolean()
      .meta({
        description:
          'Whether your company is approved for Patient Histories. Always `true` in a sandbox project.',
      }),
    embedToken: z
      .string()
      .optional()
      .meta({
        description:
          "Opens the patient's auth-check in a frame: `/ui/auth-check/embed?token=…` or " +
          '`/ui/auth-check/embed/badge?token=…`. Present once an authorization has been uploaded. Each ' +
          'answer has a new token, valid for one hour.',
      }),
  })
  .meta({ id: 'PatientResponse', description: 'A patient with its statuses and upload URLs.' });

const patientListEntry = patientResponse
  .omit({ authorization: true, hipaaAuthorization: true, supportingDocuments: true, embedToken: true })
  .meta({ id: 'PatientListEntry', description: 'A patient with its statuses, without upload URLs.' });

const upload = {
  uploadUrl: 'https://files.example.com/authorization.pdf?X-Amz-Signature=…',
  uploadHeaders: {},
  expiresIn: 900,
};

const exampleForm = {
  firstName: 'Jane',
  lastNames: ['Doe', 'Smith'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  siteSonar: true,
} as const;

function exampleProgress(state: SearchState, reason: SearchReason) {
  const { says: message, ...rest } = searchReasons[reason];
  return { state, outcome: null, reason, ...rest, since: '2026-11-20T12:00:00.000Z', message };
}

const exampleResponse = {
  patient: {
    id: 'case-4711',
    projectId: 'demo-sandbox',
    companyId: 'demo',
    firstName: 'Jane',
    lastNames: ['Doe', 'Smith'],
    dateOfBirth: '1984-02-29',
    sex: 'Female',
    zipCodes: ['02139'],
    zipCode: '02139',
    city: null,
    state: null,
    mobile: null,
    email: null,
    reference: null,
    siteSonar: true,
    patientHistories: false,
    ehrSearch: false,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  },
  authorization: upload,
  hipaaAuthorization: upload,
  supportingDocuments: {
    uploadUrl: 'https://files.example.com/supporting.pdf?X-Amz-Signature=…',
    expiresIn: 900,
    documents: [],
  },
  authorizationStatus: 'NeedsApproval',
  authorizationExpiresOn: null,
  authorizationRevokedOn: null,
  authorizationReason: null,
  searchStatus: 'Processing',
  searches: {
    siteSonar: exampleProgress('Waiting', 'authorizationMissing'),
    patientHistories: exampleProgress('Off', 'off'),
    ehrSearch: exampleProgress('Off', 'off'),
  },
  siteSonarStatus: 'Processing',
  siteSonarBlockedReason: null,
  patientHistoriesBlockedReason: null,
  ehrSearchBlockedReason: null,
  ehrSearchAvailable: true,
  patientHistoriesAvailable: true,
} as const;

const {
  authorization: _url,
  hipaaAuthorization: _sameUrl,
  supportingDocuments: _urls,
  ...exampleEntry
} = exampleResponse;

const projectParams = z.object({ companyId, projectId });
const patientParams = z.object({ companyId, projectId, patientId });
const exampleParams = { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' };

/** Creates a patient. */
export const createPatientContract = defineContract({
  id: 'createPatient',
  method: 'POST',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients',
  tag: 'Patients',
  summary: 'Create a patient',
  description:
    'Creates a patient with an ID that we generate. To use your own ID, use PUT. To repeat this request ' +
    'safely, send an `Idempotency-Key`. Searches that are on start as soon as nothing blocks them.',
  params: projectParams,
  body: patientForm,
  responses: { 201: { description: 'The patient.', schema: patientResponse } },
  problems: ['project.closed', 'search.notAvailable'],
  access: { scope: 'project', permission: 'ManagePatients' },
  audit: { event: 'patient.create', kind: 'change' },
  isVersioned: true,
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox' },
    body: exampleForm,
    response: { status: 201, body: exampleResponse },
  },
});

/** Upserts a patient. */
export const upsertPatientContract = defineContract({
  id: 'upsertPatient',
  method: 'PUT',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}',
  tag: 'Patients',
  summary: 'Create or update a patient',
  description:
    'Creates a patient with your own ID, or updates the patient who has it. Idempotent: sending the same ' +
    'form again changes nothing and sends no events. Search flags you leave out are off for a new patient ' +
    'and keep their setting for an existing one.',
  params: patientParams,
  body: patientForm,
  responses: { 200: { description: 'The updated patient.', schema: patientResponse } },
  problems: ['project.closed', 'search.notAvailable', 'precondition.failed'],
  access: { scope: 'project', permission: 'ManagePatients' },
  audit: { event: 'patient.upsert', kind: 'change' },
  isVersioned: true,
  example: { params: exampleParams, body: exampleForm, response: { status: 200, body: exampleResponse } },
});

/** Reads a patient. */
export const getPatientContract = defineContract({
  id: 'getPatient',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}',
  tag: 'Patients',
  summary: 'Get a patient',
  description:
    'Returns the patient with its statuses, blocked searches, a fresh upload URL, and an embed token.',
  params: patientParams,
  responses: { 200: { description: 'The patient.', schema: patientResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'patient.read', kind: 'read' },
  isVersioned: true,
  example: { params: exampleParams, response: { status: 200, body: exampleResponse } },
});

/** Lists patients. */
export const listPatientsContract = defineContract({
  id: 'listPatients',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients',
  tag: 'Patients',
  summary: 'List patients',
  description:
    'Returns the patients of the project, oldest first. You can filter by status. Entries have no ' +
    'upload URLs or embed token; get the patient for those.',
  params: projectParams,
  query: z.object({
    ...pageQuery,
    searchStatus: searchStatus
      .optional()
      .meta({ description: 'Return only patients with this search status.' }),
    authorizationStatus: authorizationStatus
      .optional()
      .meta({ description: 'Return only patients with this authorization status.' }),
  }),
  responses: {
    200: {
      description: 'A page of patients.',
      schema: z
        .object({
          patients: z.array(patientListEntry).meta({ description: 'The patients on this page.' }),
          nextCursor,
        })
        .meta({ id: 'PatientPage', description: 'A page of patients.' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'patient.list', kind: 'read' },
  example: {
    params: { companyId: 'demo', projectId: 'demo-sandbox' },
    query: { limit: '50', searchStatus: 'Processing' },
    response: { status: 200, body: { patients: [exampleEntry], nextCursor: null } },
  },
});

/** Edits a patient. */
export const editPatientContract = defineContract({
  id: 'editPatient',
  method: 'PATCH',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}',
  tag: 'Patients',
  summary: 'Update a patient',
  description:
    'Changes the fields you send; `null` clears an optional one. Changing the name, date of birth, sex, ' +
    'ZIP codes, city, or state of an approved patient sends the authorization back to review. Values that ' +
    'are already on file change nothing and send no events.',
  params: patientParams,
  body: patientEdit,
  responses: { 200: { description: 'The updated patient.', schema: patientResponse } },
  problems: [
    'project.closed',
    'authorization.decidedByProvider',
    'search.notAvailable',
    'precondition.failed',
  ],
  access: { scope: 'project', permission: 'ManagePatients' },
  audit: { event: 'patient.edit', kind: 'change' },
  isVersioned: true,
  example: {
    params: exampleParams,
    body: { lastNames: ['Doe', 'Smith'], zipCodes: ['02139'], city: null },
    response: { status: 200, body: exampleResponse },
  },
});

/** Turns searches on or off. */
export const changeSearchLevelContract = defineContract({
  id: 'changeSearchLevel',
  method: 'PATCH',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/search-level',
  tag: 'Patients',
  summary: 'Turn searches on or off',
  description:
    'Turns searches on or off. Flags you leave out keep their setting. A search that is on starts as soon ' +
    'as nothing blocks it. Turning on a search of an approved patient sends the authorization back to ' +
    'review.',
  params: patientParams,
  body: searchLevelForm,
  responses: { 200: { description: 'The updated patient.', schema: patientResponse } },
  problems: ['project.closed', 'search.notAvailable', 'precondition.failed'],
  access: { scope: 'project', permission: 'ManagePatients' },
  audit: { event: 'patient.changeSearchLevel', kind: 'change' },
  isVersioned: true,
  example: {
    params: exampleParams,
    body: { siteSonar: true },
    response: { status: 200, body: exampleResponse },
  },
});

/** Reads a patient's authorization document. */
export const getAuthorizationContract = defineContract({
  id: 'getAuthorization',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/authorization',
  tag: 'Patients',
  summary: 'Get the authorization',
  description:
    'Returns a fresh upload URL and the analysis of the document on file. The analysis starts ' +
    'automatically after an upload. Poll `verdicts`, which is `null` while it runs; `extraction` can ' +
    `appear earlier. Documents of up to ${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} ` +
    "pages are analyzed. If one can't be read, the verdict `documentLegibility` says why. The analysis " +
    'never changes `authorizationStatus`.',
  params: patientParams,
  responses: { 200: { description: 'The authorization and its analysis.', schema: fileResponse } },
  problems: [],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'authorization.read', kind: 'read' },
  example: {
    params: exampleParams,
    response: {
      status: 200,
      body: {
        ...upload,
        downloadUrl: null,
        extraction: null,
        verdicts: null,
        verdictCounts: null,
        embedToken: null,
        looseFiles: [],
      },
    },
  },
});

/** Makes an authorization for a patient to sign. */
export const getAuthorizationFormContract = defineContract({
  id: 'getAuthorizationForm',
  method: 'GET',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/authorization-form',
  tag: 'Patients',
  summary: 'Get a form to sign',
  description:
    'Returns a HIPAA authorization as a PDF of two Letter pages, in English or Spanish. The patient, your ' +
    'company as the recipient, the purpose of the project, and the facilities are filled in. It has the ' +
    'elements and statements that 45 CFR 164.508(c) requires, and expires a year after it is signed. Have ' +
    'the patient sign and date it, and upload it to `authorization.uploadUrl`. Scans and faxes of it can ' +
    'be read. Nothing is stored.',
  params: patientParams,
  query: z.object({
    language: z
      .enum(formLanguages)
      .default('en')
      .meta({ description: 'Language of the form: English or Spanish.' }),
    siteIds: z
      .preprocess(
        value => (typeof value === 'string' ? [value] : value),
        z.array(z.uuid('must be the `id` of a site, a UUID')).max(formFacilitiesMax),
      )
      .default([])
      .meta({
        description:
          'IDs of the facilities that may disclose records, the `site.id` of browse rows. Repeat the ' +
          `parameter for each, at most ${formFacilitiesMax}. Without any, the form names any health care ` +
          "provider or health plan with the patient's records.",
      }),
  }),
  responses: { 200: { description: 'The form as a PDF.', schema: null, file: 'application/pdf' } },
  problems: ['recordRequest.siteUnknown', 'authorizationForm.notPrintable'],
  access: { scope: 'project', permission: 'ViewPatients' },
  audit: { event: 'authorizationForm.create', kind: 'read' },
  example: {
    params: exampleParams,
    query: { language: 'es', siteIds: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61' },
    response: { status: 200 },
  },
});

/** Records that a patient revoked the authorization. */
export const revokeAuthorizationContract = defineContract({
  id: 'revokeAuthorization',
  method: 'PUT',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/authorization/revocation',
  tag: 'Patients',
  summary: 'Revoke the authorization',
  description:
    'Records that the patient revoked the authorization on file. From then on, nothing is sent under it: ' +
    'searches and record requests wait for another authorization. `authorizationStatus` stays. Idempotent. ' +
    "It's final for this document; to continue, upload another one.",
  params: patientParams,
  body: revocationForm,
  responses: { 200: { description: 'The updated patient.', schema: patientResponse } },
  problems: [
    'project.closed',
    'authorization.notNeeded',
    'authorization.nothingToRevoke',
    'authorization.revoked',
    'authorization.revokedInFuture',
    'precondition.failed',
  ],
  access: { scope: 'project', permission: 'ManagePatients' },
  audit: { event: 'authorization.revoke', kind: 'change' },
  isVersioned: true,
  example: {
    params: exampleParams,
    body: { revokedOn: '2026-11-20' },
    response: {
      status: 200,
      body: {
        ...exampleResponse,
        authorizationStatus: 'Approved',
        authorizationExpiresOn: '2027-10-31',
        authorizationRevokedOn: '2026-11-20',
      },
    },
  },
});
