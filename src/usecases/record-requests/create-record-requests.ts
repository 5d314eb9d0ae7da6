import type { KeyPrincipal } from '../../access/principal';
import { Problem } from '../../domain/problem';
import {
  type RecordRequest,
  type RecordRequestKind,
  recordRequestKinds,
} from '../../domain/record-requests/record-request';
import { insertRecordRequest } from '../../store/record-requests';
import { findSite, resolveSite, type StoredSite } from '../../store/sites';
import type { Project } from '../../domain/projects/project';
import { attributesOf, workflows } from '../../domain/workflows';
import type { Change } from '../change';
import { getLockedPatient } from '../patients/get-patient';
import { assertProjectOpen } from '../patients/register-patient';
import { emitRecordRequestEvent } from './move-record-request';

/** A facility by its real-world identity. */
export interface SiteIdentity {
  readonly name: string;
  readonly addressLine1: string;
  readonly addressLine2: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** What a caller asks for. */
export interface RecordRequestForm {
  /** A site's id, or who the site is. */
  readonly site: { readonly id: string } | SiteIdentity;
  readonly kinds: Readonly<Partial<Record<RecordRequestKind, boolean | undefined>>>;
  readonly startDateOfService: string | null;
  readonly endDateOfService: string | null;
}

/** @throws Problem `recordRequest.siteUnknown` */
async function getSite(change: Change, site: RecordRequestForm['site']): Promise<StoredSite> {
  if (!('id' in site)) {
    const { addressLine2, ...rest } = site;
    const identity = addressLine2 === undefined ? rest : { ...rest, addressLine2 };
    return resolveSite(change.tx, identity, change.newUid(), change.now);
  }
  const found = await findSite(change.tx, site.id);
  if (found === undefined) throw new Problem('recordRequest.siteUnknown');
  return found;
}

/**
 * Asks one facility for records: one request per kind switched on (specification, Record request form).
 * @throws Problem 404 for the patient, `project.closed`, `recordRequest.nothingAsked`, `recordRequest.siteUnknown`
 */
export async function createRecordRequests(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  patientId: string,
  form: RecordRequestForm,
): Promise<RecordRequest[]> {
  assertProjectOpen(project);
  const kinds = recordRequestKinds.filter(kind => form.kinds[kind] === true);
  if (kinds.length === 0) throw new Problem('recordRequest.nothingAsked');
  const patient = await getLockedPatient(change.tx, project, patientId);
  const site = await getSite(change, form.site);
  const requests: RecordRequest[] = [];
  for (const kind of kinds) {
    const request: RecordRequest = {
      uid: change.newUid(),
      companyUid: project.companyUid,
      projectUid: project.uid,
      patientUid: patient.uid,
      patientId: patient.id,
      siteUid: site.uid,
      kind,
      status: 'Submitted',
      submittedSiteName: site.name,
      startDateOfService: form.startDateOfService,
      endDateOfService: form.endDateOfService,
      followUpDate: null,
      lastContactDate: null,
      completionDate: null,
      sequence: 0,
      createdByUserUid: principal.userUid,
      version: 1,
      createdAt: change.now,
      updatedAt: change.now,
    };
    await insertRecordRequest(change.tx, request);
    await emitRecordRequestEvent(change, project, request, 'recordRequest.created', []);
    const about = attributesOf(project, { kind, status: request.status });
    await change.start(workflows.recordRequest, { recordRequestUid: request.uid }, about);
    requests.push(request);
  }
  await change.audit('recordRequest.create', {
    kind: 'patient',
    uid: patient.uid,
    companyUid: patient.companyUid,
  });
  return requests;
}
