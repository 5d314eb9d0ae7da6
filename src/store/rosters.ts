import type { SentDetails } from '../domain/searches/refusals';
import type { SearchKind } from '../domain/searches/search';
import type { Executor, Transaction } from './database';
import { named } from './named';

/** A run on its way to a partner by roster, as it is queued. */
export interface NewRosterEntry {
  readonly runUid: string;
  readonly partner: string;
  readonly kind: SearchKind;
  readonly patientUid: string;
  /** Of an entry that has been sent nothing is left: its file's replica has it. */
  readonly details: SentDetails;
  readonly queuedAt: Date;
}

/** Where an entry stands; `accepted` means that the partner has acknowledged it. */
export type RosterEntryState = 'queued' | 'sent' | 'accepted' | 'refused' | 'answered';

/** A run on its way to a partner by roster. */
export interface RosterEntry extends NewRosterEntry {
  readonly transmissionId: string | null;
  readonly state: RosterEntryState;
}

/** A file exchanged with a partner. */
export interface RosterFile {
  readonly uid: string;
  readonly partner: string;
  readonly direction: 'outbound' | 'inbound';
  readonly kind: 'request' | 'acknowledgement' | 'results' | 'unknown';
  readonly transmissionId: string | null;
  readonly fileName: string;
  readonly storageKey: string;
  readonly etag: string;
  readonly createdAt: Date;
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

const queue = named<{ count: number; oldest: Date | null }>(`
  select count(*)::int as count, min(queued_at) as oldest from roster_entry where partner = ? and transmission_id is null
`);

/** How many runs wait for the next file to a partner, and since when. */
export async function measureRosterQueue(
  executor: Executor,
  partner: string,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const [row] = await queue.run(executor, [partner]);
  return row ?? { count: 0, oldest: null };
}

const take = named(`
  with next as (
    select e.run_uid from roster_entry e
    where e.partner = ? and e.transmission_id is null
      and e.kind = (select f.kind from roster_entry f where f.partner = ? and f.transmission_id is null
        order by f.queued_at limit 1)
    order by e.queued_at, e.run_uid limit ? for update
  )
  update roster_entry e set transmission_id = ? from next where e.run_uid = next.run_uid
`);

/** Puts the oldest queued runs of one search under a transmission. */
export async function takeRosterEntries(
  tx: Transaction,
  partner: string,
  transmissionId: string,
  limit: number,
): Promise<void> {
  await take.run(tx, [partner, partner, limit, transmissionId]);
}

const entryColumns = `run_uid as "runUid", partner, kind, patient_uid as "patientUid", details, queued_at as "queuedAt",
  transmission_id as "transmissionId", state`;
const entriesOf = named<RosterEntry>(`
  select ${entryColumns} from roster_entry where transmission_id = ? and partner = ? order by queued_at, run_uid
`);

/** The runs of a transmission, in the order in which they stand in its file. */
export async function listRosterEntries(
  executor: Executor,
  partner: string,
  transmissionId: string,
): Promise<RosterEntry[]> {
  return entriesOf.run(executor, [transmissionId, partner]);
}

const findEntry = named<RosterEntry>(`
  select ${entryColumns} from roster_entry where run_uid = ? and transmission_id = ? and partner = ?
`);

/** The entry of a run in a transmission with a partner. */
export async function findRosterEntry(
  executor: Executor,
  place: { readonly partner: string; readonly transmissionId: string; readonly runUid: string },
): Promise<RosterEntry | undefined> {
  return (await findEntry.run(executor, [place.runUid, place.transmissionId, place.partner]))[0];
}

// An entry never goes back: an acknowledgement that comes after the answer changes nothing. What was sent is in the
// file's replica; it is not kept here as well.
const move = named<{ runUid: string }>(`
  update roster_entry set state = ?, sent_at = coalesce(sent_at, ?), details = '{}'::jsonb
  where transmission_id = ? and partner = ? and run_uid = any(?::uuid[])
    and array_position(array['queued', 'sent', 'accepted', 'refused', 'answered'], state)
      < array_position(array['queued', 'sent', 'accepted', 'refused', 'answered'], ?)
  returning run_uid as "runUid"
`);

/** Moves entries of a transmission on. @returns the runs that had not got there yet */
export async function moveRosterEntries(
  tx: Transaction,
  place: { readonly partner: string; readonly transmissionId: string },
  runUids: readonly string[],
  state: RosterEntryState,
  at: Date,
): Promise<string[]> {
  const { partner, transmissionId } = place;
  const rows = await move.run(tx, [state, at, transmissionId, partner, [...runUids], state]);
  return rows.map(({ runUid }) => runUid);
}

const fileColumns = `uid, partner, direction, kind, transmission_id as "transmissionId", file_name as "fileName",
  storage_key as "storageKey", etag, created_at as "createdAt"`;
const insertFile = named<{ uid: string }>(`
  insert into roster_file (uid, partner, direction, kind, transmission_id, file_name, storage_key, etag, state, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, 'noticed', ?)
  on conflict on constraint roster_file_storage_key_etag_key do nothing
  returning uid
`);

/** Takes note of a file; the same bytes at the same place again are one file. @returns false when it was known */
export async function insertRosterFile(tx: Transaction, file: RosterFile): Promise<boolean> {
  const rows = await insertFile.run(tx, [
    file.uid,
    file.partner,
    file.direction,
    file.kind,
    file.transmissionId,
    file.fileName,
    file.storageKey,
    file.etag,
    file.createdAt,
  ]);
  return rows.length > 0;
}

const waitingFiles = named<RosterFile>(`
  select ${fileColumns} from roster_file where partner = ? and state = 'noticed' and direction = ?
  order by created_at, uid limit ?
`);

/** The files of a partner that are still to be sent, or to be read, oldest first. */
export async function listWaitingFiles(
  executor: Executor,
  partner: string,
  direction: RosterFile['direction'],
  limit: number,
): Promise<RosterFile[]> {
  return waitingFiles.run(executor, [partner, direction, limit]);
}

const findFile = named<RosterFile & { state: string }>(
  `select ${fileColumns}, state from roster_file where uid = ?`,
);

/** A file by its key. */
export async function findRosterFile(
  executor: Executor,
  uid: string,
): Promise<(RosterFile & { readonly state: string }) | undefined> {
  return (await findFile.run(executor, [uid]))[0];
}

const settleFile = named(`
  update roster_file set state = ?, fault = ?, replica_key = ?, etag = coalesce(?, etag), entries = ?, applied = ?, ignored = ?, handled_at = ?
  where uid = ?
`);

/** Notes what became of a file. */
export async function settleRosterFile(
  executor: Executor,
  uid: string,
  result: {
    readonly state: 'sent' | 'applied' | 'rejected';
    /** What is wrong with it, in words of ours: no value of the file. */
    readonly fault?: string;
    readonly replicaKey: string;
    readonly etag?: string;
    readonly entries: number;
    readonly applied: number;
    readonly ignored: number;
  },
  at: Date,
): Promise<void> {
  const { state, fault, replicaKey, etag, entries, applied, ignored } = result;
  await settleFile.run(executor, [
    state,
    fault ?? null,
    replicaKey,
    etag ?? null,
    entries,
    applied,
    ignored,
    at,
    uid,
  ]);
}

const listFiles = named<
  RosterFile & { state: string; fault: string | null; entries: number; applied: number; ignored: number }
>(`
  select ${fileColumns}, state, fault, entries, applied, ignored from roster_file where partner = ?
  order by created_at desc, uid desc limit ?
`);

/** The latest files exchanged with a partner, newest first. */
export async function listRosterFiles(
  executor: Executor,
  partner: string,
  limit: number,
): Promise<
  Array<
    RosterFile & {
      readonly state: string;
      readonly fault: string | null;
      readonly entries: number;
      readonly applied: number;
      readonly ignored: number;
    }
  >
> {
  return listFiles.run(executor, [partner, limit]);
}
