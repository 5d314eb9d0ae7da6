import { siteKey } from '../domain/clinical/site';
import { projectPurposes } from '../domain/projects/project';
import type { ReturnedShare } from '../domain/record-requests/record-request';
import { recordRequestScenario, siteAnswersAfterMs } from '../domain/record-requests/sandbox-scenarios';
import type {
  FacilityChannel,
  FacilityRequest,
  FacilityResponse,
  ReturnedFile,
} from '../partners/facility-channel';
import { billingLedgerPdf } from './deliverables/billing-ledger-pdf';
import { chartPdf } from './deliverables/chart-pdf';
import { imagingZip } from './deliverables/imaging-zip';
import { stubVisitRecords, type StubDeliverableInput } from './deliverables/stub-deliverable';
import { stubContentUntil } from './content/stub-timeline';

function deliverableInput(request: FacilityRequest): StubDeliverableInput {
  const { firstName, lastNames, dateOfBirth, sex } = request.patient;
  const patient = { firstName, lastNames, dateOfBirth, ...(sex === null ? {} : { sex }) };
  const { startDateOfService: from, endDateOfService: to } = request;
  const window = {
    ...(from === null ? {} : { startDateOfService: from }),
    ...(to === null ? {} : { endDateOfService: to }),
  };
  return {
    patient,
    site: request.site,
    visits: stubVisitRecords({ patient, siteKey: siteKey(request.site), window, until: stubContentUntil }),
    window,
    reference: request.recordRequestUid,
    preparedOn: request.requestedOn,
  };
}

async function makeFile(request: FacilityRequest): Promise<ReturnedFile> {
  const input = deliverableInput(request);
  switch (request.kind) {
    case 'medicalRecord':
      return { fileName: 'Medical Record.pdf', contentType: 'application/pdf', bytes: await chartPdf(input) };
    case 'billing':
      return {
        fileName: 'Billing Ledger.pdf',
        contentType: 'application/pdf',
        bytes: await billingLedgerPdf(input),
      };
    case 'imaging':
      return { fileName: 'Imaging.zip', contentType: 'application/zip', bytes: await imagingZip(input) };
  }
}

async function returned(
  request: FacilityRequest,
  share: ReturnedShare,
): Promise<Extract<FacilityResponse, { kind: 'returned' }>> {
  return { kind: 'returned', files: [await makeFile(request)], share };
}

async function answerOf(request: FacilityRequest): Promise<FacilityResponse> {
  const { sequence, sentAt, askedAt } = request;
  const scenario = recordRequestScenario(request.submittedSiteName);
  // Sent for the first time, it has been moved once.
  const isFirst = sequence === 1;
  const leftMs = sentAt.getTime() + siteAnswersAfterMs - askedAt.getTime();
  switch (scenario?.kind) {
    case 'refused':
      return { kind: 'refused', status: scenario.status };
    case 'partial':
      return returned(request, 'part');
    case 'inParts':
      return isFirst
        ? { ...(await returned(request, 'partToCome')), askAgainAfterMs: siteAnswersAfterMs }
        : returned(request, 'whole');
    case 'authDenied':
      return isFirst ? { kind: 'refused', status: 'AuthDenied' } : returned(request, 'whole');
    case 'slow':
      return leftMs > 0 ? { kind: 'sent', askAgainAfterMs: leftMs } : returned(request, 'whole');
    case undefined:
      return returned(request, 'whole');
  }
}

/**
 * The facilities of sandbox projects: they answer at once with a stub deliverable of the kind that was asked for, or as their
 * name says.
 */
export const sandboxFacilityChannel: FacilityChannel = {
  name: 'sandbox',
  servesPurposes: projectPurposes,
  requires: 'nothing',
  ask: answerOf,
};
