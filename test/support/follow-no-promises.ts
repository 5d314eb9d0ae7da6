/** For workers that run workflows in the thread of the tests (`debugMode` of the SDK). */
import { promiseHooks } from 'node:v8';

/**
 * Has the SDK follow no promise of this process. To tell where a workflow waits, which no test asks, it would look at each
 * one that is made or settled, ours as well and for as long as the process lives: in a thread of its own it sees those of
 * workflows alone.
 */
export function followNoPromises(): void {
  promiseHooks.createHook = () => () => undefined;
}
