/** The tags of record requests, which members put on them in the console. */
import type { ConsolePrincipal } from '../../access/principal';
import { uidOf } from '../../domain/changes';
import { Problem } from '../../domain/problem';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import {
  companyTagsMax,
  tagFault,
  tagKeyOf,
  tagLengthMax,
  tagsAfter,
  tagsMax,
  type Tag,
  type TagEdit,
  type TagFault,
} from '../../domain/record-requests/tags';
import {
  addTagsTo,
  countTags,
  findTags,
  insertTags,
  listTagsOfRequest,
  lockTagsOf,
  removeTagsFrom,
} from '../../store/record-requests/tags';
import { resource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { memberChangeOf } from '../patients/member-patients';
import { lockRecordRequest } from './lookup';
import type { SeenRequestRef } from './member-requests';

/** What a fault of tags says to a member. */
export const tagSentences: Readonly<Record<TagFault, string>> = {
  tooLong: `A tag can have at most ${tagLengthMax} characters. Shorten it, or separate tags with commas.`,
  tooMany: `A record request can have at most ${tagsMax} tags. Remove one first.`,
};

/** Returns the tags with these names, the new ones created. @throws OperatorError for too many */
async function tagsNamed(
  { tx, now, newUid, principal }: Change<ConsolePrincipal>,
  names: readonly string[],
): Promise<Tag[]> {
  const known = await findTags(tx, principal, names);
  const keys = new Set(known.map(({ name }) => tagKeyOf(name)));
  const { companyUid, environment } = principal;
  const made = names
    .filter(name => !keys.has(tagKeyOf(name)))
    .map(name => ({ uid: newUid(), companyUid, environment, name, key: tagKeyOf(name), createdAt: now }));
  if (made.length > 0 && (await countTags(tx, principal)) + made.length > companyTagsMax)
    throw new OperatorError(
      `Your company already has ${companyTagsMax} different tags. Use one of them, or remove one from all ` +
        'of its record requests.',
    );
  await insertTags(tx, made);
  return [...known, ...made];
}

const keysOf = (tags: readonly Tag[]): ReadonlySet<string> => new Set(tags.map(({ name }) => tagKeyOf(name)));

/** Stores the tags of a locked request, with the audit row. @returns whether anything changed */
async function commitTags(
  change: Change<ConsolePrincipal>,
  request: RecordRequest,
  { before, wanted }: { readonly before: readonly Tag[]; readonly wanted: readonly string[] },
): Promise<boolean> {
  const fault = tagFault(wanted);
  if (fault !== undefined) throw new OperatorError(tagSentences[fault]);
  const [had, has] = [keysOf(before), new Set(wanted.map(tagKeyOf))];
  const added = await tagsNamed(
    change,
    wanted.filter(name => !had.has(tagKeyOf(name))),
  );
  const removed = before.filter(({ name }) => !has.has(tagKeyOf(name)));
  const subject = resource('recordRequest', request);
  if (added.length === 0 && removed.length === 0) {
    await change.auditLook(subject, { as: 'recordRequest.read' });
    return false;
  }
  const uidsOf = (tags: readonly Tag[]): string[] => tags.map(({ uid }) => uid);
  await addTagsTo(change.tx, request, uidsOf(added));
  await removeTagsFrom(change.tx, request.uid, uidsOf(removed));
  await change.audit(subject, 'recordRequest.tag', {
    added: uidsOf(added).map(uidOf),
    removed: uidsOf(removed).map(uidOf),
  });
  return true;
}

/** @throws Problem 403 without `ManageRecordRequests`, 404, `project.closed` */
async function lockTagged(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<{ readonly request: RecordRequest; readonly before: readonly Tag[] }> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  // Before the request, as when a member is removed and their requests are assigned to another one.
  await lockTagsOf(change.tx, change.principal.companyUid);
  const request = await lockRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
  return { request, before: await listTagsOfRequest(change.tx, request.uid) };
}

const sameTags = (some: readonly string[], others: readonly string[]): boolean =>
  some.map(tagKeyOf).toSorted().join() === others.map(tagKeyOf).toSorted().join();

/**
 * Sets the tags of a record request (CONSOLE-84).
 * @param wanted their names, and the names that the form showed
 * @throws Problem 403 without `ManageRecordRequests`, 404, `project.closed`, `console.formStale` if they
 * changed since the form was shown; OperatorError for too many or too long ones
 */
export async function setSeenTags(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  { names, shown }: { readonly names: readonly string[]; readonly shown: readonly string[] },
): Promise<void> {
  const { request, before } = await lockTagged(change, seen);
  const current = before.map(({ name }) => name);
  if (!sameTags(current, shown) && !sameTags(current, names)) throw new Problem('console.formStale');
  await commitTags(change, request, { before, wanted: names });
}

/**
 * Adds tags to a record request and removes others (CONSOLE-85).
 * @returns whether anything changed
 * @throws Problem and OperatorError as {@link setSeenTags}
 */
export async function editSeenTags(
  change: Change<ConsolePrincipal>,
  seen: SeenRequestRef,
  edit: TagEdit,
): Promise<boolean> {
  const { request, before } = await lockTagged(change, seen);
  const names = before.map(({ name }) => name);
  return commitTags(change, request, { before, wanted: tagsAfter(names, edit) });
}
