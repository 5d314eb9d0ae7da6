import { formOf } from '../../../forms/record-request-form';
import { editRequest } from '../../../usecases/record-requests/follow-ups';
import {
  cancelRecordRequest,
  createRecordRequests,
  getMadeRecordRequest,
  getMadeRecordRequests,
  listRecordRequests,
  mintRecordRequestToken,
  readRecordRequest,
  readTimeline,
} from '../../../usecases/record-requests/record-requests';
import { reply } from '../../pipeline/contract';
import { makingOperation, operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../schemas/page';
import { presentFile } from '../present-file';
import {
  cancelRecordRequestContract,
  createRecordRequestsContract,
  editRecordRequestContract,
  getRecordRequestContract,
  getTimelineContract,
  listRecordRequestsContract,
} from './contract';
import { presentFee, presentProgress, presentRecordRequest, presentStep } from './present';

/** The operations on record requests. */
export const recordRequestOperations = [
  makingOperation(createRecordRequestsContract, {
    make: (change, { params, body }) => createRecordRequests(change, params.patientId, formOf(body)),
    uidsOf: made => made.map(({ uid }) => uid),
    find: getMadeRecordRequests,
    show:
      ({ project }) =>
      made =>
        reply(201, {
          body: { requests: made.map(request => ({ request: presentRecordRequest(request, project) })) },
        }),
  }),

  operation(getRecordRequestContract, async ({ services, principal, project, reading }, { params }) => {
    const { request, deliverables, chart, progress, fees } = await readRecordRequest(reading, params);
    const embedToken = await mintRecordRequestToken(services, principal, request, reading.now);
    return reply(200, {
      body: {
        request: presentRecordRequest(request, project),
        progress: progress && presentProgress(progress, services.supportName),
        fees: fees.map(presentFee),
        deliverables: deliverables.map(file => presentFile(services.files, file, reading.now)),
        ...(chart === undefined ? {} : { deliverable: presentFile(services.files, chart, reading.now) }),
        ...(embedToken === undefined ? {} : { embedToken }),
      },
      version: request.version,
    });
  }),

  operation(editRecordRequestContract, ({ project, change }, { params, body }) =>
    change(
      inner => editRequest(inner, params, body),
      request =>
        reply(200, { body: { request: presentRecordRequest(request, project) }, version: request.version }),
    ),
  ),

  makingOperation(cancelRecordRequestContract, {
    make: (change, { params }) => cancelRecordRequest(change, params),
    uidsOf: ({ uid }) => [uid],
    find: getMadeRecordRequest,
    show:
      ({ project }) =>
      request =>
        reply(200, { body: { request: presentRecordRequest(request, project) } }),
  }),

  operation(getTimelineContract, async ({ reading }, { params, query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { entries, nextCursor } = cutPage(await readTimeline(reading, params, page), query.limit);
    return reply(200, { body: { steps: entries.map(presentStep), nextCursor } });
  }),

  operation(listRecordRequestsContract, async ({ project, reading }, { params, query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const found = await listRecordRequests(reading, params.patientId, page);
    const { entries, nextCursor } = cutPage(found, query.limit);
    const requests = entries.map(entry => presentRecordRequest(entry, project));
    return reply(200, { body: { requests, nextCursor } });
  }),
];
