/** What is done to many things of the queue at once, and what became of each. */
import { z } from 'zod';
import { bulkActions, decides } from '../../domain/desk/bulk';
import { queueKinds } from '../../domain/desk/queue';
import { isUuid } from '../../domain/text';
import { workflows } from '../../domain/workflows';
import { field, formOf, list } from '../forms';
import { showBulk, startBulk } from '../../usecases/desk/bulks';
import { page, redirect, type Reply } from '../reply';
import { signInAgainAt } from '../route';
import { uidIn } from '../visit';
import { renderBulkPage } from './pages/bulk-page';
import { deskPath } from './paths';
import { act, auditedLook, refusedTo, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

/** How often the page of one that runs is loaded again, and for how long after it was asked for. */
const again = { everyMs: 2_000, forMs: 15 * 60_000 } as const;

/** Something of the queue, as `kind:uid`. */
const item = z.string().transform((text, context) => {
  const [kindText = '', uid = ''] = text.split(':', 2);
  const kind = queueKinds.find(known => known === kindText);
  if (kind !== undefined && isUuid(uid)) return { kind, uid };
  context.addIssue({ code: 'custom', message: 'What was picked is nothing of the queue.' });
  return z.NEVER;
});

const bulkForm = z.object({
  action: field(z.enum(bulkActions), 'Choose what is to be done.'),
  // Each thing once.
  item: list()
    .transform(items => [...new Set(items)])
    .pipe(z.array(item)),
  until: field(z.string()),
});

async function doToMany(visit: DeskVisit): Promise<Reply> {
  const { parts, form, isFresh } = visit;
  const { action, item: items, until } = formOf(bulkForm, form);
  if (decides(action) && !isFresh) return signInAgainAt(deskPath(), deskPath());
  const asked = { action, items, until: action === 'snooze' ? until : null };
  const uid = await visit.change(change => startBulk(change, parts.exchangeTerms, asked));
  return redirect(deskPath('bulk', uid));
}

async function showTheBulk(visit: DeskVisit): Promise<Reply> {
  const { viewer, parts } = visit;
  const uid = uidIn(visit);
  const { bulk, operatorName, items } = await visit.change(change => showBulk(change, uid));
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
export const bulkRoutes: readonly DeskRoute[] = [
  act(
    '/bulk',
    'bulk.start',
    doToMany,
    refusedTo(() => deskPath()),
  ),
  auditedLook('/bulk/:uid', 'bulk.read', showTheBulk),
];
