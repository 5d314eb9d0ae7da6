import { siteKey } from '../domain/clinical/site';
import { projectPurposes } from '../domain/projects/project';
import type { RecordRequestKind, ReturnedShare } from '../domain/record-requests/record-request';
import { recordRequestScenario, siteAnswersAfterMs } from '../domain/record-requests/sandbox-scenarios';
import type {
  FacilityChannel,
  FacilityRequest,
  FacilityResponse,
  ReturnedFile,
} from '../partners/facility-channel';
import { stubVisitRecords, type StubDeliverableInput } from './deliverables/stub-deliverable';
import { stubContentUntil } from './content/stub-timeline';
import type { StubRenderer } from './renderer';

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

const fileKinds = {
  medicalRecord: { fileName: 'Medical Record.pdf', contentType: 'application/pdf' },
  billing: { fileName: 'Billing Ledger.pdf', contentType: 'application/pdf' },
  imaging: { fileName: 'Imaging.zip', contentType: 'application/zip' },
} as const satisfies Record<RecordRequestKind, Pick<ReturnedFile, 'fileName' | 'contentType'>>;

async function returned(
  renderer: StubRenderer,
  request: FacilityRequest,
  share: ReturnedShare,
): Promise<Extract<FacilityResponse, { kind: 'returned' }>> {
  const { kind } = request;
  const bytes = await renderer.render({ kind, input: deliverableInput(request) });
  return { kind: 'returned', files: [{ ...fileKinds[kind], bytes }], share };
}

async function answerOf(renderer: StubRenderer, request: FacilityRequest): Promise<FacilityResponse> {
  const { sequence, sentAt, askedAt } = request;
  const scenario = recordRequestScenario(request.submittedSiteName);
  // When first sent, it has been moved once.
  const isFirst = sequence === 1;
  const leftMs = sentAt.getTime() + siteAnswersAfterMs - askedAt.getTime();
  const files = (share: ReturnedShare) => returned(renderer, request, share);
  switch (scenario?.kind) {
    case 'refused':
      return { kind: 'refused', status: scenario.status };
    case 'partial':
      return files('part');
    case 'inParts':
      return isFirst
        ? { ...(await files('partToCome')), askAgainAfterMs: siteAnswersAfterMs }
        : files('whole');
    case 'authDenied':
      return isFirst ? { kind: 'refused', status: 'AuthDenied' } : files('whole');
    case 'slow':
      return leftMs > 0 ? { kind: 'sent', askAgainAfterMs: leftMs } : files('whole');
    case undefined:
      return files('whole');
  }
}

/**
 * Creates the channel to the facilities of sandbox projects: they answer right away with a stub deliverable
 * of the requested kind, or as their name says.
 */
export function createSandboxFacilityChannel(renderer: StubRenderer): FacilityChannel {
  return {
    name: 'sandbox',
    servesPurposes: projectPurposes,
    requires: 'nothing',
    ask: request => answerOf(renderer, request),
  };
}
