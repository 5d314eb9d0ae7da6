/**
 * The record requests of all projects that a member sees: listed with the columns they chose, searched, and
 * exported in the console.
 */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { ProjectScope } from '../../domain/projects/project';
import { notFound } from '../../domain/problem';
import { requestNumberIn } from '../../domain/record-requests/request-number';
import { exportRowsMax, type RequestView } from '../../domain/record-requests/request-list';
import {
  countSeenInView,
  countSeenRequests,
  listSeenByUid,
  listSeenRequests as listSeen,
  searchSeenRequests as searchSeen,
  type RequestListPart,
} from '../../store/record-requests/seen-requests';
import type { RequestListFilter } from '../../store/record-requests/request-list-filter';
import type { Tag } from '../../domain/record-requests/tags';
import type { Executor } from '../../store/database';
import {
  listAssignableMembers,
  listSeenRequesters,
  type ChoosableMember,
} from '../../store/record-requests/assignments';
import {
  findSeenFacility,
  listSeenFacilities,
  type ChoosableFacility,
} from '../../store/record-requests/seen-facilities';
import { deleteListColumns, findListColumns, putListColumns } from '../../store/record-requests/list-columns';
import { listSeenTags } from '../../store/record-requests/tags';
import type { SeenRequest } from '../../store/record-requests/listed-requests';
import { resource, type Change } from '../change';
import { OperatorError } from '../operator-error';
import { lookedAt, type Reading } from '../reading';

/** The most tags, members, and requesters to choose from. */
const choicesMax = 500;
/** The most facilities to choose from. */
export const facilityChoicesMax = 200;

/** What the filters of the list offer. */
export interface RequestChoices {
  readonly tags: readonly Tag[];
  /** The members to whom requests can be assigned. */
  readonly members: readonly ChoosableMember[];
  readonly requesters: readonly ChoosableMember[];
  /** The facilities that were added last, and the chosen one, by name. */
  readonly facilities: readonly ChoosableFacility[];
}

async function listFacilities(
  db: Executor,
  scope: ProjectScope,
  chosenUid: string | undefined,
): Promise<ChoosableFacility[]> {
  const listed = await listSeenFacilities(db, scope, facilityChoicesMax);
  const isListed = chosenUid === undefined || listed.some(({ uid }) => uid === chosenUid);
  const chosen = isListed ? undefined : await findSeenFacility(db, scope, chosenUid);
  return [...listed, ...(chosen === undefined ? [] : [chosen])].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en-US'),
  );
}

/**
 * Lists the tags that a member sees in use, the members who see requests of the same projects, and who
 * requested records there and from which facilities (CONSOLE-93).
 * @param siteUid a facility that is offered in any case, if the member sees a request there
 * @throws Problem 403 without `ViewRecordRequests`
 */
export async function listRequestChoices(
  db: Executor,
  principal: ConsolePrincipal,
  siteUid?: string,
): Promise<RequestChoices> {
  assertPermission(principal, 'ViewRecordRequests');
  const scope = projectScopeOf(principal);
  return {
    facilities: await listFacilities(db, scope, siteUid),
    tags: await listSeenTags(db, scope, choicesMax),
    members: await listAssignableMembers(db, scope, undefined, choicesMax),
    requesters: await listSeenRequesters(db, scope, choicesMax),
  };
}

/** A part of the list, and how many requests each view has. */
export interface SeenRequestList {
  readonly requests: readonly SeenRequest[];
  /** Each up to `countedMax` plus one; only of the shown view under a filter that takes long. */
  readonly counts: Readonly<Partial<Record<RequestView, number>>>;
}

/**
 * Returns a part of the record requests that a member sees, with the counts of all views under the same
 * filter. Whose turn it is and what someone follows takes long to find out, so then only the shown view is
 * counted.
 * @throws Problem 403 without `ViewRecordRequests`, 404 for a project that they don't see
 */
export async function listSeenRequests(
  reading: Reading,
  filter: RequestListFilter,
  part: RequestListPart,
): Promise<SeenRequestList> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewRecordRequests');
  saw(await lookedAt(reading, filter.projectId));
  const scope = projectScopeOf(principal);
  const time = { now: reading.now };
  const countViews = async (): Promise<SeenRequestList['counts']> =>
    filter.turn === undefined && filter.followerUid === undefined
      ? countSeenRequests(db, scope, filter, time)
      : { [part.view]: await countSeenInView(db, scope, part.view, filter, time) };
  // Both take long at many requests, so the database works on them at the same time.
  const [requests, counts] = await Promise.all([
    listSeen(db, scope, filter, { ...part, ...time }),
    countViews(),
  ]);
  return { requests, counts };
}

/**
 * Searches the record requests that a member sees by their number, by a text in their reference or the
 * facility's name, or in the patient's ID, name, or reference if they may see patients. The text isn't
 * stored anywhere (CONSOLE-38).
 * @throws Problem as {@link listSeenRequests}
 */
export async function searchSeenRequests(
  reading: Reading,
  wanted: { readonly text: string; readonly projectId: string | undefined; readonly limit: number },
): Promise<SeenRequest[]> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ViewRecordRequests');
  saw(await lookedAt(reading, wanted.projectId));
  const searchesPatients = principal.permissions.has('ViewPatients');
  const requestNumber = requestNumberIn(wanted.text);
  const sought = { ...wanted, requestNumber, searchesPatients };
  return searchSeen(db, projectScopeOf(principal), sought, { now: reading.now });
}

/**
 * Returns the record requests with these uids, newest first.
 * @throws Problem 403 without `ManageRecordRequests`; 404 if the member doesn't see one of them
 */
export async function selectSeenRequests(
  reading: Pick<Reading, 'db' | 'now' | 'principal' | 'saw'>,
  uids: readonly string[],
): Promise<SeenRequest[]> {
  const { db, principal, saw } = reading;
  assertPermission(principal, 'ManageRecordRequests');
  assertPermission(principal, 'ViewRecordRequests');
  saw(await lookedAt(reading, undefined));
  const found = await listSeenByUid(db, projectScopeOf(principal), uids, { now: reading.now });
  if (found.length < new Set(uids).size) throw notFound('the member sees no such record request');
  return found;
}

/**
 * Returns all record requests of a list for a file, and records the export in the audit log with the number
 * of rows.
 * @throws Problem as {@link listSeenRequests}; OperatorError for more than `exportRowsMax` rows
 */
export async function exportSeenRequests(
  change: Change<ConsolePrincipal>,
  filter: RequestListFilter,
  part: Pick<RequestListPart, 'view' | 'order'>,
): Promise<SeenRequest[]> {
  const { tx: db, principal, now } = change;
  assertPermission(principal, 'ViewRecordRequests');
  const subject = await lookedAt({ db, principal, now, saw: () => undefined }, filter.projectId);
  const limits = { offset: 0, limit: exportRowsMax + 1 };
  const time = { now: change.now };
  const found = await listSeen(db, projectScopeOf(principal), filter, { ...part, ...limits, ...time });
  if (found.length > exportRowsMax)
    throw new OperatorError(
      `The list has more than ${exportRowsMax.toLocaleString('en-US')} record requests. ` +
        'Narrow the filters, then export again.',
    );
  await change.audit(
    resource(subject.kind, { uid: subject.uid, companyUid: principal.companyUid }),
    'recordRequest.exportList',
    { rows: found.length },
  );
  return found;
}

/** Returns the columns of the list that a member chose; none for the usual ones. */
export async function listOwnColumns(
  executor: Executor,
  { membershipUid }: ConsolePrincipal,
): Promise<readonly string[]> {
  return findListColumns(executor, membershipUid);
}

/**
 * Stores the columns of the list that a member chose, for both environments (CONSOLE-95); none for the usual
 * ones.
 * @throws Problem 403 without `ViewRecordRequests`
 */
export async function chooseOwnColumns(
  change: Change<ConsolePrincipal>,
  columns: readonly string[],
): Promise<void> {
  const { tx, principal, now } = change;
  assertPermission(principal, 'ViewRecordRequests');
  const { membershipUid } = principal;
  if (columns.length === 0) await deleteListColumns(tx, membershipUid);
  else await putListColumns(tx, { membershipUid, columns, updatedAt: now });
  change.unaudited('which columns a member sees in a list shows nothing of anyone');
}
