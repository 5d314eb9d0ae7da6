import { siteKey } from '../domain/clinical/site';
import { projectPurposes } from '../domain/projects/project';
import type { FacilityChannel, FacilityRequest, ReturnedFile } from '../partners/facility-channel';
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

/** The facilities of sandbox projects: they answer at once with a stub deliverable of the kind that was asked for. */
export const sandboxFacilityChannel: FacilityChannel = {
  name: 'sandbox',
  servesPurposes: projectPurposes,
  requires: 'nothing',
  ask: async request => ({ kind: 'returned', files: [await makeFile(request)] }),
};
