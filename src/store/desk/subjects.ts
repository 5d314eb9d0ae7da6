/** What executions of workflows are about, by the uids in their ids. */
import type { SubjectLookup } from '../../domain/desk/workflow-subject';
import type { Executor } from '../database';
import { named } from '../named';

const found = (sql: string) => named<{ uid: string | null }, { uid: string }>(sql);

const statements = {
  patient: found('select uid from patient where uid = :uid::uuid'),
  recordRequest: found('select uid from record_request where uid = :uid::uuid'),
  deskBulk: found('select uid from desk_bulk where uid = :uid::uuid'),
  authorizationDocument: found(
    'select patient_uid as uid from authorization_document where uid = :uid::uuid',
  ),
  supportingDocument: found('select patient_uid as uid from supporting_document where uid = :uid::uuid'),
  webhookDelivery: found('select endpoint_uid as uid from webhook_delivery where uid = :uid::uuid'),
  webhookReplay: found('select endpoint_uid as uid from webhook_replay where uid = :uid::uuid'),
  webhookNotice: found('select endpoint_uid as uid from webhook_notice where uid = :uid::uuid'),
  siteResearch: found('select site_uid as uid from site_research where uid = :uid::uuid'),
} satisfies Readonly<Record<SubjectLookup, unknown>>;

/** The uid of what the page is of; `undefined` where there is none: a document of nobody's record has no patient. */
export async function findWorkflowSubject(
  executor: Executor,
  by: SubjectLookup,
  uid: string,
): Promise<string | undefined> {
  return (await statements[by].run(executor, { uid }))[0]?.uid ?? undefined;
}
