/** The record requests of a patient, as a member views and cancels them in the console. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { deliveryTeam, theService } from '../../domain/actor';
import type { WriteEvent } from '../../domain/audit-events';
import type { Patient } from '../../domain/patients/patient';
import type { Site } from '../../domain/clinical/site';
import { notFound } from '../../domain/problem';
import type { Project } from '../../domain/projects/project';
import type { Note } from '../../domain/record-requests/note';
import type { Contact } from '../../domain/record-requests/contact';
import { contactsMax, notesMax } from '../../domain/record-requests/limits';
import type { RecordRequest } from '../../domain/record-requests/record-request';
import type { AskedRequest } from '../../domain/record-requests/asked';
import type { ReminderEntry } from '../../domain/record-requests/reminder';
import type { Turnaround } from '../../domain/record-requests/turnaround';
import { clockIn } from '../../domain/time-zones';
import type { Tag } from '../../domain/record-requests/tags';
import type { TimelineStep } from '../../domain/record-requests/timeline';
import type { TrackingState } from '../../domain/tracking/tracking';
import { listTrailOf } from '../../store/audit/audit';
import type { Executor } from '../../store/database';
import type { StoredFile } from '../../store/files/stored-files';
import {
  findAssignee,
  listAssignableMembers,
  type Assignee,
  type ChoosableMember,
} from '../../store/record-requests/assignments';
import { readAsked } from '../../store/record-requests/asked-requests';
import { findReminder } from '../../store/record-requests/reminders';
import { readTurnarounds } from '../../store/record-requests/turnarounds';
import { listTagsOfRequest } from '../../store/record-requests/tags';
import { findSite, siteTenantOf } from '../../store/sites/sites';
import type { Change, FileParts } from '../change';
import { memberChangeOf, readVisiblePatient } from '../patients/member-patients';
import type { Reading, ProjectReading } from '../reading';
import { trackingOfFound } from '../tracking';
import { listContacts } from './contacts';
import { listAttachments, listDocuments } from '../files/files';
import type { RecordRequestRef } from './lookup';
import { listNotes } from './notes';
import {
  cancelRecordRequest,
  readRecordRequest,
  readTimeline,
  type ReadRecordRequest,
} from './record-requests';

/**
 * Cancels a record request of a patient, as the API does.
 * @throws Problem 403 without `ManageRecordRequests`, 404; as `cancelRecordRequest`
 */
export async function cancelSeenRequest(
  change: Change<ConsolePrincipal>,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<RecordRequest> {
  const { patientId, inProject } = await memberChangeOf(change, 'ManageRecordRequests', patientUid);
  return cancelRecordRequest(inProject, { patientId, recordRequestId: recordRequestUid });
}

/** How many steps of the timeline a page shows, from the first on. */
export const timelineMax = 200;

/** A record request of a patient, by our uids for both. */
export interface SeenRequestRef {
  readonly patientUid: string;
  readonly recordRequestUid: string;
}

/** A record request with the content of its page. */
export interface ViewedRecordRequest extends ReadRecordRequest {
  readonly project: Project;
  /** Whom it is about; `undefined` for a role without `ViewPatients`. */
  readonly patient: Pick<Patient, 'uid' | 'firstName' | 'lastNames' | 'reference'> | undefined;
  /** The facility as it is known now; the request keeps the name that was submitted. */
  readonly site: Site | undefined;
  /** When it was made and sent. */
  readonly asked: AskedRequest | undefined;
  /** How long the facility took to answer (REQUEST-58); `undefined` after too few answers. */
  readonly turnaround: Turnaround | undefined;
  readonly documents: readonly StoredFile[];
  /** What support stored on the request itself, such as a letter that there are no records. */
  readonly attachments: readonly StoredFile[];
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  /** Oldest first. */
  readonly notes: readonly Note[];
  /** Oldest first. */
  readonly contacts: readonly Contact[];
  /** In the company's time zone. */
  readonly today: string;
  /** In alphabetical order. */
  readonly tags: readonly Tag[];
  /** To whom it is assigned; `undefined` for no one. */
  readonly assignee: Assignee | undefined;
  /** To whom it can be assigned; none for a role that can't assign it. */
  readonly members: readonly ChoosableMember[];
  /** The member's own; `undefined` for none. */
  readonly reminder: ReminderEntry | undefined;
  /** Whether the member follows the request. */
  readonly following: TrackingState;
}

/** The most members to choose from. */
const membersMax = 500;

/** @throws Problem 403 without `ViewRecordRequests`, 404 for a patient whom the member doesn't see */
async function placeOf(
  reading: Reading,
  { patientUid, recordRequestUid }: SeenRequestRef,
): Promise<{
  readonly inProject: ProjectReading;
  readonly ref: RecordRequestRef;
  readonly patient: Patient;
}> {
  assertPermission(reading.principal, 'ViewRecordRequests');
  const { patient, inProject } = await readVisiblePatient(reading, patientUid);
  return { patient, inProject, ref: { patientId: patient.id, recordRequestId: recordRequestUid } };
}

/**
 * Returns a record request as a member may see it: its timeline, its files, its notes.
 * @throws Problem 403 without `ViewRecordRequests`, 404; `service.unavailable` if an upload is pending and
 * the store is down
 */
export async function viewRecordRequest(
  parts: FileParts,
  reading: Reading,
  requestRef: SeenRequestRef,
): Promise<ViewedRecordRequest> {
  const { inProject, ref, patient } = await placeOf(reading, requestRef);
  const found = await readRecordRequest(inProject, ref);
  const { project, db, principal } = inProject;
  const { siteUid } = found.request;
  const asked = await readAsked(db, [found.request.uid], { now: reading.now });
  const turnarounds = await readTurnarounds(db, projectScopeOf(principal), [siteUid], reading.now);
  return {
    ...found,
    project,
    patient: principal.permissions.has('ViewPatients') ? patient : undefined,
    site: (await findSite(db, siteTenantOf(project), siteUid))?.site,
    turnaround: turnarounds.get(siteUid),
    asked: asked.get(found.request.uid),
    documents: await listDocuments(parts, inProject, ref),
    attachments: await listAttachments(inProject, ref),
    steps: await readTimeline(inProject, ref, { after: undefined, limit: timelineMax }),
    notes: await listNotes(inProject, ref, { after: undefined, limit: notesMax }),
    contacts: await listContacts(inProject, ref, { after: undefined, limit: contactsMax }),
    today: clockIn(project.timeZone, reading.now).day,
    tags: await listTagsOfRequest(db, found.request.uid),
    assignee: await findAssignee(db, found.request.uid),
    members: principal.permissions.has('ManageRecordRequests')
      ? await listAssignableMembers(db, projectScopeOf(principal), project.uid, membersMax)
      : [],
    reminder: await findReminder(db, {
      membershipUid: reading.principal.membershipUid,
      recordRequestUid: found.request.uid,
    }),
    following: await trackingOfFound(reading, { project, patient, request: found.request }),
  };
}

/** The file areas that a page links to: returned files, their combined chart, documents, and attachments. */
export const shownAreas = ['deliverables', 'combined', 'documents', 'attachments'] as const;
/** Such an area. */
export type ShownArea = (typeof shownAreas)[number];

async function filesIn(
  parts: FileParts,
  { inProject, ref }: Awaited<ReturnType<typeof placeOf>>,
  area: ShownArea,
): Promise<readonly StoredFile[]> {
  if (area === 'documents') return listDocuments(parts, inProject, ref);
  if (area === 'attachments') return listAttachments(inProject, ref);
  const { deliverables, chart } = await readRecordRequest(inProject, ref);
  if (area === 'deliverables') return deliverables;
  return chart === undefined ? [] : [chart];
}

/**
 * Creates a URL for downloading a file that the page of a record request shows.
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
  return parts.files.presignDownload(file.storageKey, file.fileName, reading.now, file.contentType).url;
}

/** What changes the part of a record request that a form is about. */
const changesOf = {
  details: ['recordRequest.edit'],
  followUp: ['recordRequest.edit', 'recordRequest.noteContact', 'recordRequest.addContact'],
  tags: ['recordRequest.tag'],
  assignee: ['recordRequest.assign'],
  fee: ['fee.enter', 'fee.answer', 'fee.withdraw', 'fee.close', 'fee.approve', 'fee.reject', 'fee.ask'],
} as const satisfies Readonly<Record<string, readonly WriteEvent[]>>;

/** A part of a record request that has a form of its own. */
export type ChangedPart = keyof typeof changesOf;

/** Whether a form is about such a part. */
export const isChangedPart = (form: string): form is ChangedPart => Object.hasOwn(changesOf, form);

/** Returns who changed a part of a record request last, and when (CONSOLE-106); `undefined` for no one. */
export async function findLatestChange(
  db: Executor,
  request: Pick<RecordRequest, 'uid' | 'companyUid'>,
  part: ChangedPart,
): Promise<{ readonly at: Date; readonly by: string } | undefined> {
  const [entry] = await listTrailOf(db, request, changesOf[part], 1);
  if (entry === undefined) return undefined;
  const by = entry.actorKind === 'operator' ? deliveryTeam.name : (entry.userName ?? theService.name);
  return { at: entry.occurredAt, by };
}
