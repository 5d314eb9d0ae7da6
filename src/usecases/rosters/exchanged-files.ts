import { personOf } from '../../domain/matching/person';
import type { SearchAnswer } from '../../domain/searches/runs';
import { isUuid } from '../../domain/text';
import { exchangedFileOf, exchangeFolder, exchangeReplicaKey } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import { readAcknowledgement } from '../../partners/roster/acknowledgement-file';
import { readInboundName } from '../../partners/roster/file-names';
import { readAnswer } from '../../partners/roster/read-answer';
import { readResults, resultsLimits } from '../../partners/roster/results-file';
import { RosterFault } from '../../partners/roster/roster-fault';
import { isRefusedValue } from '../../store/faults';
import { findPatientByUid } from '../../store/patients/patients';
import {
  findRosterEntry,
  findRosterFile,
  insertRosterFile,
  listRosterEntries,
  moveRosterEntries,
  settleRosterFile,
  type RosterEntry,
  type RosterFile,
} from '../../store/searches/rosters';
import { runOwnChange, type Change, type FileParts } from '../change';
import { signalExchange } from '../searches/roster-queue';
import { finishSearchRun } from '../searches/search-answers';
import { getExchange, type ExchangeParts } from './exchanges';

async function notice(change: Change, key: string, facts: Pick<ObjectFacts, 'etag'>): Promise<boolean> {
  const file = exchangedFileOf(key);
  if (file === undefined) throw new TypeError('the key is not that of an exchanged file');
  const { partner, fileName } = file;
  const isNew = await insertRosterFile(change.tx, {
    uid: change.newUid(),
    partner,
    direction: 'inbound',
    ...readInboundName(fileName),
    fileName,
    storageKey: key,
    etag: facts.etag,
    createdAt: change.now,
  });
  if (!isNew) {
    change.unaudited('the file was noticed already');
    return false;
  }
  await signalExchange(change, partner, 'fileArrived');
  await change.audit(undefined);
  return true;
}

/**
 * Records a file that a partner left for us, and signals the partner's workflow. The same bytes at the same
 * place are one file, however often they are noticed; other bytes there are another file.
 * @returns whether it is new
 */
export async function noticeExchangedFile(parts: FileParts, key: string): Promise<boolean> {
  if (exchangedFileOf(key) === undefined) return false;
  const facts = await parts.files.head(key);
  if (facts === undefined) return false;
  return runOwnChange(parts, 'roster exchange', 'roster.notice', change => notice(change, key, facts));
}

/**
 * Checks a page of a partner's folder for files without a notification: one may be lost, and a partner's own
 * store sends none.
 * @param after where the previous sweep ended; `undefined` starts over
 * @returns where the next sweep starts; `undefined` after the last page
 */
export async function sweepExchange(
  parts: FileParts,
  partner: string,
  after: string | undefined,
): Promise<string | undefined> {
  const folder = exchangeFolder(partner, 'from-partner');
  const page = await parts.files.listAfter(after ?? folder);
  const ours = page.filter(({ key }) => key.startsWith(folder));
  for (const { key, etag } of ours)
    if (exchangedFileOf(key) !== undefined)
      await runOwnChange(parts, 'roster exchange', 'roster.notice', change => notice(change, key, { etag }));
  return ours.length === page.length ? page.at(-1)?.key : undefined;
}

/** How many entries of a file changed something, and how many were late, repeated, or not ours. */
interface Tally {
  readonly entries: number;
  readonly applied: number;
  readonly ignored: number;
}

async function answer(parts: ExchangeParts, entry: RosterEntry, given: SearchAnswer): Promise<boolean> {
  const { partner, transmissionId, runUid, patientUid, kind } = entry;
  const answered = runOwnChange(parts, 'roster exchange', 'search.finish', async change => {
    // The run's state decides, not the entry's: an answer to a finished run changes nothing.
    const isTaken = await finishSearchRun(change, parts, { patientUid, kind, runUid, by: 'files' }, given);
    const state = given.outcome === 'RequestRejected' ? 'refused' : 'answered';
    const place = { partner, transmissionId: transmissionId ?? '' };
    await moveRosterEntries(change.tx, place, [runUid], state, change.now);
    return isTaken;
  });
  // A retry would let this one value block every file of the partner forever.
  return answered.catch((error: unknown) => {
    if (!isRefusedValue(error)) throw error;
    throw new RosterFault('what it says of a patient holds a value that cannot be stored', { cause: error });
  });
}

async function entryOf(
  parts: ExchangeParts,
  file: RosterFile,
  patientRef: string,
): Promise<RosterEntry | undefined> {
  const { partner, transmissionId } = file;
  if (transmissionId === null || !isUuid(patientRef)) return undefined;
  return findRosterEntry(parts.db, { partner, transmissionId, runUid: patientRef });
}

async function takeAcknowledgement(
  parts: ExchangeParts,
  file: RosterFile,
  bytes: Uint8Array,
): Promise<Tally> {
  const read = readAcknowledgement(bytes);
  if (read.transmissionId !== file.transmissionId)
    throw new RosterFault('SHD names another transmission than the file name does');
  const { partner, transmissionId } = file;
  const entries = await listRosterEntries(parts.db, partner, transmissionId);
  const refusals = new Map(read.refusals.map(refusal => [refusal.patientRef, refusal]));
  let applied = 0;
  let ignored = read.refusals.filter(({ patientRef }) => !entries.some(e => e.runUid === patientRef)).length;
  const accepted: string[] = [];
  for (const entry of entries) {
    const refusal = refusals.get(entry.runUid);
    if (refusal === undefined && read.isLoaded) {
      accepted.push(entry.runUid);
      continue;
    }
    const { code, text } = refusal ?? { code: 'LOAD-03', text: read.text };
    if (await answer(parts, entry, { outcome: 'RequestRejected', code, text })) applied += 1;
    else ignored += 1;
  }
  const moved = await runOwnChange(parts, 'roster exchange', 'roster.acknowledge', async change => {
    change.unaudited(
      'where entries stand in the exchange is no patient’s record; the file itself is audited',
    );
    return moveRosterEntries(change.tx, { partner, transmissionId }, accepted, 'accepted', change.now);
  });
  return {
    entries: entries.length,
    applied: applied + moved.length,
    ignored: ignored + accepted.length - moved.length,
  };
}

async function takeResults(
  parts: ExchangeParts,
  file: RosterFile,
  bytes: Uint8Array,
  onTally: (tally: Tally) => void,
): Promise<void> {
  const tally = { entries: 0, applied: 0, ignored: 0 };
  for await (const results of readResults(bytes)) {
    tally.entries += 1;
    const entry = await entryOf(parts, file, results.patientRef);
    const patient = entry === undefined ? undefined : await findPatientByUid(parts.db, entry.patientUid);
    const isTaken =
      entry !== undefined &&
      patient !== undefined &&
      (await answer(parts, entry, readAnswer(results, personOf(patient))));
    if (isTaken) tally.applied += 1;
    else tally.ignored += 1;
    onTally({ ...tally });
  }
}

/**
 * Reads a file that a partner left, from a replica that is stored first. Each patient in it is a separate
 * change. A file that comes twice, late, or out of order changes only what hasn't changed yet, as does a
 * repeat. A file that can't be read to its end is rejected with its fault; what was read stays, and the
 * partner sends it again.
 */
export async function takeExchangedFile(
  parts: ExchangeParts,
  { fileUid }: { readonly fileUid: string },
): Promise<void> {
  const file = await findRosterFile(parts.db, fileUid);
  if (file?.state !== 'noticed' || file.direction !== 'inbound') return;
  const replicaKey = exchangeReplicaKey(file.partner, file.uid);
  let tally: Tally = { entries: 0, applied: 0, ignored: 0 };
  let fault: string | undefined;
  try {
    const { files } = getExchange(parts, file.partner);
    if ((await files.head(file.storageKey)) === undefined) throw new RosterFault('the file is gone');
    const bytes = await files.get(file.storageKey, resultsLimits.fileBytesMax);
    await parts.files.put(replicaKey, bytes, 'application/octet-stream');
    if (file.kind === 'acknowledgement') tally = await takeAcknowledgement(parts, file, bytes);
    else if (file.kind === 'results')
      await takeResults(parts, file, bytes, counted => {
        tally = counted;
      });
    else throw new RosterFault('the name is none of those in docs/partners/roster.md');
  } catch (error) {
    // A file that is too large or malformed stays so, and isn't retried; any other fault is.
    if (!(error instanceof RosterFault || error instanceof RangeError)) throw error;
    fault = error.message;
  }
  await runOwnChange(
    parts,
    'roster exchange',
    `roster.${fault === undefined ? 'apply' : 'reject'}`,
    async change => {
      const state = fault === undefined ? 'applied' : 'rejected';
      const result = { state, replicaKey, ...tally, ...(fault === undefined ? {} : { fault }) } as const;
      await settleRosterFile(change.tx, fileUid, result, change.now);
      await change.audit(undefined);
    },
  );
}
