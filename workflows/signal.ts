import { defineSignal, type SignalDefinition } from '@temporalio/workflow';
import type { AnyWorkflow, SignalOf } from '../src/domain/workflows';

/** A signal of a workflow, by its name in the catalogue; a name that is not there does not compile. */
export function signal<W extends AnyWorkflow>(_workflow: W, name: SignalOf<W>): SignalDefinition {
  return defineSignal(name);
}
