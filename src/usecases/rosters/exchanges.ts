import { exchangeFolder, exchangeReplicaKey } from '../../files/key-layout';
import type { ObjectStore } from '../../files/object-store';
import { newTransmissionId, requestFileName } from '../../partners/roster/file-names';
import { requestEntriesMax, writeRequestFile } from '../../partners/roster/request-file';
import type { SearchPartnerSettings } from '../../partners/settings';
import type { Metrics } from '../../platform/metrics';
import type { Executor } from '../../store/database';
import {
  countNotUnderstood,
  insertRosterFile,
  listRosterEntries,
  listRosterFiles,
  listWaitingFiles,
  measureRosterQueue,
  moveRosterEntries,
  settleRosterFile,
  takeRosterEntries,
  type RosterFile,
} from '../../store/searches/rosters';
import { runOwnChange, type ChangeParts } from '../change';
import type { SearchParts } from '../searches/locked-search';

/** The settings for exchanging files with a partner. */
export type RosterSettings = SearchPartnerSettings['rosters'][number];

/** A partner with the store for its files. */
export interface RosterExchange {
  readonly settings: RosterSettings;
  /** Our store, or the partner's own. */
  readonly files: ObjectStore;
}

/** The dependencies of the roster exchange. */
export interface ExchangeParts extends ChangeParts, SearchParts {
  /** Our own store, which holds the replicas. */
  readonly files: ObjectStore;
  readonly exchanges: ReadonlyMap<string, RosterExchange>;
}

/**
 * Returns the exchange of a partner. @throws Error if the partner isn't configured (anymore): its files stay
 * until it is
 */
export function getExchange(parts: ExchangeParts, partner: string): RosterExchange {
  const exchange = parts.exchanges.get(partner);
  if (exchange === undefined)
    throw new ExchangeMissing('no roster partner with this name is configured (SEARCH_PARTNERS)');
  return exchange;
}

class ExchangeMissing extends Error {
  override readonly name = 'ExchangeMissing';
  readonly isMessageSafe = true;
}

/**
 * Lists the latest files exchanged with a partner, newest first: names, counts, and faults, without content.
 */
export async function inspectRosterFiles(
  executor: Executor,
  partner: string,
  limit: number,
): ReturnType<typeof listRosterFiles> {
  return listRosterFiles(executor, partner, limit);
}

/** Counts the answers of each partner that couldn't be read, for the alarm. */
export async function measureUnread({
  db,
  exchanges,
  metrics,
}: Pick<ExchangeParts, 'db'> & {
  readonly exchanges: ReadonlyMap<string, unknown>;
  readonly metrics: Pick<Metrics, 'answersNotUnderstood'>;
}): Promise<void> {
  for (const partner of exchanges.keys())
    metrics.answersNotUnderstood.set({ partner }, await countNotUnderstood(db, partner));
}

const filesMax = 100;

/** A partner, by its name in the configuration. */
interface ExchangeRef {
  readonly partner: string;
}

/** The next actions for a partner. */
export interface ExchangeReview {
  /** Files to read, oldest first. */
  readonly inboundUids: readonly string[];
  /**
   * When to send the next file, in Unix milliseconds: now for an unfinished or a full one; `null` for none.
   */
  readonly sendAtMs: number | null;
  /** How many searches are queued for it. */
  readonly queued: number;
}

/** Returns the next actions for a partner. */
export async function reviewExchange(
  parts: ExchangeParts,
  { partner }: ExchangeRef,
): Promise<ExchangeReview> {
  const { settings } = getExchange(parts, partner);
  const inbound = await listWaitingFiles(parts.db, partner, 'inbound', filesMax);
  const begun = await listWaitingFiles(parts.db, partner, 'outbound', 1);
  const { count, oldest } = await measureRosterQueue(parts.db, partner, parts.clock.now());
  const isFull = begun.length > 0 || count >= requestEntriesMax;
  const collectedAtMs = oldest === null ? null : oldest.getTime() + settings.collectSeconds * 1000;
  return { inboundUids: inbound.map(({ uid }) => uid), sendAtMs: isFull ? 0 : collectedAtMs, queued: count };
}

/** Assigns the queued searches of one kind and purpose to a new transmission. */
async function beginFile(parts: ExchangeParts, partner: string): Promise<void> {
  const transmissionId = newTransmissionId();
  const fileName = requestFileName(transmissionId);
  await runOwnChange(parts, 'roster exchange', 'roster.begin', async change => {
    await takeRosterEntries(change.tx, partner, transmissionId, {
      limit: requestEntriesMax,
      now: change.now,
    });
    const { length: entries } = await listRosterEntries(change.tx, partner, transmissionId);
    if (entries === 0) return change.unaudited('nothing was queued');
    await insertRosterFile(change.tx, {
      uid: change.newUid(),
      partner,
      direction: 'outbound',
      kind: 'request',
      transmissionId,
      fileName,
      storageKey: `${exchangeFolder(partner, 'to-partner')}${fileName}`,
      etag: '',
      createdAt: change.now,
    });
    await change.audit(undefined, 'roster.begin', { entries });
  });
}

/** Writes a begun file: the same bytes at the same place, however often it is retried. */
async function finishFile(parts: ExchangeParts, exchange: RosterExchange, file: RosterFile): Promise<void> {
  const { settings } = exchange;
  const transmissionId = file.transmissionId ?? '';
  const entries = await listRosterEntries(parts.db, file.partner, transmissionId);
  const [first] = entries;
  if (first === undefined) throw new Error('a file was started without entries');
  const bytes = writeRequestFile({
    ...settings,
    transmissionId,
    createdAt: file.createdAt,
    kind: first.kind,
    purpose: first.purpose,
    entries: entries.map(({ runUid, details }) => ({ patientRef: runUid, details })),
  });
  const replicaKey = exchangeReplicaKey(file.partner, file.uid);
  await parts.files.put(replicaKey, bytes, 'text/plain');
  const { etag } = await exchange.files.put(file.storageKey, bytes, 'text/plain');
  await runOwnChange(parts, 'roster exchange', 'roster.send', async change => {
    const place = { partner: file.partner, transmissionId };
    const runUids = entries.map(({ runUid }) => runUid);
    await moveRosterEntries(change.tx, place, runUids, 'sent', change.now);
    const result = {
      state: 'sent',
      replicaKey,
      etag,
      entries: entries.length,
      applied: 0,
      ignored: 0,
    } as const;
    await settleRosterFile(change.tx, file.uid, result, change.now);
    await change.audit(undefined, 'roster.send', { entries: entries.length });
  });
}

/**
 * Sends what is queued for a partner: one file per search and purpose, at most 10,000 patients each. An
 * unfinished file is finished first, with the same bytes under the same name.
 * @returns how many files were sent
 */
export async function sendRosters(parts: ExchangeParts, { partner }: ExchangeRef): Promise<number> {
  const exchange = getExchange(parts, partner);
  for (let sent = 0; ;) {
    const begun = await listWaitingFiles(parts.db, partner, 'outbound', filesMax);
    for (const file of begun) await finishFile(parts, exchange, file);
    sent += begun.length;
    if ((await measureRosterQueue(parts.db, partner, parts.clock.now())).count === 0) return sent;
    await beginFile(parts, partner);
  }
}
