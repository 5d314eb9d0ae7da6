import type { z } from 'zod';
import type { Project } from '../../../domain/projects/project';
import { decidedAtOf, type Fee } from '../../../domain/record-requests/fees';
import type { RecordRequest } from '../../../domain/record-requests/record-request';
import type { RequestProgress } from '../../../domain/record-requests/request-progress';
import { naming } from '../../../domain/searches/search-progress';
import type { TimelineStep } from '../../../domain/record-requests/timeline';

import type { recordRequest } from './contract';

/**
 * The fields that no customer sees under these names. Any other field of a request must be shown to compile.
 */
type HiddenField =
  | 'uid'
  | 'companyUid'
  | 'projectUid'
  | 'patientUid'
  | 'siteUid'
  | 'kind'
  | 'channel'
  | 'channelFault'
  | 'isHeldByCorrection'
  | 'isRush'
  | 'needsCertification'
  | 'followUpSetAt'
  | 'followUpToldOn'
  | 'sequence'
  | 'likelyDuplicateOfUid'
  | 'createdByUserUid'
  | 'version';

/** Returns a record request as the API shows it. */
export function presentRecordRequest(
  request: RecordRequest,
  project: Project,
): z.input<typeof recordRequest> {
  return {
    id: request.uid,
    requestNumber: request.requestNumber,
    status: request.status,
    requestType: request.kind,
    siteId: request.siteUid,
    submittedSiteName: request.submittedSiteName,
    followUpDate: request.followUpDate,
    lastContactDate: request.lastContactDate,
    completionDate: request.completionDate,
    startDateOfService: request.startDateOfService,
    endDateOfService: request.endDateOfService,
    reference: request.reference,
    dueDate: request.dueDate,
    rush: request.isRush,
    certification: request.needsCertification,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    patientId: request.patientId,
    projectId: project.id,
    companyId: project.companyId,
  } satisfies Record<Exclude<keyof RecordRequest, HiddenField>, unknown> & z.input<typeof recordRequest>;
}

/** Returns what a record request waits for, as the API shows it. */
export function presentProgress({ since, says, remedy, ...rest }: RequestProgress, supportName: string) {
  return {
    ...rest,
    since: since.toISOString(),
    message: naming(supportName, says),
    remedy: remedy === null ? null : naming(supportName, remedy),
  };
}

/** Returns a fee as the API shows it. */
export function presentFee(fee: Fee) {
  const { uid: id, amountCents, basis, needsPrepayment: prepayment, status, createdAt, paidOn } = fee;
  return {
    id,
    amountCents,
    basis,
    prepayment,
    status,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAtOf(fee)?.toISOString() ?? null,
    paidOn,
    hasInvoice: fee.invoiceFileUid !== null,
  };
}

/** Returns a step of a timeline as the API shows it. */
export function presentStep({ status, reason, actor: by, createdAt }: TimelineStep) {
  return { status, reason, by, at: createdAt.toISOString() };
}
