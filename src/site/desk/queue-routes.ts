import { z } from 'zod';
import { queueKinds, type QueueKind } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import { environments } from '../../domain/projects/project';
import { isUuid } from '../../domain/text';
import type { DeskChange } from '../../usecases/change';
import { field, formOf } from '../forms';
import {
  countWaiting,
  releaseItem,
  showQueue,
  snoozeItem,
  takeItem,
  type QueueRef,
} from '../../usecases/desk/queue';
import { messageFor, redirectDone } from '../messages';
import { page, type Reply } from '../reply';
import type { Refusal } from '../route';
import { queried } from '../visit';
import { countTexts } from './components/queue-words';
import { renderQueuePage, type QueueFilters } from './pages/queue-page';
import { deskPath, pathOfItem } from './paths';
import { positionIn, positionOf } from '../positions';
import { act, auditedLook, look, refusedTo, type DeskRoute } from './routes';
import type { DeskParts, DeskVisit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'Assigned to you.',
  release: 'Released.',
  snooze: 'Snoozed.',
  wake: 'Returned to the queue.',
  decided: 'Decision saved.',
};

function filtersIn(visit: DeskVisit): QueueFilters {
  const given = (name: string): string => queried(visit, name).trim().slice(0, 64);
  const flag = (name: string): string => (given(name) === 'yes' ? 'yes' : '');
  const kind = queueKinds.find(known => known === given('kind')) ?? '';
  const environment = environments.find(known => known === given('environment')) ?? '';
  return {
    kind,
    environment,
    company: given('company'),
    mine: flag('mine'),
    overdue: flag('overdue'),
    snoozed: flag('snoozed'),
    many: flag('many'),
  };
}

/** Returns the filters as the use case takes them, without the company. */
function queryOf(filters: QueueFilters) {
  return {
    environment: environments.find(known => known === filters.environment),
    isMine: filters.mine !== '',
    isOverdue: filters.overdue !== '',
    showsSnoozed: filters.snoozed !== '',
  };
}

const companyOf = ({ company }: QueueFilters): string | undefined => (company === '' ? undefined : company);

/** Returns the counts for an open page, as it shows them, by kind. */
async function countForPage(visit: DeskVisit): Promise<Reply> {
  const { principal, parts } = visit;
  const filters = filtersIn(visit);
  const looker = { tx: parts.db, now: parts.clock.now(), principal };
  const query = { ...queryOf(filters), companyId: companyOf(filters) };
  return { kind: 'data', value: countTexts(await countWaiting(looker, parts, query)) };
}

async function queuePage(visit: DeskVisit, companyId: string | undefined, refusal?: Refusal): Promise<Reply> {
  const { viewer, principal, parts } = visit;
  const filters = filtersIn(visit);
  const kind = queueKinds.find(known => known === filters.kind);
  const after = positionIn(queried(visit, 'after'));
  const query = {
    kind,
    ...queryOf(filters),
    companyId,
    showsMany: filters.many !== '',
    after: kind === undefined || after === undefined ? undefined : { since: after.at, uid: after.uid },
  };
  const { items, counts, isMore, today } = await visit.change(change => showQueue(change, parts, query));
  const last = items.at(-1);
  const moreAfter =
    kind !== undefined && isMore && last !== undefined ? positionOf(last.since, last.uid) : undefined;
  return page(
    renderQueuePage(viewer, {
      filters,
      items,
      counts,
      isMore,
      today,
      moreAfter,
      operatorUid: principal.operatorUid,
      message: messageFor(visit, doneTexts, refusal),
    }),
    refusal?.status,
  );
}

async function showTheQueue(visit: DeskVisit): Promise<Reply> {
  return queuePage(visit, companyOf(filtersIn(visit)));
}

/** Shows the queue of all companies instead of an unknown one. */
async function ofAllCompanies(visit: DeskVisit, { status, fields }: Refusal): Promise<Reply> {
  const sentence = "We couldn't find a company with this ID, so all companies are shown.";
  return queuePage(visit, undefined, { sentence, status, fields });
}

function refIn({ params }: DeskVisit): QueueRef {
  const kind = queueKinds.find((known): known is QueueKind => known === params['kind']);
  const uid = params['uid'] ?? '';
  if (kind === undefined || !isUuid(uid)) throw notFound("the path doesn't name a queue item");
  return { kind, uid };
}

const backForm = z.object({ back: field(z.string()) });
const snoozeForm = z.object({ until: field(z.string()) });

/** Returns an action on a queue item. It returns to the queue, or shows why it was refused. */
function queueAct(
  name: string,
  event: string,
  work: (change: DeskChange, parts: DeskParts, ref: QueueRef, form: URLSearchParams) => Promise<void>,
): DeskRoute {
  const run = async (visit: DeskVisit): Promise<Reply> => {
    const ref = refIn(visit);
    const { parts, form } = visit;
    await visit.change(change => work(change, parts, ref, form));
    const isFromItsPage = formOf(backForm, form).back === 'here';
    return redirectDone(isFromItsPage ? pathOfItem(ref) : deskPath(), name);
  };
  return act(
    `/queue/:kind/:uid/${name}`,
    event,
    run,
    refusedTo(() => deskPath()),
  );
}

/** The work queue, and the actions on its items. */
export const queueRoutes: readonly DeskRoute[] = [
  auditedLook('', 'queue.read', showTheQueue, { refused: ofAllCompanies }),
  {
    ...look('/counts', 'countQueue', countForPage, { refused: async () => ({ kind: 'data', value: {} }) }),
    askedBy: 'page',
  },
  queueAct('take', 'queue.take', (change, { exchangeTerms }, ref) => takeItem(change, exchangeTerms, ref)),
  queueAct('release', 'queue.release', (change, { exchangeTerms }, ref) =>
    releaseItem(change, exchangeTerms, ref),
  ),
  queueAct('snooze', 'queue.snooze', (change, parts, ref, form) =>
    snoozeItem(change, parts, ref, formOf(snoozeForm, form).until),
  ),
  queueAct('wake', 'queue.wake', (change, parts, ref) => snoozeItem(change, parts, ref, null)),
];
