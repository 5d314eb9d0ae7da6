/** Billable actions, their export for invoices, and a company's own view (EMBED-5, PATIENT-5). */
import type { MemberPrincipal, OperatorPrincipal } from '../access/principal';
import { billableActions, type Usage, type UserAction } from '../domain/billing/ledger-entry';
import type { Patient } from '../domain/patients/patient';
import { environmentOf, type Project } from '../domain/projects/project';
import type { SearchKind } from '../domain/searches/search';
import { uuidv7 } from '../platform/ids';
import type { Transaction } from '../store/database';
import { insertLedgerEntry, readLedger, sumUsage, type NamedLedgerEntry } from '../store/billing/ledger';
import { openPeriod, type PeriodForm } from './exported-period';
import type { Change, ChangeParts } from './change';
import type { Reading } from './reading';

const noRun = { projectUid: null, searchRunUid: null, lastNames: null, units: 1 } as const;

/**
 * Records a user's billable action in the transaction that does it. @param siteUid the site that it is about,
 * if any
 */
export async function bill(
  tx: Transaction,
  { companyUid, userUid, environment }: MemberPrincipal,
  action: UserAction,
  occurredAt: Date,
  siteUid: string | null = null,
): Promise<void> {
  const uid = uuidv7(occurredAt);
  const entry = { uid, companyUid, userUid, environment, action, siteUid, occurredAt };
  await insertLedgerEntry(tx, { ...entry, ...noRun });
}

/**
 * Records a run of a search in the transaction that starts it, with the number of last names it searches for:
 * each is one unit (PATIENT-5). No user starts a run.
 */
export async function billSearchRun(
  { tx, now, newUid }: Change,
  { uid: projectUid, companyUid, status }: Project,
  { lastNames }: Pick<Patient, 'lastNames'>,
  { kind, runUid: searchRunUid }: { readonly kind: SearchKind; readonly runUid: string },
): Promise<void> {
  await insertLedgerEntry(tx, {
    uid: newUid(),
    companyUid,
    userUid: null,
    environment: environmentOf(status),
    action: `search.${kind}`,
    siteUid: null,
    projectUid,
    searchRunUid,
    lastNames: lastNames.length,
    units: lastNames.length,
    occurredAt: now,
  });
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

/** A period of days in UTC: from one (inclusive) to another (exclusive). */
export interface UsagePeriod {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns what the caller's company used in their environment: every billable action in a fixed order, even
 * one that wasn't used.
 */
export async function readUsage({ db, principal }: Reading, { from, until }: UsagePeriod): Promise<Usage[]> {
  const { companyUid, environment } = principal;
  const days = { from: new Date(from), until: new Date(until) };
  const used = await sumUsage(db, { companyUid, environment, ...days });
  return billableActions.map(
    action => used.find(one => one.action === action) ?? { action, count: 0, units: 0 },
  );
}
