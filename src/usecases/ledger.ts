/** Billable actions, and their export for invoices (EMBED-5). */
import type { MemberPrincipal, OperatorPrincipal } from '../access/principal';
import type { BillableAction } from '../domain/billing/ledger-entry';
import { uuidv7 } from '../platform/ids';
import type { Transaction } from '../store/database';
import { insertLedgerEntry, readLedger, type NamedLedgerEntry } from '../store/billing/ledger';
import { openPeriod, type PeriodForm } from './exported-period';
import type { ChangeParts } from './change';

/**
 * Records a billable action in the transaction that does it. @param siteUid the site that it is about, if any
 */
export async function bill(
  tx: Transaction,
  { companyUid, userUid, environment }: MemberPrincipal,
  action: BillableAction,
  occurredAt: Date,
  siteUid: string | null = null,
): Promise<void> {
  const uid = uuidv7(occurredAt);
  await insertLedgerEntry(tx, { uid, companyUid, userUid, environment, action, siteUid, occurredAt });
}

/**
 * Reads the entries of a period in order. First writes an audit row for the export.
 * @throws OperatorError for an unknown company or a period that ends before it starts
 */
export async function* exportLedger(
  parts: ChangeParts,
  principal: OperatorPrincipal,
  form: PeriodForm,
): AsyncGenerator<NamedLedgerEntry> {
  yield* readLedger(parts.db, await openPeriod(parts, principal, 'ledger.export', form));
}
