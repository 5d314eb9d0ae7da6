import { defineSignal, type SignalDefinition } from '@temporalio/workflow';
import type { AnyWorkflow, SignalOf } from '../src/domain/workflows';

/** A signal of a workflow, by the name that whoever sends it uses: one that the catalogue has not does not compile. */
export function signal<W extends AnyWorkflow>(_workflow: W, name: SignalOf<W>): SignalDefinition {
  return defineSignal(name);
}
