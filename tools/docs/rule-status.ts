import type { Rule } from '../../src/reference/rules';

/**
 * Whether a rule holds: its part of the product is built and tested, built without a test, does something
 * else, or doesn't exist.
 */
export type RuleStatus = 'built' | 'notTestedYet' | 'notTrueYet' | 'notBuiltYet';

/** Returns whether a rule holds, from its last two columns. */
export function statusOf({ decidedIn, provedBy }: Rule): RuleStatus {
  if (decidedIn === 'not built yet') return 'notBuiltYet';
  if (/^not true yet: ./.test(provedBy)) return 'notTrueYet';
  return /^not tested yet: ./.test(provedBy) ? 'notTestedYet' : 'built';
}
