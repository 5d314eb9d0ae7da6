import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { combineChart, type CombinedChart } from '../../documents/charts/combine-chart';
import type { ChartSource } from '../../documents/charts/take-source';
import type { DocumentSlots } from '../../documents/document-slots';
import { dayInUtc } from '../../domain/clinical/calendar-date';
import type { Project } from '../../domain/projects/project';
import { haveChart, combinedChartName } from '../../domain/record-requests/combined-chart';
import { hasDeliverables, type RecordRequest } from '../../domain/record-requests/record-request';
import { recordRequestFileKey } from '../../files/key-layout';
import { downloadLifeSeconds, type ObjectStore } from '../../files/object-store';
import { formDate } from '../../pdf/wording';
import { uuidv7 } from '../../platform/ids';
import type { Executor } from '../../store/database';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { deleteFileRow, type StoredFile } from '../../store/files/stored-files';
import {
  findCombinedChart,
  findMadeFrom,
  insertCombinedChart,
} from '../../store/record-requests/combined-charts';
import { lockRecordRequestByUid, findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { resource, runOwnChange, type FileParts, type Change } from '../change';
import { listDeliverablesOf, removeUnlessOnRecord, removeFile } from './file-records';
import { signalRecordRequests } from './moves';

/**
 * What became of a chart: it was made; the one on record still holds; there is nothing to make one of; or its
 * files changed while it was made, so that it is to be made again.
 */
export type ChartProgress = 'made' | 'kept' | 'none' | 'changed';

/** Customers read who put a file there. */
const uploadedBy = { kind: 'service', id: 'combined-chart', name: 'Combined chart' } as const;

/** What tells whether a chart is the one of these files. */
function fingerprintOf(files: readonly StoredFile[]): string {
  const facts = files.map(({ uid, etag, fileName, folder }) => [uid, etag, fileName, folder]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/**
 * The files of a request's chart, in the order of their list; none while they are not the customer's to have.
 */
async function filesOf(executor: Executor, request: RecordRequest | undefined): Promise<StoredFile[]> {
  if (request === undefined || !hasDeliverables(request.status)) return [];
  const files = await listDeliverablesOf(executor, request.uid);
  return haveChart(files) ? files : [];
}

/** Whether the chart on record is that of these files. */
async function isOnRecord(executor: Executor, request: RecordRequest, madeFrom: string): Promise<boolean> {
  const chart = await findCombinedChart(executor, request.uid);
  return chart !== undefined && (await findMadeFrom(executor, chart.uid)) === madeFrom;
}

function sourceOf(
  store: ObjectStore,
  { storageKey, etag, sizeBytes, contentType, folder, fileName }: StoredFile,
): ChartSource {
  return {
    title: folder === null ? fileName : `${folder}/${fileName}`,
    contentType,
    sizeBytes,
    open: async () => {
      const object = await store.head(storageKey);
      return object?.etag === etag ? store.read(storageKey, 0) : undefined;
    },
  };
}

/** Writes the chart into the store as it is made, in parts. @returns what it is */
async function writeChart(
  { files: store, clock }: FileParts,
  storageKey: string,
  files: readonly StoredFile[],
  signal: AbortSignal,
): Promise<CombinedChart> {
  let chart: CombinedChart | undefined;
  async function* content(): AsyncGenerator<Uint8Array, void> {
    const sources = files.map(file => sourceOf(store, file));
    chart = yield* combineChart(sources, { preparedOn: formDate(dayInUtc(clock.now())), signal });
  }
  await store.write(storageKey, Readable.from(content(), { objectMode: false }), 'application/pdf');
  if (chart === undefined) throw new Error('a chart was written and did not end');
  return chart;
}

/** Puts a chart on record in place of the one before, whose URLs are good for as long as they say. */
async function recordChart(
  change: Change,
  request: RecordRequest,
  file: StoredFile,
  facts: { readonly madeFrom: string; readonly pages: number },
): Promise<ChartProgress> {
  const locked = await lockRecordRequestByUid(change.tx, request.uid);
  if (fingerprintOf(await filesOf(change.tx, locked)) !== facts.madeFrom) {
    change.unaudited('the files of the chart have changed since');
    return 'changed';
  }
  // Another attempt was faster: one that was given up learns of it late.
  if (await isOnRecord(change.tx, request, facts.madeFrom)) {
    change.unaudited('the chart of these files was made meanwhile');
    return 'kept';
  }
  const before = await findCombinedChart(change.tx, request.uid);
  if (before !== undefined) {
    await deleteFileRow(change.tx, before.uid);
    const dueAt = new Date(change.now.getTime() + downloadLifeSeconds * 1_000);
    await insertObjectRemovals(change.tx, [{ storageKey: before.storageKey, dueAt }]);
  }
  await insertCombinedChart(change.tx, file, facts);
  await change.audit(resource('recordRequest', request));
  return 'made';
}

/**
 * Makes the combined chart of a request (REQUEST-9), where its files are the customer's to have and are
 * others than those that the chart on record was made from. A repeat finds that one and makes none.
 * @param signal ends the making
 * @throws NoDocumentSlot, ChartFault, and what the store throws: a retry may help
 */
export async function makeCombinedChart(
  parts: FileParts & { readonly documentSlots: DocumentSlots },
  { recordRequestUid }: { readonly recordRequestUid: string },
  signal: AbortSignal,
): Promise<ChartProgress> {
  const request = await findRecordRequestByUid(parts.db, recordRequestUid);
  const files = await filesOf(parts.db, request);
  if (request === undefined || files.length === 0) return 'none';
  const madeFrom = fingerprintOf(files);
  if (await isOnRecord(parts.db, request, madeFrom)) return 'kept';
  const uid = uuidv7(parts.clock.now());
  const place = { companyUid: request.companyUid, recordRequestUid, area: 'combined' } as const;
  const storageKey = recordRequestFileKey(place, uid);
  let progress: ChartProgress | undefined;
  try {
    const { pages } = await parts.documentSlots.hold(request.companyUid, signal, () =>
      writeChart(parts, storageKey, files, signal),
    );
    const object = await parts.files.head(storageKey);
    if (object === undefined) throw new Error('a chart that was written is not in the store');
    const file: StoredFile = {
      ...place,
      ...object,
      uid,
      storageKey,
      fileName: combinedChartName,
      uploadedBy,
      folder: null,
      returnNumber: 1,
      contentType: 'application/pdf',
      offeredTo: null,
      offeredAt: null,
      createdAt: parts.clock.now(),
    };
    progress = await runOwnChange(parts, 'record request', 'recordRequest.combine', change =>
      recordChart(change, request, file, { madeFrom, pages }),
    );
    return progress;
  } finally {
    if (progress !== 'made') await removeUnlessOnRecord(parts, uid, storageKey);
  }
}

/** Lets the workflow make the combined chart anew, where the customer has the deliverables already. */
export async function renewChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  if (hasDeliverables(request.status)) await signalRecordRequests(change, project, [request]);
}

/**
 * Takes the combined chart away because a file that it holds is taken away, and lets it be made anew of those
 * that are left: what came to the wrong request must be gone from it as well, and at once. The caller holds
 * the lock of the record request.
 */
export async function withdrawChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  const chart = await findCombinedChart(change.tx, request.uid);
  if (chart !== undefined) await removeFile(change, chart);
  await renewChart(change, project, request);
}
