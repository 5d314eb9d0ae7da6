import type { LedgerEntry } from '../../domain/billing/ledger-entry';
import { fixed, type Columns } from '../columns';
import { rows } from './base';

/** A billable action; never changed. */
export class LedgerEntryModel extends rows<LedgerEntry>() {
  static override tableName = 'ledger_entry';
  static override idColumn = 'uid';
  static override readonly columns = {
    uid: fixed('uuid'),
    companyUid: fixed('uuid'),
    userUid: fixed('uuid | null'),
    environment: fixed('text'),
    action: fixed('text'),
    siteUid: fixed('uuid | null'),
    projectUid: fixed('uuid | null'),
    searchRunUid: fixed('uuid | null'),
    lastNames: fixed('integer | null'),
    units: fixed('integer'),
    occurredAt: fixed('timestamptz'),
  } satisfies Columns<LedgerEntry>;
}
