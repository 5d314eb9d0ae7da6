// Objection: adding an entry. SQL text: the export reads any number of rows in pages, with names from other
// tables, and usage is summed up.
import type { LedgerEntry, Usage } from '../../domain/billing/ledger-entry';
import type { Environment } from '../../domain/projects/project';
import type { SearchOutcome } from '../../domain/searches/search';
import type { Executor, Transaction } from '../database';
import { LedgerEntryModel } from '../models/ledger-entry';
import { named } from '../named';
import { readPeriod, type Period, type PeriodPage } from '../period';
import { selectList, valuesOf } from '../table';

/** Appends an entry, in the transaction of the billed action. */
export async function insertLedgerEntry(tx: Transaction, entry: LedgerEntry): Promise<void> {
  await LedgerEntryModel.query(tx).insert(valuesOf(LedgerEntryModel, entry));
}

/** An exported entry, with the names that an invoice needs. */
export interface NamedLedgerEntry extends LedgerEntry {
  readonly companyId: string;
  readonly userEmail: string | null;
  readonly projectId: string | null;
  /** How the search run ended; `null` while it goes on, and once it was erased. */
  readonly searchOutcome: SearchOutcome | null;
}

const page = named<NamedLedgerEntry, PeriodPage>(`
  select ${selectList(LedgerEntryModel, 'l')}, c.id as "companyId", u.email as "userEmail",
    p.id as "projectId", r.outcome as "searchOutcome"
  from ledger_entry l join company c on c.uid = l.company_uid
    left join app_user u on u.uid = l.user_uid
    left join project p on p.uid = l.project_uid
    left join search_run r on r.uid = l.search_run_uid
  where l.occurred_at >= :from and l.occurred_at < :until
    and (:companyUid::uuid is null or l.company_uid = :companyUid::uuid)
    and (l.occurred_at, l.uid) > (:afterOccurredAt, :afterUid::uuid)
  order by l.occurred_at, l.uid
  limit :limit
`);

/** Reads the entries of a period in order, in pages. */
export function readLedger(executor: Executor, period: Period): AsyncGenerator<NamedLedgerEntry> {
  return readPeriod(executor, period, page);
}

/** Whose usage, and from when (inclusive) to when (exclusive). */
export interface UsageOf {
  readonly companyUid: string;
  readonly environment: Environment;
  readonly from: Date;
  readonly until: Date;
}

const usage = named<Usage, UsageOf>(`
  select action, count(*)::int as count, sum(units)::int as units
  from ledger_entry
  where company_uid = :companyUid and environment = :environment
    and occurred_at >= :from and occurred_at < :until
  group by action
`);

/** Sums up what a company used, by action; what it didn't use is absent. */
export async function sumUsage(
  executor: Executor,
  { companyUid, environment, from, until }: UsageOf,
): Promise<Usage[]> {
  return usage.run(executor, { companyUid, environment, from, until });
}

/** What a company used of something that is billed in a calendar month (UTC). */
export interface MonthOfUsage extends Usage {
  /** `2026-11`. */
  readonly month: string;
}

const usageByMonth = named<MonthOfUsage, UsageOf>(`
  select to_char(l.occurred_at at time zone 'UTC', 'YYYY-MM') as month, l.action, count(*)::int as count,
    sum(l.units)::int as units
  from ledger_entry l
  where l.company_uid = :companyUid and l.environment = :environment
    and l.occurred_at >= :from and l.occurred_at < :until
  group by 1, 2
`);

/** Sums up what a company used, by month and action; what it didn't use is absent. */
export async function sumUsageByMonth(
  executor: Executor,
  { companyUid, environment, from, until }: UsageOf,
): Promise<MonthOfUsage[]> {
  return usageByMonth.run(executor, { companyUid, environment, from, until });
}
