import { uidOf } from '../../domain/changes';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { combineChart, type ChartOptions, type CombinedChart } from '../../documents/charts/combine-chart';
import type { ChartSource } from '../../documents/charts/take-source';
import type { DocumentSlots } from '../../documents/document-slots';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import { chartEdition, haveChart, combinedChartName } from '../../domain/record-requests/combined-chart';
import { hasDeliverables, type RecordRequest } from '../../domain/record-requests/record-request';
import { clockIn } from '../../domain/time-zones';
import { recordRequestFileKey } from '../../files/key-layout';
import { downloadLifeSeconds, type ObjectStore } from '../../files/object-store';
import { formDate, formDates, fullName } from '../../pdf/wording';
import { uuidv7 } from '../../platform/ids';
import type { Executor } from '../../store/database';
import { insertObjectRemovals } from '../../store/files/object-removals';
import { deleteFileRow, type StoredFile } from '../../store/files/stored-files';
import {
  findCombinedChart,
  findMadeFrom,
  insertCombinedChart,
} from '../../store/record-requests/combined-charts';
import { findPatientByUid } from '../../store/patients/patients';
import { lockRecordRequestByUid, findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type FileParts, type Change } from '../change';
import { removePagePictures } from '../page-pictures';
import { listDeliverablesOf, removeUnlessOnRecord, removeFile } from './file-records';
import { signalRecordRequests } from '../record-requests/moves';

/**
 * The result of building a chart: built; the stored one is still current; there is nothing to build from; or
 * the files changed meanwhile, so that it must be built again.
 */
export type ChartProgress = 'made' | 'kept' | 'none' | 'changed';

/** The uploader that customers see. */
const uploadedBy = { kind: 'service', id: 'combined-chart', name: 'Combined chart' } as const;

/** What a chart is made of: its files, the facts in its index, and the time zone of its project. */
interface ChartContent {
  readonly files: readonly StoredFile[];
  readonly facts: ChartOptions['facts'];
  readonly timeZone: string;
}

/** Returns what identifies a chart of exactly these files and facts. */
function fingerprintOf({ files, facts }: Pick<ChartContent, 'files' | 'facts'>): string {
  const sources = files.map(({ uid, etag, fileName, folder }) => [uid, etag, fileName, folder]);
  return createHash('sha256')
    .update(JSON.stringify([sources, facts, chartEdition]))
    .digest('hex');
}

function datesOf({ startDateOfService: first, endDateOfService: last }: RecordRequest): string {
  if (first !== null && last !== null) return formDates(first, last);
  if (first !== null) return `From ${formDate(first)}`;
  return last === null ? 'All dates' : `Through ${formDate(last)}`;
}

/** Returns what the index says about the request. */
function factsOf(request: RecordRequest, patient: Patient): ChartOptions['facts'] {
  const reference = request.reference ?? patient.reference;
  return [
    ['Patient', fullName(patient)],
    ['Date of birth', formDate(patient.dateOfBirth)],
    ['Facility', request.submittedSiteName],
    ['Dates of service', datesOf(request)],
    ...(reference === null ? [] : [['Reference', reference] as const]),
    ['Record request', request.uid],
  ];
}

/**
 * Returns the content of a request's chart, its files in list order; no files while the customer may not have
 * them.
 */
async function contentOf(executor: Executor, request: RecordRequest | undefined): Promise<ChartContent> {
  const none: ChartContent = { files: [], facts: [], timeZone: 'UTC' };
  if (request === undefined || !hasDeliverables(request.status)) return none;
  const files = await listDeliverablesOf(executor, request.uid);
  const patient = await findPatientByUid(executor, request.patientUid);
  if (patient === undefined || !haveChart(files)) return none;
  const { timeZone } = await getProjectByUid(executor, request.projectUid);
  return { files, facts: factsOf(request, patient), timeZone };
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
  { files: stored, facts, timeZone }: ChartContent,
  signal: AbortSignal,
): Promise<CombinedChart> {
  let chart: CombinedChart | undefined;
  async function* content(): AsyncGenerator<Uint8Array, void> {
    const sources = stored.map(file => sourceOf(store, file));
    const preparedOn = formDate(clockIn(timeZone, clock.now()).day);
    chart = yield* combineChart(sources, { preparedOn, facts, signal });
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
  if (fingerprintOf(await contentOf(change.tx, locked)) !== facts.madeFrom) {
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
    await removePagePictures(change, { key: before.storageKey, etag: before.etag });
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
  const content = await contentOf(parts.db, request);
  if (request === undefined || content.files.length === 0) return 'none';
  const madeFrom = fingerprintOf(content);
  if (await isOnRecord(parts.db, request, madeFrom)) return 'kept';
  const uid = uuidv7(parts.clock.now());
  const place = { companyUid: request.companyUid, recordRequestUid, area: 'combined' } as const;
  const storageKey = recordRequestFileKey(place, uid);
  let progress: ChartProgress | undefined;
  try {
    const { pages } = await parts.documentSlots.hold(request.companyUid, signal, () =>
      writeChart(parts, storageKey, content, signal),
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
