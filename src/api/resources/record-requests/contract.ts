import { z } from 'zod';
import { recordRequestKinds, recordRequestStatuses } from '../../../domain/record-requests/record-request';
import { defineContract } from '../../pipeline/contract';
import { calendarDate } from '../../../forms/dates';
import { recordRequestForm } from '../../../forms/record-request-form';
import { actor, exampleUser } from '../../shapes/actor';
import { fileInfo } from '../../shapes/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { nextCursor, pageQuery } from '../../shapes/page';

/** A record request as the API shows one. */
export const recordRequest = z
  .object({
    id: recordRequestId,
    status: z.enum(recordRequestStatuses),
    requestType: z.enum(recordRequestKinds),
    siteId: z.string(),
    submittedSiteName: z.string(),
    followUpDate: z.string().nullable(),
    lastContactDate: z.string().nullable(),
    completionDate: z.string().nullable(),
    startDateOfService: z.string().nullable(),
    endDateOfService: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    patientId,
    projectId,
    companyId,
  })
  .meta({ id: 'RecordRequest' });

const timelineStep = z
  .object({
    status: z.enum(recordRequestStatuses),
    reason: z.string().nullable().meta({ description: 'Why, where the status does not say it all.' }),
    by: actor,
    at: z.iso.datetime(),
  })
  .meta({ id: 'TimelineStep' });

const recordRequestMany = z
  .object({ requests: z.array(z.object({ request: recordRequest })) })
  .meta({ id: 'RecordRequestMany', description: 'One entry per kind switched on.' });

const recordRequestOutput = z
  .object({
    request: recordRequest,
    deliverables: z.array(fileInfo).meta({ description: 'Filled once the status is `Completed`.' }),
    deliverable: fileInfo
      .optional()
      .meta({
        description:
          'The combined chart, `EHR_Charts_Combined.pdf`: the deliverables that have pages in one ' +
          'PDF, with an index and bookmarks. Made a moment after the deliverables are there, and ' +
          'anew when they change; not part of `deliverables`. Absent until then, and where none of ' +
          'them has pages.',
      }),
    embedToken: z
      .string()
      .optional()
      .meta({
        description:
          'Opens the auth-check of the patient’s authorization, as the patient’s own does, judged ' +
          'with the dates of service of this request. Present when the authorization PDF exists and ' +
          'the key may see the patient.',
      }),
  })
  .meta({ id: 'RecordRequestOutput' });

const exampleId = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
const exampleRequest = {
  id: exampleId,
  status: 'Submitted',
  requestType: 'medicalRecord',
  siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
  submittedSiteName: 'Harbor General Hospital',
  followUpDate: null,
  lastContactDate: null,
  completionDate: null,
  startDateOfService: '2024-01-01',
  endDateOfService: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  patientId: 'case-4711',
  projectId: 'demo-sandbox',
  companyId: 'demo',
} as const;
const exampleParams = { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' };

const path = '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests';
const params = z.object({ companyId, projectId, patientId });

/** Asks a facility for records. */
export const createRecordRequestsContract = defineContract({
  id: 'createRecordRequests',
  method: 'POST',
  path,
  tag: 'Record requests',
  summary: 'Ask a facility for records',
  description:
    'Asks one facility for up to three kinds of deliverables; one request per kind. Name the ' +
    'facility by `siteId`, or by `siteName`, `siteAddressLine1`, `siteCity`, `siteState` and ' +
    '`siteZip`.',
  params,
  body: recordRequestForm,
  responses: { 201: { description: 'The requests.', schema: recordRequestMany } },
  problems: ['project.closed', 'recordRequest.siteUnknown', 'recordRequest.nothingAsked'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'recordRequest.create', kind: 'change' },
  example: {
    params: exampleParams,
    body: {
      siteName: exampleRequest.submittedSiteName,
      siteAddressLine1: '1 Harbor Way',
      siteCity: 'Salem',
      siteState: 'MA',
      siteZip: '01970',
      medicalRecord: true,
      startDateOfService: exampleRequest.startDateOfService,
    },
    response: { status: 201, body: { requests: [{ request: exampleRequest }] } },
  },
});

/** Reads a record request. */
export const getRecordRequestContract = defineContract({
  id: 'getRecordRequest',
  method: 'GET',
  path: `${path}/{recordRequestId}`,
  tag: 'Record requests',
  summary: 'Get a record request',
  description: 'The request with its status, and its deliverables once it is `Completed`.',
  params: params.extend({ recordRequestId }),
  responses: { 200: { description: 'The request.', schema: recordRequestOutput } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'recordRequest.read', kind: 'read' },
  isVersioned: true,
  example: {
    params: { ...exampleParams, recordRequestId: exampleId },
    response: { status: 200, body: { request: exampleRequest, deliverables: [] } },
  },
});

/** Changes what a customer may change of a record request. */
export const editRecordRequestContract = defineContract({
  id: 'editRecordRequest',
  method: 'PATCH',
  path: `${path}/{recordRequestId}`,
  tag: 'Record requests',
  summary: 'Set the date of follow-up',
  description:
    'From `followUpDate` on, `recordRequest.followUpDue` is sent once a day, from 8 in the morning ' +
    'by the clock of your company, until the request comes to its end. `null` takes the date away; ' +
    'what is left out stays.',
  params: params.extend({ recordRequestId }),
  body: z.object({ followUpDate: calendarDate.nullable().optional() }).meta({ id: 'RecordRequestEdit' }),
  responses: {
    200: {
      description: 'The request as it is now.',
      schema: z.object({ request: recordRequest }).meta({ id: 'EditedRecordRequest' }),
    },
  },
  problems: ['project.closed', 'precondition.failed'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'recordRequest.edit', kind: 'change' },
  isVersioned: true,
  example: {
    params: { ...exampleParams, recordRequestId: exampleId },
    body: { followUpDate: '2026-12-01' },
    response: { status: 200, body: { request: { ...exampleRequest, followUpDate: '2026-12-01' } } },
  },
});

/** Cancels a record request. */
export const cancelRecordRequestContract = defineContract({
  id: 'cancelRecordRequest',
  method: 'POST',
  path: `${path}/{recordRequestId}/cancel`,
  tag: 'Record requests',
  summary: 'Cancel a record request',
  description:
    'The request becomes `Canceled`, and nothing more is asked of the facility. One that has come ' +
    'to its end cannot be canceled; one that is canceled already stays so. What came back until ' +
    'then stays.',
  params: params.extend({ recordRequestId }),
  responses: {
    200: {
      description: 'The request as it is now.',
      schema: z.object({ request: recordRequest }).meta({ id: 'CanceledRecordRequest' }),
    },
  },
  problems: ['project.closed', 'recordRequest.ended'],
  access: { scope: 'project', permission: 'ManageRecordRequests' },
  audit: { event: 'recordRequest.cancel', kind: 'change' },
  example: {
    params: { ...exampleParams, recordRequestId: exampleId },
    response: { status: 200, body: { request: { ...exampleRequest, status: 'Canceled' } } },
  },
});

/** Tells what became of a record request, step by step. */
export const getTimelineContract = defineContract({
  id: 'getRecordRequestTimeline',
  method: 'GET',
  path: `${path}/{recordRequestId}/timeline`,
  tag: 'Record requests',
  summary: 'Get the timeline of a record request',
  description:
    'Each status that the request has had, with why, who moved it and when; oldest first, in pages. ' +
    'The last one is its status now.',
  params: params.extend({ recordRequestId }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of steps.',
      schema: z.object({ steps: z.array(timelineStep), nextCursor }).meta({ id: 'TimelinePage' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'recordRequest.timeline', kind: 'read' },
  example: {
    params: { ...exampleParams, recordRequestId: exampleId },
    query: { limit: '50' },
    response: {
      status: 200,
      body: {
        steps: [
          { status: 'Submitted', reason: null, by: exampleUser, at: '2026-11-20T12:00:00.000Z' },
          {
            status: 'Processing',
            reason: null,
            by: { kind: 'service', id: 'recordwell', name: 'recordwell' },
            at: '2026-11-20T12:00:01.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
});

/** Lists a patient's record requests. */
export const listRecordRequestsContract = defineContract({
  id: 'listRecordRequests',
  method: 'GET',
  path,
  tag: 'Record requests',
  summary: 'List record requests',
  description: 'The record requests of a patient, oldest first, in pages.',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of requests.',
      schema: z.object({ requests: z.array(recordRequest), nextCursor }).meta({ id: 'RecordRequestPage' }),
    },
  },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'recordRequest.list', kind: 'read' },
  example: {
    params: exampleParams,
    query: { limit: '50' },
    response: { status: 200, body: { requests: [exampleRequest], nextCursor: null } },
  },
});
