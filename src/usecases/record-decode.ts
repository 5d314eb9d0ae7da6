import { runChange, type ChangeParts } from './change';

/** Leaves an audit row of an operator's reading of sealed workflow payloads; called before anything is shown. */
export async function recordDecode(parts: ChangeParts, operator: string): Promise<void> {
  await runChange(parts, { principal: { kind: 'operator', name: operator }, requestId: null }, change =>
    change.audit('workflowPayload.decode', undefined),
  );
}
