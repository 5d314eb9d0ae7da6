/** What a company used, by month, for its administrators (PATIENT-5). */
import { assertPermission } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import type { BillableAction } from '../../domain/billing/ledger-entry';
import { sumUsageByMonth } from '../../store/billing/ledger';
import type { Executor } from '../../store/database';

/** How many months are shown, the current one included. */
export const usageMonthsMax = 12;

/** The units of a month, by action; an action that wasn't used is absent. */
export interface UsageMonth {
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly units: ReadonlyMap<BillableAction, number>;
}

/** Returns the first instant of a month in UTC, counted from the current one: 0 is the current one. */
function startOfMonth(now: Date, offset: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
}

/**
 * Returns what the company used in the environment in the last 12 months, latest first. A month without use
 * has no units.
 * @throws Problem `permission.missing`
 */
export async function inspectUsage(
  executor: Executor,
  principal: ConsolePrincipal,
  now: Date,
): Promise<readonly UsageMonth[]> {
  assertPermission(principal, 'ManageMembers');
  const { companyUid, environment } = principal;
  const from = startOfMonth(now, 1 - usageMonthsMax);
  const until = startOfMonth(now, 1);
  const used = await sumUsageByMonth(executor, { companyUid, environment, from, until });
  return Array.from({ length: usageMonthsMax }, (_, index) => {
    const month = startOfMonth(now, -index).toISOString().slice(0, 7);
    const units = used
      .filter(entry => entry.month === month)
      .map(entry => [entry.action, entry.units] as const);
    return { month, units: new Map(units) };
  });
}
