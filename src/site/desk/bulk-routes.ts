/** Bulk actions on queue items, and their results. */
import { z } from 'zod';
import { bulkActions, decides } from '../../domain/desk/bulk';
import { queueKinds } from '../../domain/desk/queue';
import { isUuid } from '../../domain/text';
import { workflows } from '../../domain/workflows';
import { formKey } from '../form-key';
import { field, formOf, list } from '../forms';
import { showBulk, startBulk } from '../../usecases/desk/bulks';
import { page, redirect, type Reply } from '../reply';
import { signInAgainAt } from '../route';
import { uidIn } from '../visit';
import { renderBulkPage } from './pages/bulk-page';
import { deskPath } from './paths';
import { act, auditedLook, refusedTo, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

/** How often the page of a running bulk action reloads, and for how long after the request. */
const reload = { everyMs: 2_000, forMs: 15 * 60_000 } as const;

/** A queue item, as `kind:uid`. */
const item = z.string().transform((text, context) => {
  const [kindText = '', uid = ''] = text.split(':', 2);
  const kind = queueKinds.find(known => known === kindText);
  if (kind !== undefined && isUuid(uid)) return { kind, uid };
  context.addIssue({
    code: 'custom',
    message: "A selected item isn't a queue item. Reload the queue, and try again.",
  });
  return z.NEVER;
});

const bulkForm = z.object({
  action: field(z.enum(bulkActions), 'Choose an action.'),
  // Each item once.
  item: list()
    .transform(items => [...new Set(items)])
    .pipe(z.array(item)),
  until: field(z.string()),
  once: formKey,
});

async function start(visit: DeskVisit): Promise<Reply> {
  const { parts, form, isFresh } = visit;
  const { action, item: items, until, once } = formOf(bulkForm, form);
  if (decides(action) && !isFresh) return signInAgainAt(deskPath(), deskPath());
  const wish = { action, items, until: action === 'snooze' ? until : null, formKey: once };
  const uid = await visit.change(change => startBulk(change, parts, wish));
  return redirect(deskPath('bulk', uid));
}

async function showResults(visit: DeskVisit): Promise<Reply> {
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
      againMs: age < reload.forMs ? reload.everyMs : undefined,
    }),
  );
}

/** Bulk actions. */
export const bulkRoutes: readonly DeskRoute[] = [
  act(
    '/bulk',
    'bulk.start',
    start,
    refusedTo(() => deskPath()),
  ),
  auditedLook('/bulk/:uid', 'bulk.read', showResults),
];
