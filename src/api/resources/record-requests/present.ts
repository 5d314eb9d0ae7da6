import type { Project } from '../../../domain/projects/project';
import type { RecordRequest } from '../../../domain/record-requests/record-request';
import type { TimelineStep } from '../../../domain/record-requests/timeline';

/** A record request as the API shows it. */
export function presentRecordRequest(request: RecordRequest, project: Project) {
  return {
    id: request.uid,
    status: request.status,
    requestType: request.kind,
    siteId: request.siteUid,
    submittedSiteName: request.submittedSiteName,
    followUpDate: request.followUpDate,
    lastContactDate: request.lastContactDate,
    completionDate: request.completionDate,
    startDateOfService: request.startDateOfService,
    endDateOfService: request.endDateOfService,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    patientId: request.patientId,
    projectId: project.id,
    companyId: project.companyId,
  };
}

/** A step of a timeline as the API shows it. */
export function presentStep({ status, reason, actor: by, createdAt }: TimelineStep) {
  return { status, reason, by, at: createdAt.toISOString() };
}
