// SQL text: the e-mail about an import needs its company, project, and member.
import type { BulkImport } from '../../domain/bulk-imports/bulk-import';
import type { Environment } from '../../domain/projects/project';
import type { Executor } from '../database';
import { BulkImportModel } from '../models/bulk-import';
import { named } from '../named';

/** An ended import whose member waits for an e-mail. */
export interface ImportNotice extends Pick<
  BulkImport,
  'kind' | 'status' | 'createdCount' | 'updatedCount' | 'unchangedCount' | 'failedCount'
> {
  readonly companyId: string;
  readonly companyName: string;
  readonly environment: Environment;
  readonly userName: string;
  readonly userEmail: string;
}

const find = named<ImportNotice, { importUid: string }>(`
  select i.kind, i.status, i.created_count as "createdCount", i.updated_count as "updatedCount",
    i.unchanged_count as "unchangedCount", i.failed_count as "failedCount", c.id as "companyId",
    c.name as "companyName", j.environment, u.name as "userName", u.email as "userEmail"
  from bulk_import i
  join project j on j.uid = i.project_uid
  join membership m on m.uid = i.membership_uid and m.ended_at is null
  join company c on c.uid = m.company_uid
  join app_user u on u.uid = m.user_uid and u.deleted_at is null
  where i.uid = :importUid and i.emails_member and i.emailed_at is null and i.finished_at is not null
`);

/**
 * Returns an import that has ended, if its member requested an e-mail, hasn't gotten it, and is still a
 * member.
 */
export async function findImportNotice(
  executor: Executor,
  importUid: string,
): Promise<ImportNotice | undefined> {
  return (await find.run(executor, { importUid }))[0];
}

/** Records that the member of an import got the e-mail. */
export async function markImportEmailed(executor: Executor, importUid: string, at: Date): Promise<void> {
  await BulkImportModel.query(executor).findById(importUid).patch({ emailedAt: at });
}
