// Objection: adding an entry. SQL text: the export reads any number of rows in pages, with names from two
// tables.
import type { LedgerEntry } from '../../domain/billing/ledger-entry';
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
  readonly userEmail: string;
}

const page = named<NamedLedgerEntry, PeriodPage>(`
  select ${selectList(LedgerEntryModel, 'l')}, c.id as "companyId", u.email as "userEmail"
  from ledger_entry l join company c on c.uid = l.company_uid join app_user u on u.uid = l.user_uid
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
