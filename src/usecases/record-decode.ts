import { runChange, type ChangeParts } from './change';

/** Leaves an audit row of an operator's reading of sealed workflow payloads; called before anything is shown. */
export async function recordDecode(parts: ChangeParts, operator: string): Promise<void> {
  const principal = { kind: 'operator', name: operator } as const;
  const act = { principal, requestId: null, event: 'workflowPayload.decode' };
  await runChange(parts, act, change => change.audit(undefined));
}
