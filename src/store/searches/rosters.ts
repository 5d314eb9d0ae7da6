// Objection: entries and files by key and plain lists. SQL text: taking or moving many entries at once, and
// an insert whose `returning` shows whether the file is new.
import type { ProjectPurpose } from '../../domain/projects/project';
import type { Executor, Transaction } from '../database';
import {
  RosterEntryModel,
  RosterFileModel,
  rosterEntryStates,
  type NewRosterEntry,
  type RosterEntry,
  type RosterEntryState,
  type RosterFile,
  type RosterFileRow,
} from '../models/roster';
import { named } from '../named';
import { newestFirst } from '../page';
import { documentPurposes, maySendSql } from '../patients/authorizations';
import { columnsOf, insert, namesWithout, pick } from '../table';

export type { RosterEntry, RosterFile, RosterFileRow } from '../models/roster';

const whatIsQueued = namesWithout(RosterEntryModel, ['transmissionId', 'state', 'sentAt']);

/** Queues a run for the next file; a repeat is ignored. */
export async function insertRosterEntry(tx: Transaction, entry: NewRosterEntry): Promise<void> {
  await RosterEntryModel.query(tx)
    .insert({ ...pick(entry, whatIsQueued), state: 'queued' })
    .onConflict('run_uid')
    .ignore();
}

// The entries that may go into the next file. Those of a patient whose authorization blocks sending stay.
const free = `from roster_entry e
      join patient p on p.uid = e.patient_uid
      join project j on j.uid = p.project_uid
      join company c on c.uid = p.company_uid
    where e.partner = :partner and e.transmission_id is null and ${maySendSql}`;

interface FreeAt {
  readonly partner: string;
  readonly now: Date;
  readonly documentPurposes: readonly ProjectPurpose[];
}

/** The runs that wait for the next file. */
export interface RosterQueue {
  readonly count: number;
  readonly oldest: Date | null;
}

const measure = named<RosterQueue, FreeAt>(
  `select count(*)::int as count, min(e.queued_at) as oldest ${free}`,
);

/**
 * Returns how many runs wait for the next file to a partner, and since when. Runs that an authorization
 * blocks don't count.
 */
export async function measureRosterQueue(
  executor: Executor,
  partner: string,
  now: Date,
): Promise<RosterQueue> {
  const [queue] = await measure.run(executor, { partner, now, documentPurposes });
  return queue ?? { count: 0, oldest: null };
}

/** Lists the partners whose next file a patient's runs wait for. */
export async function listQueuedPartners(executor: Executor, patientUid: string): Promise<string[]> {
  const entries = await RosterEntryModel.query(executor)
    .distinct('partner')
    .where({ patient_uid: patientUid })
    .whereNull('transmission_id');
  return entries.map(({ partner }) => partner);
}

// The patients are locked too, so that what blocks one of them comes before the file or after it.
const take = named<never, FreeAt & { transmissionId: string; limit: number }>(`
  with first as (
    select e.kind, e.purpose ${free} order by e.queued_at limit 1
  ), next as (
    select e.run_uid ${free} and (e.kind, e.purpose) = (select f.kind, f.purpose from first f)
    order by e.queued_at, e.run_uid limit :limit for update of e for share of p
  )
  update roster_entry e set transmission_id = :transmissionId from next where e.run_uid = next.run_uid
`);

/**
 * Assigns the oldest queued runs of one search and purpose to a transmission, except those that an
 * authorization blocks.
 */
export async function takeRosterEntries(
  tx: Transaction,
  partner: string,
  transmissionId: string,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<void> {
  await take.run(tx, { partner, transmissionId, limit, now, documentPurposes });
}

const entryNames = namesWithout(RosterEntryModel, ['sentAt']);

function entriesOf(executor: Executor, partner: string, transmissionId: string) {
  return RosterEntryModel.query(executor)
    .select(columnsOf(RosterEntryModel, entryNames))
    .where({ partner, transmission_id: transmissionId });
}

/** Lists the runs of a transmission, in the order of its file. */
export async function listRosterEntries(
  executor: Executor,
  partner: string,
  transmissionId: string,
): Promise<RosterEntry[]> {
  return entriesOf(executor, partner, transmissionId).orderBy(['queued_at', 'run_uid']);
}

/** How many entries of a transmission are in a state. */
export interface RosterEntryCount {
  readonly state: RosterEntryState;
  readonly entries: number;
}

const countByState = named<RosterEntryCount, { partner: string; transmissionId: string }>(`
  select e.state, count(*)::int as entries from roster_entry e
  where e.transmission_id = :transmissionId and e.partner = :partner
  group by e.state order by array_position(array[${rosterEntryStates.map(state => `'${state}'`).join(', ')}],
    e.state)
`);

/** Counts the entries of a transmission by state, in the order of the states. */
export async function countRosterEntries(
  executor: Executor,
  partner: string,
  transmissionId: string,
): Promise<RosterEntryCount[]> {
  return countByState.run(executor, { partner, transmissionId });
}

/** Counts the runs of a partner whose answer wasn't understood. */
export async function countNotUnderstood(executor: Executor, partner: string): Promise<number> {
  return RosterEntryModel.query(executor).where({ partner, state: 'notUnderstood' }).resultSize();
}

interface PlaceOfEntry {
  readonly partner: string;
  readonly transmissionId: string;
  readonly runUid: string;
}

/** Returns the entry of a run in a transmission with a partner. */
export async function findRosterEntry(
  executor: Executor,
  place: PlaceOfEntry,
): Promise<RosterEntry | undefined> {
  return entriesOf(executor, place.partner, place.transmissionId).findById(place.runUid);
}

// An entry never goes back: an acknowledgment that comes after the answer changes nothing. The sent details
// are in the file's replica, so they aren't kept here.
const states = `array[${rosterEntryStates.map(state => `'${state}'`).join(', ')}]`;
const move = named<
  { runUid: string },
  { partner: string; transmissionId: string; runUids: readonly string[]; state: RosterEntryState; at: Date }
>(`
  update roster_entry set state = :state, sent_at = coalesce(sent_at, :at), details = '{}'::jsonb
  where transmission_id = :transmissionId and partner = :partner and run_uid = any(:runUids::uuid[])
    and array_position(${states}, state) < array_position(${states}, :state)
  returning run_uid as "runUid"
`);

/** Moves entries of a transmission to a state. @returns the runs that weren't there yet */
export async function moveRosterEntries(
  tx: Transaction,
  place: { readonly partner: string; readonly transmissionId: string },
  runUids: readonly string[],
  state: RosterEntryState,
  at: Date,
): Promise<string[]> {
  const { partner, transmissionId } = place;
  const rows = await move.run(tx, { partner, transmissionId, runUids, state, at });
  return rows.map(({ runUid }) => runUid);
}

const whatBecomesOfFile = [
  'state',
  'fault',
  'replicaKey',
  'entries',
  'applied',
  'ignored',
  'handledAt',
] as const satisfies ReadonlyArray<keyof RosterFileRow>;
const fileNames = namesWithout(RosterFileModel, whatBecomesOfFile);
const insertFile = named<{ uid: string }, RosterFile>(
  insert(RosterFileModel, {
    only: [...fileNames, 'state'],
    given: { state: `'noticed'` },
    onConflict: 'on conflict on constraint roster_file_storage_key_etag_key do nothing',
    returning: 'uid',
  }),
);

/**
 * Records a file; the same bytes at the same place are one file.
 * @returns false if it was known
 */
export async function insertRosterFile(tx: Transaction, file: RosterFile): Promise<boolean> {
  return (await insertFile.run(tx, pick(file, fileNames))).length > 0;
}

/** Lists the files of a partner that are still to be sent or read, oldest first. */
export async function listWaitingFiles(
  executor: Executor,
  partner: string,
  direction: RosterFile['direction'],
  limit: number,
): Promise<RosterFile[]> {
  return RosterFileModel.query(executor)
    .where({ partner, state: 'noticed', direction })
    .orderBy(['created_at', 'uid'])
    .limit(limit);
}

/** Returns a file by its key. */
export async function findRosterFile(executor: Executor, uid: string): Promise<RosterFileRow | undefined> {
  return RosterFileModel.query(executor).findById(uid);
}

/** Records the result of a file. */
export async function settleRosterFile(
  executor: Executor,
  uid: string,
  result: {
    readonly state: 'sent' | 'applied' | 'rejected';
    /** Its fault, in our words without a value of the file. */
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
  await RosterFileModel.query(executor)
    .findById(uid)
    .patch({
      state,
      fault: fault ?? null,
      replicaKey,
      entries,
      applied,
      ignored,
      handledAt: at,
      ...(etag !== undefined && { etag }),
    });
}

/** Has a file that was read once read again, from its replica. */
export async function reopenRosterFile(tx: Transaction, uid: string): Promise<void> {
  await RosterFileModel.query(tx).findById(uid).patch({ state: 'noticed', fault: null, handledAt: null });
}

/** Lists the latest files exchanged with a partner, newest first. */
export async function listRosterFiles(
  executor: Executor,
  partner: string,
  limit: number,
): Promise<RosterFileRow[]> {
  return RosterFileModel.query(executor).where({ partner }).orderBy(newestFirst).limit(limit);
}
