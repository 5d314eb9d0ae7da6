import { withQuery } from '../paths';
import { redirect, type Reply } from '../reply';
import { findLedTo } from '../../usecases/desk/workflows';
import { deskPath, pathOfItem } from './paths';
import { look, type DeskRoute } from './routes';
import type { DeskVisit } from './visit';

async function redirectToSubject({ parts, params }: DeskVisit): Promise<Reply> {
  const { page, uid } = await findLedTo(parts.db, params['type'] ?? '', params['subject'] ?? '');
  if (page === 'exchanges') return redirect(withQuery(deskPath(), { kind: 'exchange' }));
  return redirect(page === 'bulk' ? deskPath('bulk', uid) : pathOfItem({ kind: page, uid }));
}

/**
 * The links from a workflow in the Temporal UI to the page that it is about. The path contains the workflow's
 * id, including its slashes (DESK-43).
 */
export const workflowRoutes: readonly DeskRoute[] = [
  look('/workflows/:type/:subject', 'showWorkflowSubject', redirectToSubject),
  look('/workflows/:type/:subject/:run', 'showWorkflowSubject', redirectToSubject),
];
