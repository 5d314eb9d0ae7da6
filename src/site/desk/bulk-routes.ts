/** What is done to many things of the queue at once, and what became of each. */
import { bulkActions, decides } from '../../domain/desk/bulk';
import { queueKinds } from '../../domain/desk/queue';
import { isUuid } from '../../domain/text';
import { workflows } from '../../domain/workflows';
import { signInAgainAt } from '../door-routes';
import { page, redirect, type Reply } from '../reply';
import { showBulk, startBulk } from '../../usecases/desk/bulks';
import type { QueueRef } from '../../usecases/desk/queue';
import { OperatorError } from '../../usecases/operator-error';
import { renderBulkPage } from './pages/bulk-page';
import { renderRefusedPage } from './pages/refused-page';
import { deskPath } from './paths';
import { act, auditedLook, type Route } from './routes';
import type { Visit } from './visit';
import { uidIn } from '../uid-in';

/** How often the page of one that runs is loaded again, and for how long after it was asked for. */
const again = { everyMs: 2_000, forMs: 15 * 60_000 } as const;

/** The things that are picked, each once. @throws OperatorError for what names none */
function itemsIn({ form }: Visit): QueueRef[] {
  return [...new Set(form.getAll('item'))].map(said => {
    const [kindSaid = '', uid = ''] = said.split(':', 2);
    const kind = queueKinds.find(known => known === kindSaid);
    if (kind === undefined || !isUuid(uid))
      throw new OperatorError('What was picked is nothing of the queue.');
    return { kind, uid };
  });
}

async function doToMany(visit: Visit): Promise<Reply> {
  const { viewer, parts, form, isFresh, change, attempt } = visit;
  const action = bulkActions.find(known => known === form.get('action'));
  if (action !== undefined && decides(action) && !isFresh) return signInAgainAt(deskPath(), deskPath());
  const outcome = await attempt(() =>
    change(async inner => {
      if (action === undefined) throw new OperatorError('Choose what is to be done.');
      const until = action === 'snooze' ? (form.get('until') ?? '') : null;
      return startBulk(inner, parts.exchangeTerms, { action, items: itemsIn(visit), until });
    }),
  );
  if (outcome.isDone) return redirect(deskPath('bulk', outcome.value));
  return page(renderRefusedPage(viewer, { sentence: outcome.sentence, back: deskPath() }), 409);
}

async function showTheBulk(visit: Visit): Promise<Reply> {
  const { viewer, parts, change } = visit;
  const uid = uidIn(visit);
  const { bulk, operatorName, items } = await change(inner => showBulk(inner, uid));
  const age = parts.clock.now().getTime() - bulk.createdAt.getTime();
  return page(
    renderBulkPage(viewer, {
      ...bulk,
      operatorName,
      items,
      workflowUrl: parts.workflowUrl('work', workflows.deskBulk.id({ bulkUid: bulk.uid })),
      againMs: age < again.forMs ? again.everyMs : undefined,
    }),
  );
}

/** What is done to many at once. */
export const bulkRoutes: readonly Route[] = [
  act('/bulk', 'bulk.start', doToMany),
  auditedLook('/bulk/:uid', 'bulk.read', showTheBulk),
];
