import { queueKinds, type QueueKind } from '../../domain/desk/queue';
import { notFound } from '../../domain/problem';
import { environments } from '../../domain/projects/project';
import { isUuid } from '../../domain/text';
import { queriedOf } from '../door-routes';
import { withQuery } from '../paths';
import { page, redirect, type Reply } from '../reply';
import type { DeskChange } from '../../usecases/change';
import {
  countWaiting,
  releaseItem,
  showQueue,
  snoozeItem,
  takeItem,
  type QueueRef,
} from '../../usecases/desk/queue';
import { countTexts } from './components/queue-words';
import { renderQueuePage, type QueueFilters } from './pages/queue-page';
import { renderRefusedPage } from './pages/refused-page';
import { deskPath, pathOfItem } from './paths';
import { positionIn, positionOf } from './positions';
import { act, askedByPage, auditedLook, type Route } from './routes';
import type { DeskParts, Visit } from './visit';

const doneTexts: Readonly<Record<string, string>> = {
  take: 'It is yours.',
  release: 'It is free again.',
  snooze: 'It is put off.',
  wake: 'It waits again.',
  decided: 'The decision is stored.',
};

function filtersIn(visit: Visit): QueueFilters {
  const said = (name: string): string => queriedOf(visit, name).trim().slice(0, 64);
  const flag = (name: string): string => (said(name) === 'yes' ? 'yes' : '');
  const kind = queueKinds.find(known => known === said('kind')) ?? '';
  const environment = environments.find(known => known === said('environment')) ?? '';
  return {
    kind,
    environment,
    company: said('company'),
    mine: flag('mine'),
    overdue: flag('overdue'),
    snoozed: flag('snoozed'),
    many: flag('many'),
  };
}

/** The filters as the use case takes them, but for the company. */
function wantedBy(filters: QueueFilters) {
  return {
    environment: environments.find(known => known === filters.environment),
    isMine: filters.mine !== '',
    isOverdue: filters.overdue !== '',
    showsSnoozed: filters.snoozed !== '',
  };
}

/** How much waits, for a page that is open: texts as it shows them, by the kind; all of them without a name. */
async function countForPage(visit: Visit): Promise<Reply> {
  const { principal, attempt, parts } = visit;
  const filters = filtersIn(visit);
  const companyId = filters.company === '' ? undefined : filters.company;
  const looker = { tx: parts.db, now: parts.clock.now(), principal };
  const counted = await attempt(() =>
    countWaiting(looker, parts.exchangeTerms, { ...wantedBy(filters), companyId }),
  );
  return { kind: 'data', value: counted.isDone ? countTexts(counted.value) : {} };
}

async function showTheQueue(visit: Visit): Promise<Reply> {
  const { viewer, principal, change, attempt, parts } = visit;
  const filters = filtersIn(visit);
  const kind = queueKinds.find(known => known === filters.kind);
  const after = positionIn(queriedOf(visit, 'after'));
  const query = {
    kind,
    ...wantedBy(filters),
    showsMany: filters.many !== '',
    after: kind === undefined || after === undefined ? undefined : { since: after.at, uid: after.uid },
  };
  const companyId = filters.company === '' ? undefined : filters.company;
  const look = (id: string | undefined) =>
    change(inner => showQueue(inner, parts.exchangeTerms, { ...query, companyId: id }));
  const looked = await attempt(() => look(companyId));
  const { items, counts, isMore, today } = looked.isDone ? looked.value : await look(undefined);
  const last = items.at(-1);
  const moreAfter =
    kind !== undefined && isMore && last !== undefined ? positionOf(last.since, last.uid) : undefined;
  const said = doneTexts[queriedOf(visit, 'done')];
  return page(
    renderQueuePage(viewer, {
      filters,
      items,
      counts,
      isMore,
      today,
      moreAfter,
      operatorUid: principal.operatorUid,
      ...(looked.isDone ? {} : { fault: 'There is no company with this id: all of them are shown.' }),
      ...(said === undefined ? {} : { said }),
    }),
    looked.isDone ? 200 : 422,
  );
}

function refIn({ params }: Visit): QueueRef {
  const kind = queueKinds.find((known): known is QueueKind => known === params['kind']);
  const uid = params['uid'] ?? '';
  if (kind === undefined || !isUuid(uid)) throw notFound('the path names nothing of the queue');
  return { kind, uid };
}

/** An act on something that waits: done, it leads back to the queue; refused, it says why, and who has it. */
function queueAct(
  name: string,
  event: string,
  work: (change: DeskChange, parts: DeskParts, ref: QueueRef, form: URLSearchParams) => Promise<void>,
): Route {
  return act(`/queue/:kind/:uid/${name}`, event, async visit => {
    const ref = refIn(visit);
    const { viewer, change, attempt, parts, form } = visit;
    const outcome = await attempt(() => change(inner => work(inner, parts, ref, form)));
    // From its own page back to it, else to the list.
    const own = form.get('back') === 'here' ? pathOfItem(ref) : undefined;
    if (outcome.isDone) return redirect(withQuery(own ?? deskPath(), { done: name }));
    return page(renderRefusedPage(viewer, { sentence: outcome.sentence, back: deskPath() }), 409);
  });
}

/** The queue, and what is done with what waits in it. */
export const queueRoutes: readonly Route[] = [
  auditedLook('', 'queue.read', showTheQueue),
  askedByPage('/counts', 'countQueue', countForPage),
  queueAct('take', 'queue.take', (change, { exchangeTerms }, ref) => takeItem(change, exchangeTerms, ref)),
  queueAct('release', 'queue.release', (change, { exchangeTerms }, ref) =>
    releaseItem(change, exchangeTerms, ref),
  ),
  queueAct('snooze', 'queue.snooze', (change, { exchangeTerms }, ref, form) =>
    snoozeItem(change, exchangeTerms, ref, form.get('until') ?? ''),
  ),
  queueAct('wake', 'queue.wake', (change, { exchangeTerms }, ref) =>
    snoozeItem(change, exchangeTerms, ref, null),
  ),
];
