import { noDetail } from '../../domain/audit-events';
import { uidOf } from '../../domain/changes';
import { personOf } from '../../domain/matching/person';
import type { Patient } from '../../domain/patients/patient';
import { knownPeople } from '../../domain/searches/candidates';
import type { SearchAnswer } from '../../domain/searches/runs';
import { isUuid } from '../../domain/text';
import { exchangedFileOf, exchangeFolder, exchangeReplicaKey } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import { readAcknowledgement } from '../../partners/roster/acknowledgement-file';
import { readInboundName } from '../../partners/roster/file-names';
import { readAnswer, type NotUnderstood } from '../../partners/roster/read-answer';
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
  reopenRosterFile,
  settleRosterFile,
  type RosterEntry,
  type RosterFile,
  type RosterFileRow,
} from '../../store/searches/rosters';
import { listCandidates } from '../../store/searches/run-candidates';
import { noteMatching } from '../../store/searches/search-runs';
import { resource, runOwnChange, type Change, type FileParts, type OperatorChange } from '../change';
import { handleEvery, PageFailure } from '../every-item';
import { OperatorError } from '../operator-error';
import { signalExchange } from '../searches/roster-queue';
import { finishSearchRun } from '../searches/search-answers';
import { getExchange, type ExchangeParts } from './exchanges';

async function notice(change: Change, key: string, facts: Pick<ObjectFacts, 'etag'>): Promise<boolean> {
  const file = exchangedFileOf(key);
  if (file === undefined) throw new TypeError("the key doesn't belong to an exchanged file");
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
    change.unaudited('the upload was already noted');
    return false;
  }
  await signalExchange(change, partner, 'fileArrived');
  await change.audit(undefined, 'roster.notice', noDetail);
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
 * @throws PageFailure with the first failure, after all files of the page were tried
 */
export async function sweepExchange(
  parts: FileParts,
  partner: string,
  after: string | undefined,
): Promise<string | undefined> {
  const folder = exchangeFolder(partner, 'from-partner');
  const page = await parts.files.listAfter(after ?? folder);
  const ours = page.filter(({ key }) => key.startsWith(folder));
  const next = ours.length === page.length ? page.at(-1)?.key : undefined;
  await handleEvery(
    ours.filter(({ key }) => exchangedFileOf(key) !== undefined),
    ({ key, etag }) =>
      runOwnChange(parts, 'roster exchange', 'roster.notice', change => notice(change, key, { etag })),
  ).catch((error: unknown) => {
    throw new PageFailure(next, error);
  });
  return next;
}

/** How many entries of a file changed something, and how many were late, repeated, or not ours. */
interface Tally {
  readonly entries: number;
  readonly applied: number;
  readonly ignored: number;
  /** How many couldn't be read. */
  readonly notUnderstood: number;
}
const nothingYet: Tally = { entries: 0, applied: 0, ignored: 0, notUnderstood: 0 };

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
    throw new RosterFault("a patient's data contains a value that can't be stored", { cause: error });
  });
}

/**
 * Keeps a run going whose answer wasn't understood: that is our problem, and the answer is read again after a
 * fix.
 */
async function keepUnread(
  parts: ExchangeParts,
  entry: RosterEntry,
  patient: Patient,
  { matching }: NotUnderstood,
): Promise<void> {
  const { partner, transmissionId, runUid } = entry;
  await runOwnChange(parts, 'roster exchange', 'search.notUnderstood', async change => {
    const place = { partner, transmissionId: transmissionId ?? '' };
    await moveRosterEntries(change.tx, place, [runUid], 'notUnderstood', change.now);
    await noteMatching(change.tx, runUid, matching);
    await change.audit(resource('patient', patient), 'search.notUnderstood', { run: uidOf(runUid) });
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
    throw new RosterFault('the transmission ID in SHD differs from the file name');
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
      "the state of entries in the exchange isn't a patient record; the file itself is audited",
    );
    return moveRosterEntries(change.tx, { partner, transmissionId }, accepted, 'accepted', change.now);
  });
  return {
    ...nothingYet,
    entries: entries.length,
    applied: applied + moved.length,
    ignored: ignored + accepted.length - moved.length,
  };
}

async function takeAnswer(
  parts: ExchangeParts,
  entry: RosterEntry,
  patient: Patient,
  read: SearchAnswer | NotUnderstood,
): Promise<'applied' | 'ignored' | 'notUnderstood'> {
  if (read.outcome !== 'NotUnderstood') return (await answer(parts, entry, read)) ? 'applied' : 'ignored';
  // An answered run keeps its answer, whatever comes later.
  if (entry.state === 'answered' || entry.state === 'refused') return 'ignored';
  await keepUnread(parts, entry, patient, read);
  return 'notUnderstood';
}

async function takeResults(
  parts: ExchangeParts,
  file: RosterFile,
  bytes: Uint8Array,
  onTally: (tally: Tally) => void,
): Promise<void> {
  const tally: { -readonly [Name in keyof Tally]: number } = { ...nothingYet };
  for await (const results of readResults(bytes)) {
    tally.entries += 1;
    const entry = await entryOf(parts, file, results.patientRef);
    const patient = entry === undefined ? undefined : await findPatientByUid(parts.db, entry.patientUid);
    if (entry === undefined || patient === undefined) tally.ignored += 1;
    else {
      const { accepted } = knownPeople(await listCandidates(parts.db, patient.uid), entry, patient);
      const read = readAnswer(results, personOf(patient), accepted);
      tally[await takeAnswer(parts, entry, patient, read)] += 1;
    }
    onTally({ ...tally });
  }
}

/** Returns the bytes of a file's replica. A file that wasn't read before gets its replica first. */
async function bytesOf(parts: ExchangeParts, file: RosterFileRow, replicaKey: string): Promise<Uint8Array> {
  if (file.replicaKey !== null) return parts.files.get(file.replicaKey, resultsLimits.fileBytesMax);
  const { files } = getExchange(parts, file.partner);
  if ((await files.head(file.storageKey)) === undefined) throw new RosterFault('the file no longer exists');
  const bytes = await files.get(file.storageKey, resultsLimits.fileBytesMax);
  await parts.files.put(replicaKey, bytes, 'application/octet-stream');
  return bytes;
}

/**
 * Has a result file read again, after a fix of ours: patients whose part wasn't understood get their answer,
 * the others stay as they are.
 * @throws OperatorError if there is no such file, or it isn't a result file that was read
 */
export async function rereadResults(change: OperatorChange, fileUid: string): Promise<void> {
  const file = isUuid(fileUid) ? await findRosterFile(change.tx, fileUid) : undefined;
  if (file === undefined)
    throw new OperatorError('No file has this ID.', {
      hint: "Run `roster files PARTNER --json` to see the IDs of a partner's files.",
    });
  if (file.kind !== 'results' || file.replicaKey === null || file.state === 'noticed')
    throw new OperatorError('Only a result file that was read before can be read again.');
  await reopenRosterFile(change.tx, fileUid);
  await signalExchange(change, file.partner, 'fileArrived');
  await change.audit(undefined, 'roster.reread', { file: uidOf(file.uid) });
}

/**
 * Reads a file that a partner left, from a replica that is stored first. Each patient in it is a separate
 * change. A file that comes twice, late, or out of order changes only what hasn't changed yet, as does a
 * repeat. A file that can't be read to its end is rejected with its fault; what was read stays, and the
 * partner sends it again. A patient whose part can't be read is left as it was, and the file says so.
 */
export async function takeExchangedFile(
  parts: ExchangeParts,
  { fileUid }: { readonly fileUid: string },
): Promise<void> {
  const file = await findRosterFile(parts.db, fileUid);
  if (file?.state !== 'noticed' || file.direction !== 'inbound') return;
  const replicaKey = exchangeReplicaKey(file.partner, file.uid);
  let tally = nothingYet;
  let fault: string | undefined;
  try {
    const bytes = await bytesOf(parts, file, replicaKey);
    if (file.kind === 'acknowledgement') tally = await takeAcknowledgement(parts, file, bytes);
    else if (file.kind === 'results')
      await takeResults(parts, file, bytes, counted => {
        tally = counted;
      });
    else throw new RosterFault("the file name isn't one of those in docs/partners/roster.md");
  } catch (error) {
    // A file that is too large or malformed stays so, and isn't retried; any other fault is.
    if (!(error instanceof RosterFault || error instanceof RangeError)) throw error;
    fault = error.message;
  }
  const event = fault === undefined ? 'roster.apply' : 'roster.reject';
  await runOwnChange(parts, 'roster exchange', event, async change => {
    const state = fault === undefined ? 'applied' : 'rejected';
    const { notUnderstood, ...counts } = tally;
    const unread =
      notUnderstood === 0
        ? undefined
        : `couldn't be read for ${notUnderstood} of its patients; their runs say why`;
    const shownFault = fault ?? unread;
    const result = {
      state,
      replicaKey,
      ...counts,
      ...(shownFault === undefined ? {} : { fault: shownFault }),
    } as const;
    await settleRosterFile(change.tx, fileUid, result, change.now);
    const { entries, ignored } = tally;
    await change.audit(undefined, event, { entries, ignored });
  });
}
