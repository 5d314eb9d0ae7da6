// SQL text: which tags are in use, which a member sees. Objection: rows by key.
import type { Environment, ProjectScope } from '../../domain/projects/project';
import { tagKeyOf, type Tag } from '../../domain/record-requests/tags';
import type { Executor, Transaction } from '../database';
import { RecordRequestTagModel, RequestTagModel, type RequestTag } from '../models/request-tag';
import { CompanyModel } from '../models/tenants';
import { named } from '../named';
import { isVisible, scopeParams } from '../tenants/projects';

/** The tags of the record request `r` as JSON, in alphabetical order. */
export const tagsSql = `(select coalesce(jsonb_agg(jsonb_build_object('uid', t.uid, 'name', t.name)
      order by t.key), '[]'::jsonb)
    from record_request_tag rt join request_tag t on t.uid = rt.tag_uid
    where rt.record_request_uid = r.uid)`;

/** Locks the tags of a company against other changes, until the transaction ends. */
export async function lockTagsOf(tx: Transaction, companyUid: string): Promise<void> {
  await CompanyModel.query(tx).select('uid').findById(companyUid).forNoKeyUpdate();
}

/** Lists the tags of a record request in alphabetical order. */
export async function listTagsOfRequest(executor: Executor, recordRequestUid: string): Promise<Tag[]> {
  const tags = await RequestTagModel.query(executor)
    .select('uid', 'name')
    .whereIn(
      'uid',
      RecordRequestTagModel.query(executor).select('tag_uid').where({ record_request_uid: recordRequestUid }),
    )
    .orderBy('key');
  return tags.map(({ uid, name }) => ({ uid, name }));
}

/** Where tags are kept: apart for each environment. */
interface TagPlace {
  readonly companyUid: string;
  readonly environment: Environment;
}

/** Lists the existing tags of a company with these names; case doesn't count. */
export async function findTags(
  executor: Executor,
  { companyUid, environment }: TagPlace,
  names: readonly string[],
): Promise<Tag[]> {
  const tags = await RequestTagModel.query(executor)
    .select('uid', 'name')
    .where({ company_uid: companyUid, environment })
    .whereIn('key', names.map(tagKeyOf));
  return tags.map(({ uid, name }) => ({ uid, name }));
}

/** Counts the different tags of a company. */
export async function countTags(executor: Executor, { companyUid, environment }: TagPlace): Promise<number> {
  return RequestTagModel.query(executor).where({ company_uid: companyUid, environment }).resultSize();
}

/** Stores new tags. */
export async function insertTags(tx: Transaction, tags: readonly RequestTag[]): Promise<void> {
  if (tags.length > 0) await RequestTagModel.query(tx).insert([...tags]);
}

/** Adds tags to a record request. */
export async function addTagsTo(
  tx: Transaction,
  { uid: recordRequestUid, projectUid }: { readonly uid: string; readonly projectUid: string },
  tagUids: readonly string[],
): Promise<void> {
  if (tagUids.length === 0) return;
  const added = tagUids.map(tagUid => ({ recordRequestUid, tagUid, projectUid }));
  await RecordRequestTagModel.query(tx).insert(added);
}

/** Removes tags from a record request, and from the company if no other request has them. */
export async function removeTagsFrom(
  tx: Transaction,
  recordRequestUid: string,
  tagUids: readonly string[],
): Promise<void> {
  await RecordRequestTagModel.query(tx)
    .where({ record_request_uid: recordRequestUid })
    .whereIn('tag_uid', [...tagUids])
    .delete();
  await RequestTagModel.query(tx)
    .whereIn('uid', [...tagUids])
    .whereNotExists(
      RecordRequestTagModel.query(tx).select('tag_uid').whereColumn('tag_uid', 'request_tag.uid'),
    )
    .delete();
}

const listSeen = named<Tag, ProjectScope & { limit: number }>(`
  select t.uid, t.name from request_tag t
  where t.company_uid = :companyUid and t.environment = :environment
    and exists (select from record_request_tag rt where rt.tag_uid = t.uid
      and rt.project_uid = any(array(select j.uid from project j where ${isVisible('j')})))
  order by t.key limit :limit`);

/** Lists the tags of the record requests that a scope sees, in alphabetical order. */
export async function listSeenTags(executor: Executor, scope: ProjectScope, limit: number): Promise<Tag[]> {
  return listSeen.run(executor, { ...scopeParams(scope), limit });
}
