import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

/** Returns everything that the server stores about a workflow, as raw bytes. */
export async function storedBytes(client: Client, workflowId: string): Promise<Buffer> {
  const execution = { workflowId };
  const service = client.workflowService;
  const { namespace } = client.options;
  const v1 = temporal.api.workflowservice.v1;
  const parts: Uint8Array[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await service.getWorkflowExecutionHistory({
      namespace,
      execution,
      ...(nextPageToken && { nextPageToken }),
    });
    parts.push(v1.GetWorkflowExecutionHistoryResponse.encode(page).finish());
    nextPageToken = page.nextPageToken.length > 0 ? page.nextPageToken : undefined;
  } while (nextPageToken !== undefined);
  const described = await service.describeWorkflowExecution({ namespace, execution });
  parts.push(v1.DescribeWorkflowExecutionResponse.encode(described).finish());
  return Buffer.concat(parts);
}
