import type { z } from 'zod';
import { Problem } from '../../../domain/problem';
import type { RecordRequest } from '../../../domain/record-requests/record-request';
import {
  createRecordRequests,
  type RecordRequestForm,
} from '../../../usecases/record-requests/create-record-requests';
import {
  getRecordRequest,
  listFiles,
  listRecordRequests,
  mintRecordRequestToken,
} from '../../../usecases/record-requests/get-record-request';
import { reply } from '../../pipeline/contract';
import { presentFile } from '../deliverables/present';
import { operation } from '../../pipeline/operation';
import { cutPage, parseCursor } from '../../shapes/page';
import {
  createRecordRequestsContract,
  getRecordRequestContract,
  listRecordRequestsContract,
} from './contract';
import { presentRecordRequest } from './present';

/** @throws Problem `recordRequest.siteUnknown` when neither an id nor a whole address is given */
function siteOf(body: z.output<(typeof createRecordRequestsContract)['body']>): RecordRequestForm['site'] {
  if (body.siteId !== undefined) return { id: body.siteId };
  const {
    siteName: name,
    siteAddressLine1: addressLine1,
    siteCity: city,
    siteState: state,
    siteZip: zip,
  } = body;
  const isWhole =
    name !== undefined &&
    addressLine1 !== undefined &&
    city !== undefined &&
    state !== undefined &&
    zip !== undefined;
  if (!isWhole)
    throw new Problem('recordRequest.siteUnknown', { internal: 'neither a site id nor a whole address' });
  return { name, addressLine1, addressLine2: body.siteAddressLine2, city, state, zip };
}

function resourceOf(request: RecordRequest) {
  return { kind: 'recordRequest', uid: request.uid, companyUid: request.companyUid };
}

/** The operations on record requests. */
export const recordRequestOperations = [
  operation(createRecordRequestsContract, async ({ project, principal, change }, { params, body }) => {
    const { medicalRecord, billing, imaging } = body;
    const form: RecordRequestForm = {
      site: siteOf(body),
      kinds: { medicalRecord, billing, imaging },
      startDateOfService: body.startDateOfService ?? null,
      endDateOfService: body.endDateOfService ?? null,
    };
    return change(
      inner => createRecordRequests(inner, principal, project, params.patientId, form),
      requests =>
        reply(201, {
          body: { requests: requests.map(request => ({ request: presentRecordRequest(request, project) })) },
        }),
    );
  }),

  operation(getRecordRequestContract, async ({ services, principal, project, readResource }, { params }) => {
    const request = await getRecordRequest(services.db, project, params);
    readResource(resourceOf(request));
    const files = request.status === 'Completed' ? await listFiles(services.db, request, 'deliverables') : [];
    const at = services.clock.now();
    const embedToken = await mintRecordRequestToken(services, principal, request, at);
    return reply(200, {
      body: {
        request: presentRecordRequest(request, project),
        deliverables: files.map(file => presentFile(services.files, file, at)),
        ...(embedToken === undefined ? {} : { embedToken }),
      },
      version: request.version,
    });
  }),

  operation(listRecordRequestsContract, async ({ services, project, readResource }, { params, query }) => {
    const page = { after: parseCursor(query.cursor), limit: query.limit + 1 };
    const { patientUid, requests } = await listRecordRequests(services.db, project, params.patientId, page);
    readResource({ kind: 'patient', uid: patientUid, companyUid: project.companyUid });
    const { entries, nextCursor } = cutPage(requests, query.limit);
    return reply(200, {
      body: { requests: entries.map(entry => presentRecordRequest(entry, project)), nextCursor },
    });
  }),
];
