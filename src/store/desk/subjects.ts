/** The subjects of workflow executions, by the uids in their ids. */
// Objection: one column of a row by its key, not on a hot path.
import type { SubjectLookup } from '../../domain/desk/workflow-subject';
import type { Executor } from '../database';
import { AuthorizationDocumentModel } from '../models/auth-check';
import { DeskBulkModel } from '../models/desk-bulk';
import { PatientModel } from '../models/patient';
import { RecordRequestModel } from '../models/record-request';
import { SiteResearchModel } from '../models/site-research';
import { SupportingDocumentModel } from '../models/supporting-document';
import { WebhookDeliveryModel, WebhookNoticeModel, WebhookReplayModel } from '../models/webhook';

/** Returns the uid of the page's subject. */
type Lookup = (executor: Executor, uid: string) => Promise<string | null | undefined>;

const lookups: Readonly<Record<SubjectLookup, Lookup>> = {
  patient: async (db, uid) => (await PatientModel.query(db).select('uid').findById(uid))?.uid,
  recordRequest: async (db, uid) => (await RecordRequestModel.query(db).select('uid').findById(uid))?.uid,
  deskBulk: async (db, uid) => (await DeskBulkModel.query(db).select('uid').findById(uid))?.uid,
  authorizationDocument: async (db, uid) =>
    (await AuthorizationDocumentModel.query(db).select('patient_uid').findById(uid))?.patientUid,
  supportingDocument: async (db, uid) =>
    (await SupportingDocumentModel.query(db).select('patient_uid').findById(uid))?.patientUid,
  webhookDelivery: async (db, uid) =>
    (await WebhookDeliveryModel.query(db).select('endpoint_uid').findById(uid))?.endpointUid,
  webhookReplay: async (db, uid) =>
    (await WebhookReplayModel.query(db).select('endpoint_uid').findById(uid))?.endpointUid,
  webhookNotice: async (db, uid) =>
    (await WebhookNoticeModel.query(db).select('endpoint_uid').findById(uid))?.endpointUid,
  siteResearch: async (db, uid) =>
    (await SiteResearchModel.query(db).select('site_uid').findById(uid))?.siteUid,
};

/**
 * Returns the uid of the page's subject; `undefined` if there is none: a document outside any patient has no
 * patient.
 */
export async function findWorkflowSubject(
  executor: Executor,
  by: SubjectLookup,
  uid: string,
): Promise<string | undefined> {
  return (await lookups[by](executor, uid)) ?? undefined;
}
