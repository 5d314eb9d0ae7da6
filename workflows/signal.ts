import { defineSignal, type SignalDefinition } from '@temporalio/workflow';
import type { AnyWorkflow, SignalOf } from '../src/domain/workflows';

/** Returns a signal of a workflow by its name in the catalog. An unknown name doesn't compile. */
export function signal<W extends AnyWorkflow>(_workflow: W, name: SignalOf<W>): SignalDefinition {
  return defineSignal(name);
}
