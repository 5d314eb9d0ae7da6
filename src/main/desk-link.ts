import { deskPath } from '../site/desk/paths';
import { isShownAtDesk, partsOfWorkflowId } from '../domain/desk/workflow-subject';
import type { Config } from './config';

/**
 * Returns the desk's URL for a workflow's subject; `undefined` if the desk is off, or has no page for it. It
 * is in the workflow's details, which the Temporal UI shows, encrypted like everything sent there.
 */
export function deskLinkOf({
  DESK_ADDRESSES: addresses,
  PUBLIC_URL: base,
}: Pick<Config, 'DESK_ADDRESSES' | 'PUBLIC_URL'>): (workflowId: string) => string | undefined {
  return workflowId =>
    addresses.length > 0 && isShownAtDesk(workflowId)
      ? new URL(deskPath('workflows', ...partsOfWorkflowId(workflowId)), base).href
      : undefined;
}
