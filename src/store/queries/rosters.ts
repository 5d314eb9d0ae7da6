import type { SentDetails } from '../../domain/searches/refusals';
import type { SearchKind } from '../../domain/searches/search-kind';
import type { Transaction } from '../database';
import { named } from '../named';

/** A run on its way to a partner by roster, as it is queued. */
export interface NewRosterEntry {
  readonly runUid: string;
  readonly partner: string;
  readonly kind: SearchKind;
  readonly patientUid: string;
  readonly details: SentDetails;
  readonly queuedAt: Date;
}

const insertEntry = named(`
  insert into roster_entry (run_uid, partner, kind, patient_uid, details, state, queued_at)
  values (?, ?, ?, ?, ?::jsonb, 'queued', ?)
  on conflict on constraint roster_entry_pkey do nothing
`);

/** Queues a run for the next file; a repeat is ignored. */
export async function insertRosterEntry(tx: Transaction, entry: NewRosterEntry): Promise<void> {
  const { runUid, partner, kind, patientUid, details, queuedAt } = entry;
  await insertEntry.run(tx, [runUid, partner, kind, patientUid, JSON.stringify(details), queuedAt]);
}
