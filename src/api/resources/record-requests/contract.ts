import { z } from 'zod';
import { recordRequestKinds, recordRequestStatuses } from '../../../domain/record-requests/record-request';
import { feeBases, feeCentsMax, feeStatuses } from '../../../domain/record-requests/fees';
import { feesMax } from '../../../domain/record-requests/limits';
import { requestReasons } from '../../../domain/record-requests/request-progress';
import { defineContract } from '../../pipeline/contract';
import { calendarDate } from '../../../forms/dates';
import { recordRequestForm, requestDueDate, requestReference } from '../../../forms/record-request-form';
import { actor, exampleUser } from '../../schemas/actor';
import { fileInfo } from '../../schemas/file';
import { companyId, patientId, projectId, recordRequestId } from '../../../forms/ids';
import { requestProgress } from '../../schemas/progress';
import { nextCursor, pageQuery } from '../../schemas/page';
import { createdAt, instant, updatedAt } from '../../schemas/times';

const date = (description: string) => z.string().nullable().meta({ description });

/** A record request, in answers and in events. */
export const recordRequest = z
  .object({
    id: recordRequestId,
    requestNumber: z
      .string()
      .meta({
        description:
          'How people name the request: on letters to the facility, on the phone, and in the console. It ' +
          'never changes.',
      }),
    status: z
      .enum(recordRequestStatuses)
      .meta({
        description:
          'Where the request is. `Completed` is the success state; `Partial` means that only part of the ' +
          'records came. `NeedToReviewResults` and `AuthDenied` are not final. Every status is final ' +
          'except these two, `Submitted`, and `Processing`.',
      }),
    requestType: z.enum(recordRequestKinds).meta({ description: 'The kind of records it asks for.' }),
    siteId: z.string().meta({ description: 'ID of the facility.' }),
    submittedSiteName: z.string().meta({ description: 'Name of the facility at the time of the request.' }),
    followUpDate: date('Day from which `recordRequest.followUpDue` is sent. `null` if none is set.'),
    lastContactDate: date('Day of the latest contact with the facility. `null` if there was none.'),
    completionDate: date('Day (UTC) the status became `Completed` or `Partial`. `null` otherwise.'),
    startDateOfService: date('First day of the requested visits. `null` if there is no earliest day.'),
    endDateOfService: date('Last day of the requested visits. `null` if there is no latest day.'),
    reference: z.string().nullable().meta({ description: 'Your matter or claim number for the request.' }),
    dueDate: date('Day on which you need the records. `null` if you named none.'),
    rush: z.boolean().meta({ description: 'Whether the request is urgent.' }),
    certification: z
      .boolean()
      .meta({ description: "Whether an affidavit of the facility's custodian of records is requested." }),
    createdAt,
    updatedAt,
    patientId,
    projectId,
    companyId,
  })
  .meta({ id: 'RecordRequest', description: 'A request to one facility for one kind of records.' });

const fee = z
  .object({
    id: z.uuid().meta({ description: 'ID of the fee.' }),
    amountCents: z
      .int()
      .min(1)
      .max(feeCentsMax)
      .meta({ description: `Amount in US cents, at most ${feeCentsMax}.` }),
    basis: z.enum(feeBases).meta({ description: 'What the facility bases it on.' }),
    prepayment: z
      .boolean()
      .meta({ description: 'Whether the facility waits for the payment before it sends the records.' }),
    status: z
      .enum(feeStatuses)
      .meta({
        description:
          '`WaitingForApproval`: a member of your company approves or rejects it in the console, or asks ' +
          'about it. `Questioned`: support answers a question. `Approved`: by a member, or at once because ' +
          "it is within your company's limit. `Rejected`: by a member. `Withdrawn`: by support.",
      }),
    createdAt,
    decidedAt: instant('When it was approved or rejected (UTC). `null` if it was neither.').nullable(),
    paidOn: date('Day on which support paid it. `null` if it was not paid.'),
    hasInvoice: z.boolean().meta({ description: 'Whether the console shows its invoice.' }),
  })
  .meta({ id: 'Fee', description: 'A fee that the facility charges for the records.' });

const timelineStep = z
  .object({
    status: z.enum(recordRequestStatuses).meta({ description: 'The status the request moved to.' }),
    reason: z.string().nullable().meta({ description: "Why, if the status doesn't say it all." }),
    by: actor,
    at: instant('When it moved (UTC).'),
  })
  .meta({ id: 'TimelineStep', description: 'One status change of a record request.' });

const recordRequestMany = z
  .object({
    requests: z
      .array(z.object({ request: recordRequest }))
      .meta({ description: 'One entry for each kind you requested.' }),
  })
  .meta({ id: 'RecordRequestMany', description: 'The record requests that were created.' });

const recordRequestOutput = z
  .object({
    request: recordRequest,
    progress: requestProgress
      .nullable()
      .meta({ description: 'What it waits for, and who has to act. `null` after its end.' }),
    fees: z
      .array(fee)
      .max(feesMax)
      .meta({ description: `What the facility charges, oldest first; at most ${feesMax}.` }),
    deliverables: z
      .array(fileInfo)
      .meta({
        description:
          'Files the facility returned. Filled once `status` is `Completed`. `Partial` and ' +
          '`NeedToReviewResults` can have files, too.',
      }),
    deliverable: fileInfo
      .optional()
      .meta({
        description:
          'The combined chart, `EHR_Charts_Combined.pdf`: every deliverable that has pages, in one PDF ' +
          'with an index and bookmarks. Created shortly after the deliverables arrive, and again when ' +
          'they change. Not part of `deliverables`. Absent until then, and if no deliverable has pages.',
      }),
    embedToken: z
      .string()
      .optional()
      .meta({
        description:
          "Opens the auth-check of the patient's authorization in a frame, including the check of this " +
          "request's dates of service. Present once an authorization has been uploaded, if your key can " +
          'see the patient.',
      }),
  })
  .meta({ id: 'RecordRequestOutput', description: 'A record request with its files.' });

const exampleId = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
const exampleRequest = {
  id: exampleId,
  requestNumber: 'RR-482-177-3056',
  status: 'Submitted',
  requestType: 'medicalRecord',
  siteId: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
  submittedSiteName: 'Harbor General Hospital',
  followUpDate: null,
  lastContactDate: null,
  completionDate: null,
  startDateOfService: '2024-01-01',
  endDateOfService: null,
  reference: null,
  dueDate: null,
  rush: false,
  certification: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  patientId: 'case-4711',
  projectId: 'demo-sandbox',
  companyId: 'demo',
} as const;
const { says: message, ...exampleReason } = requestReasons.waitsForApproval;
const exampleProgress = {
  ...exampleReason,
  reason: 'waitsForApproval',
  since: '2026-11-20T12:00:00.000Z',
  message,
} as const;
const exampleParams = { companyId: 'demo', projectId: 'demo-sandbox', patientId: 'case-4711' };

const path = '/v0/companies/{companyId}/projects/{projectId}/patients/{patientId}/record-requests';
const params = z.object({ companyId, projectId, patientId });

/** Requests records from a facility. */
export const createRecordRequestsContract = defineContract({
  id: 'createRecordRequests',
  method: 'POST',
  path,
  tag: 'Record requests',
  summary: 'Request records',
  description:
    'Requests up to three kinds of records from one facility, and creates one record request for each ' +
    'kind. Identify the facility by `siteId`, or by `siteName`, `siteAddressLine1`, `siteCity`, ' +
    '`siteState`, and `siteZip`.',
  params,
  body: recordRequestForm,
  responses: { 201: { description: 'The new record requests.', schema: recordRequestMany } },
  problems: [
    'project.closed',
    'recordRequest.siteUnknown',
    'recordRequest.nothingAsked',
    'recordRequest.beforeBirth',
  ],
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
  description: 'Returns the record request with its status, and its deliverables once it is `Completed`.',
  params: params.extend({ recordRequestId }),
  responses: { 200: { description: 'The record request.', schema: recordRequestOutput } },
  problems: [],
  access: { scope: 'project', permission: 'ViewRecordRequests' },
  audit: { event: 'recordRequest.read', kind: 'read' },
  isVersioned: true,
  example: {
    params: { ...exampleParams, recordRequestId: exampleId },
    response: {
      status: 200,
      body: { request: exampleRequest, progress: exampleProgress, fees: [], deliverables: [] },
    },
  },
});

/** Changes what a customer can change on a record request. */
export const editRecordRequestContract = defineContract({
  id: 'editRecordRequest',
  method: 'PATCH',
  path: `${path}/{recordRequestId}`,
  tag: 'Record requests',
  summary: 'Edit a record request',
  description:
    'Changes the fields you send. From the follow-up date on, the event `recordRequest.followUpDue` is ' +
    "sent once a day, after 8 a.m. in your company's time zone, until the request reaches a final status.",
  params: params.extend({ recordRequestId }),
  body: z
    .object({
      followUpDate: calendarDate
        .nullable()
        .optional()
        .meta({
          description:
            'First day to send `recordRequest.followUpDue`. `null` removes the date; left out, it stays.',
        }),
      reference: requestReference,
      dueDate: requestDueDate,
      facilityConfirmed: z
        .literal(true)
        .optional()
        .meta({
          description:
            'Confirms that the patient was at the facility, if the progress of the request is ' +
            '`facilityInDoubt`. Then it is sent. It has no effect on other requests.',
        }),
    })
    .meta({ id: 'RecordRequestEdit', description: 'The fields to change.' }),
  responses: {
    200: {
      description: 'The updated record request.',
      schema: z
        .object({ request: recordRequest })
        .meta({ id: 'EditedRecordRequest', description: 'The updated record request.' }),
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
    'Sets the status to `Canceled` and stops contacting the facility. Files received so far stay. ' +
    "Canceling again changes nothing. A request that ended in any other way can't be canceled.",
  params: params.extend({ recordRequestId }),
  responses: {
    200: {
      description: 'The updated record request.',
      schema: z
        .object({ request: recordRequest })
        .meta({ id: 'CanceledRecordRequest', description: 'The canceled record request.' }),
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

/** Lists the status changes of a record request. */
export const getTimelineContract = defineContract({
  id: 'getRecordRequestTimeline',
  method: 'GET',
  path: `${path}/{recordRequestId}/timeline`,
  tag: 'Record requests',
  summary: 'Get the timeline of a record request',
  description:
    'Returns every status the request has had, oldest first, with the reason, who changed it, and when. ' +
    'The last one is the current status.',
  params: params.extend({ recordRequestId }),
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of status changes.',
      schema: z
        .object({
          steps: z.array(timelineStep).meta({ description: 'The status changes on this page.' }),
          nextCursor,
        })
        .meta({ id: 'TimelinePage', description: 'A page of status changes.' }),
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
  description: 'Returns the record requests of a patient, oldest first.',
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of record requests.',
      schema: z
        .object({
          requests: z.array(recordRequest).meta({ description: 'The record requests on this page.' }),
          nextCursor,
        })
        .meta({ id: 'RecordRequestPage', description: 'A page of record requests.' }),
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
