import { z } from 'zod';
import { documentBytesMax, documentPagesMax } from '../../../domain/auth-checks/limits';
import { refusals } from '../../../domain/auth-checks/extraction';
import { authorizationStatuses } from '../../../domain/authorizations/authorization-status';
import { sexes } from '../../../domain/patients/details';
import { searchStatuses } from '../../../domain/searches/search';
import { supportingKinds, supportingMax } from '../../../domain/supporting-documents/supporting-document';
import { defineContract } from '../../pipeline/contract';
import { patientEdit, patientForm, searchLevelForm } from '../../../forms/patient-form';
import { companyId, patientId, projectId } from '../../../forms/ids';
import { fileResponse } from '../../shapes/file';
import { nextCursor, pageQuery } from '../../shapes/page';

const uploadOffer = z
  .object({
    uploadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'PUT the raw PDF bytes here, without an Authorization header. Null for a key whose role ' +
          'may not change patients (`ManagePatients`), and on a closed project.',
      }),
    uploadHeaders: z.record(z.string(), z.string()).meta({ description: 'Always empty.' }),
    expiresIn: z.number().int().meta({ description: 'Seconds the URL stays valid.' }),
  })
  .meta({ id: 'AuthorizationUpload' });

const supportingDocuments = z
  .object({
    uploadUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'PUT the raw PDF bytes of one more document here, as for the authorization; another place ' +
          `in each answer. At most ${supportingMax} a patient, each of at most ` +
          `${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} pages. Null where there are ` +
          `as many, for a key whose role may not change patients (\`ManagePatients\`), and on a ` +
          'closed project.',
      }),
    expiresIn: z
      .number()
      .int()
      .meta({ description: 'Seconds that these URLs stay valid; 0 where there is none.' }),
    documents: z.array(
      z.object({
        name: z.string(),
        kind: z
          .enum(supportingKinds)
          .nullable()
          .meta({
            description:
              'What it was read to be. Null until it was read, and where none of these is recognised.',
          }),
        isRead: z.boolean().meta({ description: 'Whether it was read; seconds after its upload.' }),
        refusal: z.enum(refusals).nullable().meta({ description: 'Why it cannot be read, where it cannot.' }),
        uploadUrl: z
          .string()
          .nullable()
          .meta({ description: 'PUT another PDF here to replace this one. Null as above.' }),
      }),
    ),
  })
  .meta({
    id: 'SupportingDocuments',
    description:
      'Papers beside the authorization: a power of attorney, the order for a guardian, letters of ' +
      'an estate, a death certificate. The verdicts `capability` and `documentValidity` rest on ' +
      'them.',
  });

/** A patient as the API and events show one. */
export const patient = z
  .object({
    id: patientId,
    projectId,
    companyId,
    firstName: z.string(),
    lastNames: z.array(z.string()),
    dateOfBirth: z.string().meta({ format: 'date' }),
    sex: z.enum(sexes).nullable(),
    zipCodes: z.array(z.string()),
    zipCode: z.string().nullable().meta({ description: 'The first of `zipCodes`.', deprecated: true }),
    city: z.string().nullable(),
    state: z.string().nullable(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    siteSonar: z.boolean(),
    patientHistories: z.boolean(),
    ehrSearch: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Patient' });

const patientResponse = z
  .object({
    patient,
    authorization: uploadOffer,
    hipaaAuthorization: uploadOffer.meta({ description: 'Duplicate of `authorization`.', deprecated: true }),
    supportingDocuments,
    authorizationStatus: z.enum(authorizationStatuses),
    searchStatus: z.enum(searchStatuses),
    siteSonarStatus: z
      .enum(searchStatuses)
      .meta({ description: 'Alias of `searchStatus`.', deprecated: true }),
    siteSonarBlockedReason: z.enum(['DeceasedBeforeClinicalData']).nullable(),
    patientHistoriesBlockedReason: z.enum(['MissingZipCode', 'DeceasedBeforeClinicalData']).nullable(),
    ehrSearchBlockedReason: z.enum(['MissingZipCode']).nullable(),
    ehrSearchAvailable: z.boolean(),
    patientHistoriesAvailable: z.boolean(),
    embedToken: z
      .string()
      .optional()
      .meta({
        description:
          'Opens the patient’s auth-check in a frame, `/ui/auth-check/embed?token=…` or ' +
          '`/ui/auth-check/embed/badge?token=…`. Present when the authorization PDF exists; another ' +
          'one in each answer, each good for an hour.',
      }),
  })
  .meta({ id: 'PatientResponse' });

const patientListEntry = patientResponse
  .omit({ authorization: true, hipaaAuthorization: true, supportingDocuments: true, embedToken: true })
  .meta({ id: 'PatientListEntry' });

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
  searchStatus: 'Processing',
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

/** Registers a patient. */
export const createPatientContract = defineContract({
  id: 'createPatient',
  method: 'POST',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients',
  tag: 'Patients',
  summary: 'Register a patient',
  description:
    'Registers a patient under an id that the service generates; not idempotent without an ' +
    '`Idempotency-Key`. A search that is switched on is armed at once.',
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
  summary: 'Create or replace a patient',
  description:
    'Registers a patient at an id of your choice, or brings the one that is there to the form; ' +
    'idempotent: a repeat changes nothing and sends no event. Search flags that are left out are ' +
    'off for a new patient and stay for a known one.',
  params: patientParams,
  body: patientForm,
  responses: { 200: { description: 'The patient as it is now.', schema: patientResponse } },
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
  description: 'The patient with a fresh upload URL, the statuses, and what blocks a requested search.',
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
    'The patients of the project, oldest first, in pages; by status where wanted. An entry is the ' +
    'patient without the upload URL, which `GET` of the patient gives.',
  params: projectParams,
  query: z.object({
    ...pageQuery,
    searchStatus: z.enum(searchStatuses).optional().meta({ description: 'Only patients with this status.' }),
    authorizationStatus: z
      .enum(authorizationStatuses)
      .optional()
      .meta({ description: 'Only patients with this status.' }),
  }),
  responses: {
    200: {
      description: 'A page of patients.',
      schema: z.object({ patients: z.array(patientListEntry), nextCursor }).meta({ id: 'PatientPage' }),
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
  summary: 'Edit a patient',
  description:
    'Takes any subset of the form: what is left out stays, `null` clears an optional field. An edit ' +
    'of what an authorization depends on sends an approved patient back to review. Values already ' +
    'on file change nothing and send no event.',
  params: patientParams,
  body: patientEdit,
  responses: { 200: { description: 'The patient as it is now.', schema: patientResponse } },
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

/** Switches searches on and off. */
export const changeSearchLevelContract = defineContract({
  id: 'changeSearchLevel',
  method: 'PATCH',
  path: '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/search-level',
  tag: 'Patients',
  summary: 'Switch searches on and off',
  description:
    'An omitted flag keeps the current setting. A search that is switched on is armed and submitted ' +
    'as soon as nothing blocks it.',
  params: patientParams,
  body: searchLevelForm,
  responses: { 200: { description: 'The patient with its blocked reasons.', schema: patientResponse } },
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
    'A fresh upload URL, and the analysis of the document on file, which begins by itself when an ' +
    `upload is noticed. \`verdicts\` is null while it runs; \`extraction\` may be there before. ` +
    `Documents of up to ${documentBytesMax / 1024 / 1024} MiB and ${documentPagesMax} pages are ` +
    `analysed; of one that cannot be read the verdict \`documentLegibility\` says why. The analysis ` +
    `never changes \`authorizationStatus\`.`,
  params: patientParams,
  responses: { 200: { description: 'The file and its analysis.', schema: fileResponse } },
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
