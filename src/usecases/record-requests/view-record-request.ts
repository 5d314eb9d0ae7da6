/** A record request with all that its page in the console shows. */
import { assertPermission } from '../../access/authorize';
import { notFound } from '../../domain/problem';
import type { Note } from '../../domain/record-requests/note';
import { notesMax } from '../../domain/record-requests/notes-max';
import type { Project } from '../../domain/projects/project';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import type { StoredFile } from '../../store/files/stored-files';
import type { FileParts } from '../change';
import { findSeenPatient } from '../patients/seen-patients';
import type { ProjectReading, Reading } from '../reading';
import { listDocuments } from './files';
import type { RecordRequestRef } from './get-record-request';
import { listNotes } from './notes';
import { readRecordRequest, readTimeline, type ReadRecordRequest } from './record-requests';

/** How many steps of its timeline a page shows, from the first on. */
export const timelineMax = 200;

/** A record request of a patient, by our uids of both. */
export interface SeenRequestRef {
  readonly patientUid: string;
  readonly recordRequestUid: string;
}

/** A record request with all that its page shows. */
export interface ViewedRecordRequest extends ReadRecordRequest {
  readonly project: Project;
  readonly documents: readonly StoredFile[];
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  /** Oldest first. */
  readonly notes: readonly Note[];
}

/** @throws Problem 403 without `ViewRecordRequests`, 404 for a patient whom the member does not see */
async function placeOf(
  reading: Reading,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<{ readonly inProject: ProjectReading; readonly ref: RecordRequestRef }> {
  assertPermission(reading.principal, 'ViewRecordRequests');
  const { patient, inProject } = await findSeenPatient(reading, patientUid);
  return { inProject, ref: { patientId: patient.id, recordRequestId: recordRequestUid } };
}

/**
 * A record request as a member may see it: what became of it, its files, its notes.
 * @throws Problem 403 without `ViewRecordRequests`, 404; `service.unavailable` when an upload is awaited and the store is away
 */
export async function viewRecordRequest(
  parts: FileParts,
  reading: Reading,
  seen: SeenRequestRef,
): Promise<ViewedRecordRequest> {
  const { inProject, ref } = await placeOf(reading, seen);
  const found = await readRecordRequest(inProject, ref);
  return {
    ...found,
    project: inProject.project,
    documents: await listDocuments(parts, inProject, ref),
    steps: await readTimeline(inProject, ref, { after: undefined, limit: timelineMax }),
    notes: await listNotes(inProject, ref, { after: undefined, limit: notesMax }),
  };
}

/** Where a page leads to a file: what came back, the chart made of it, or what was sent along. */
export const shownAreas = ['deliverables', 'combined', 'documents'] as const;
/** Such an area. */
export type ShownArea = (typeof shownAreas)[number];

async function filesIn(
  parts: FileParts,
  { inProject, ref }: Awaited<ReturnType<typeof placeOf>>,
  area: ShownArea,
): Promise<readonly StoredFile[]> {
  if (area === 'documents') return listDocuments(parts, inProject, ref);
  const { deliverables, chart } = await readRecordRequest(inProject, ref);
  if (area === 'deliverables') return deliverables;
  return chart === undefined ? [] : [chart];
}

/**
 * A fresh URL from which a file of a record request downloads, for a file that its page shows.
 * @throws Problem as {@link viewRecordRequest}
 */
export async function openRequestFile(
  parts: FileParts,
  reading: Reading,
  { area, fileUid, ...seen }: SeenRequestRef & { readonly area: ShownArea; readonly fileUid: string },
): Promise<string> {
  const files = await filesIn(parts, await placeOf(reading, seen), area);
  const file = files.find(({ uid }) => uid === fileUid);
  if (file === undefined) throw notFound('the record request shows no such file');
  return parts.files.presignDownload(file.storageKey, file.fileName, reading.now).url;
}
