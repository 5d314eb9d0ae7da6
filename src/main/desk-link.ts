import { deskPath } from '../site/desk/paths';
import { isShownAtDesk, partsOfWorkflowId } from '../domain/desk/workflow-subject';
import type { Config } from './config';

/**
 * Where the desk shows what a workflow is about; `undefined` where the desk is off, or has no page of it. It
 * stands in the details of the workflow, which the Temporal UI shows, sealed like all that is sent there.
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
