import { projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { Executor } from '../../store/database';
import { findFirstFacts, type FirstFacts } from '../../store/tenants/first-steps';

/** What a member has got to in the environment that they are in, from facts: nothing is checked off by hand (CONSOLE-31). */
export async function inspectFirstSteps(
  executor: Executor,
  principal: ConsolePrincipal,
): Promise<FirstFacts> {
  return findFirstFacts(executor, projectScopeOf(principal), principal.userUid);
}
