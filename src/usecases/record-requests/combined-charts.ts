import { uidOf } from '../../domain/changes';
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
 * The result of building a chart: built; the stored one is still current; there is nothing to build from; or
 * the files changed meanwhile, so that it must be built again.
 */
export type ChartProgress = 'made' | 'kept' | 'none' | 'changed';

/** The uploader that customers see. */
const uploadedBy = { kind: 'service', id: 'combined-chart', name: 'Combined chart' } as const;

/** Returns what identifies a chart of exactly these files. */
function fingerprintOf(files: readonly StoredFile[]): string {
  const facts = files.map(({ uid, etag, fileName, folder }) => [uid, etag, fileName, folder]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** Returns the files of a request's chart, in list order; none while the customer may not have them. */
async function filesOf(executor: Executor, request: RecordRequest | undefined): Promise<StoredFile[]> {
  if (request === undefined || !hasDeliverables(request.status)) return [];
  const files = await listDeliverablesOf(executor, request.uid);
  return haveChart(files) ? files : [];
}

/** Whether the stored chart was built from these files. */
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

/** Builds the chart and streams it into the store in parts. @returns its facts */
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
  if (chart === undefined) throw new Error('a chart was written but never completed');
  return chart;
}

/** Stores a chart in place of the previous one, whose URLs stay valid until they expire. */
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
  // Another attempt was faster: an abandoned one learns of it late.
  if (await isOnRecord(change.tx, request, facts.madeFrom)) {
    change.unaudited('the chart of these files was created in the meantime');
    return 'kept';
  }
  const before = await findCombinedChart(change.tx, request.uid);
  if (before !== undefined) {
    await deleteFileRow(change.tx, before.uid);
    const dueAt = new Date(change.now.getTime() + downloadLifeSeconds * 1_000);
    await insertObjectRemovals(change.tx, [{ storageKey: before.storageKey, dueAt }]);
  }
  await insertCombinedChart(change.tx, file, facts);
  await change.audit(resource('recordRequest', request), 'recordRequest.combine', {
    file: uidOf(file.uid),
    pages: facts.pages,
  });
  return 'made';
}

/**
 * Builds the combined chart of a request (REQUEST-9), if the customer may have its files and they differ from
 * those of the stored chart. A repeat finds that one and builds none.
 * @param signal ends the work
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
    if (object === undefined) throw new Error("a written chart isn't in the store");
    const file: StoredFile = {
      ...place,
      ...object,
      uid,
      storageKey,
      fileName: combinedChartName,
      uploadedBy,
      pages: pages > 0 ? pages : null,
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

/** Has the workflow rebuild the combined chart, if the customer already has the deliverables. */
export async function renewChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  if (hasDeliverables(request.status)) await signalRecordRequests(change, project, [request]);
}

/**
 * Removes the combined chart because one of its files is removed, and has it rebuilt from the rest: a file
 * that belongs to another request must disappear from the chart as well, right away. The caller holds the
 * lock of the record request.
 */
export async function withdrawChart(change: Change, project: Project, request: RecordRequest): Promise<void> {
  const chart = await findCombinedChart(change.tx, request.uid);
  if (chart !== undefined) await removeFile(change, chart);
  await renewChart(change, project, request);
}
