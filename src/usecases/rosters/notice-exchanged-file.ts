import { exchangedFileOf, exchangeFolder } from '../../files/key-layout';
import type { ObjectFacts } from '../../files/object-store';
import { readInboundName } from '../../partners/roster/file-names';
import { insertRosterFile } from '../../store/searches/rosters';
import { runOwnChange, type Change, type FileParts } from '../change';
import { signalExchange } from '../searches/queue-for-roster';

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
 * Takes note of a file that a partner has left for us, and signals the partner's workflow. The same bytes at
 * the same place are one file, however often they are noticed; other bytes at that place are another file.
 * @returns whether it was a new one
 */
export async function noticeExchangedFile(parts: FileParts, key: string): Promise<boolean> {
  if (exchangedFileOf(key) === undefined) return false;
  const facts = await parts.files.head(key);
  if (facts === undefined) return false;
  return runOwnChange(parts, 'roster exchange', 'roster.notice', change => notice(change, key, facts));
}

/**
 * Looks at a page of a partner's folder for files without a notification: one may be lost, and a partner's
 * own store sends none.
 * @param after where the sweep before ended; `undefined` begins anew
 * @returns where the next sweep begins; `undefined` after the last page
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
