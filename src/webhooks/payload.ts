import type { Permission } from '../domain/access/permissions';
import type { AuthorizationStatus } from '../domain/authorizations/authorization-status';
import type { ClinicalDataAdded, ClinicalDataWithdrawn } from '../domain/events/clinical-data';
import type { ResearchCompleted } from '../domain/events/research';
import { groupOf, type EventGroup, type EventType } from '../domain/events/event-types';
import { isRequested, type SearchKind, type SearchStatus } from '../domain/searches/search';
import type { Patient } from '../domain/patients/patient';
import { shownPatient, type PatientToShow } from '../domain/patients/shown-patient';
import type { Project } from '../domain/projects/project';
import type { Note } from '../domain/record-requests/note';
import type { RecordRequest } from '../domain/record-requests/record-request';

/** A project as customers know it. */
export type ProjectIds = Pick<Project, 'id' | 'name' | 'companyId'>;

/** The patient fields that payloads use. */
export type ShownPatientFields = PatientToShow &
  Pick<Patient, 'searchStatus' | 'authorizationStatus' | 'authorizationReason'>;

/** The record request fields that payloads use. */
export type ShownRequestFields = Pick<
  RecordRequest,
  | 'uid'
  | 'patientId'
  | 'kind'
  | 'status'
  | 'submittedSiteName'
  | 'startDateOfService'
  | 'endDateOfService'
  | 'followUpDate'
  | 'lastContactDate'
  | 'completionDate'
  | 'createdAt'
  | 'updatedAt'
>;

/** The note fields that payloads use. */
export type ShownNoteFields = Pick<
  Note,
  'uid' | 'recordRequestUid' | 'patientId' | 'content' | 'createdAt' | 'updatedAt'
>;

/** The research fields that payloads use. */
export interface CompletedResearch extends ResearchCompleted {
  readonly companyId: string;
  readonly siteUid: string;
  readonly siteName: string;
}

/** The sources of `data`: the record's state at processing time, and what was stored with the event. */
export interface DataSources {
  /** For an event about a search, the search's status; `null` if it wasn't stored. */
  readonly searchStatus: SearchStatus | null;
  /** For an event about an authorization, the status that it was raised for; `null` if it wasn't stored. */
  readonly authorizationStatus: AuthorizationStatus | null;
  /** For events about clinical data: how much of what was new, and what was withdrawn. */
  readonly detail: ClinicalDataAdded | ClinicalDataWithdrawn | null;
  /** Absent outside any project. */
  readonly project: ProjectIds | undefined;
  readonly research: CompletedResearch | undefined;
  readonly patient: ShownPatientFields | undefined;
  readonly recordRequest: ShownRequestFields | undefined;
  readonly note: ShownNoteFields | undefined;
  readonly ownerPermissions: ReadonlySet<Permission>;
}

/** The facts of a delivery besides its data. */
export interface DeliveryFacts<Event extends string> {
  readonly deliveryUid: string;
  readonly eventType: Event;
  readonly emittedAt: Date;
  readonly changed: readonly string[];
}

/** The sources of a payload. */
export type PayloadSources = DataSources & DeliveryFacts<EventType>;

interface Described {
  readonly resource: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The ids of the record's place, for every role. */
  readonly place?: Readonly<Record<string, string>>;
  /** The permission without which only the ids are sent. */
  readonly needs: Permission;
  /** The ids, if not just `id`. */
  readonly idsOnly?: Readonly<Record<string, unknown>>;
}

function patientPath(project: ProjectIds, patientId: string): string {
  return `companies/${project.companyId}/projects/${project.id}/patients/${patientId}`;
}

function requiredProject({ project }: DataSources): ProjectIds {
  if (project === undefined) throw new Error("the event's project is not there");
  return project;
}

function requiredPatient(sources: DataSources): ShownPatientFields {
  if (sources.patient === undefined) throw new Error("the event's patient is not there");
  return sources.patient;
}

function describePatient(sources: DataSources, eventType: EventType | undefined): Described {
  const project = requiredProject(sources);
  const patient = requiredPatient(sources);
  const { id, firstName, lastNames, dateOfBirth, sex, zipCodes, mobile, email } = patient;
  const { searchStatus, authorizationStatus } = patient;
  const createdAt = patient.createdAt.toISOString();
  return {
    resource: patientPath(project, id),
    needs: 'ViewPatients',
    data: {
      id,
      firstName,
      lastName: lastNames[0],
      // The specification lists the fields of the other patient events.
      ...(eventType === 'patient.updated' ? { lastNames } : {}),
      dateOfBirth,
      sex,
      zipCodes,
      mobile,
      email,
      createdAt,
      searchStatus,
      authorizationStatus,
    },
  };
}

function describeSearch(sources: DataSources, kind: SearchKind): Described {
  const patient = requiredPatient(sources);
  return {
    resource: patientPath(requiredProject(sources), patient.id),
    needs: 'ViewPatients',
    data: {
      id: patient.id,
      [kind]: isRequested(patient.searches, kind),
      searchStatus: sources.searchStatus ?? patient.searchStatus,
    },
  };
}

function describeAuthorization(sources: DataSources): Described {
  const { id, authorizationStatus: current, authorizationReason } = requiredPatient(sources);
  const authorizationStatus = sources.authorizationStatus ?? current;
  // The reason is the current status's.
  const hasReason = authorizationReason !== null && authorizationStatus === current;
  return {
    resource: patientPath(requiredProject(sources), id),
    needs: 'ViewPatients',
    data: { id, authorizationStatus, ...(hasReason ? { authorizationReason } : {}) },
  };
}

function describeRecordRequest(sources: DataSources): Described {
  const request = sources.recordRequest;
  if (request === undefined) throw new Error("the event's record request is not there");
  return {
    resource: `${patientPath(requiredProject(sources), request.patientId)}/record-requests/${request.uid}`,
    needs: 'ViewRecordRequests',
    data: {
      id: request.uid,
      status: request.status,
      requestType: request.kind,
      submittedSiteName: request.submittedSiteName,
      followUpDate: request.followUpDate,
      lastContactDate: request.lastContactDate,
      completionDate: request.completionDate,
      startDateOfService: request.startDateOfService,
      endDateOfService: request.endDateOfService,
      createdAt: request.createdAt.toISOString(),
      updatedAt: request.updatedAt.toISOString(),
      patientId: request.patientId,
    },
  };
}

function describeNote(sources: DataSources): Described {
  const { note } = sources;
  const project = requiredProject(sources);
  if (note === undefined) throw new Error("the event's note is not there");
  const { uid: id, recordRequestUid, patientId, content } = note;
  return {
    resource: `${patientPath(project, patientId)}/record-requests/${recordRequestUid}/notes/${id}`,
    needs: 'ViewRecordRequests',
    // The group has no project (EVENT-26).
    place: { companyId: project.companyId },
    data: { id, content, createdAt: note.createdAt.toISOString(), updatedAt: note.updatedAt.toISOString() },
  };
}

/**
 * Describes one patient and what a source returned about them, or what was withdrawn of it; an owner who may
 * not see patients gets only the id.
 */
function describeClinicalData(sources: DataSources): Described {
  const { detail, ownerPermissions } = sources;
  const project = requiredProject(sources);
  const patient = requiredPatient(sources);
  if (detail === null) throw new Error('the event does not say what changed');
  const shown = ownerPermissions.has('ViewPatients') ? shownPatient(patient, project) : { id: patient.id };
  const of = { id: project.id, name: project.name };
  const { source, counts } = detail;
  const withdrawn = 'withdrawn' in detail ? { withdrawn: detail.withdrawn } : {};
  return {
    resource: `companies/${project.companyId}`,
    needs: 'ViewClinicalData',
    place: {},
    data: { patients: [{ patient: shown, project: of, source, counts, ...withdrawn }] },
    idsOnly: { patients: [{ patient: { id: patient.id }, project: of }] },
  };
}

function describeResearch({ research }: DataSources): Described {
  if (research === undefined) throw new Error('the event does not say what was researched');
  const { companyId, siteUid: siteId, siteName, url } = research;
  return {
    resource: `companies/${companyId}/sites/${siteId}`,
    needs: 'UseSiteFinder',
    place: {},
    data: { siteId, siteName, url },
    idsOnly: { siteId },
  };
}

function describe(sources: DataSources, group: EventGroup, eventType: EventType | undefined): Described {
  switch (group) {
    case 'patient':
      return describePatient(sources, eventType);
    case 'siteSonar':
    case 'patientHistories':
    case 'ehrSearch':
      return describeSearch(sources, group);
    case 'authorization':
      return describeAuthorization(sources);
    case 'recordRequest':
      return describeRecordRequest(sources);
    case 'note':
      return describeNote(sources);
    case 'clinicalData':
      return describeClinicalData(sources);
    case 'aiResearch':
      return describeResearch(sources);
  }
}

/** A record in a payload: its place, and the data that the owner's role may see. */
export interface EventSubject {
  readonly resource: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function placeOf(sources: DataSources): Readonly<Record<string, string>> {
  const { id: projectId, companyId } = requiredProject(sources);
  return { projectId, companyId };
}

/**
 * Describes a record of a group. Fields that the owner's role may not see are omitted; ids stay, so that the
 * receiver knows what to fetch with a better credential.
 */
export function subjectOf(sources: DataSources, group: EventGroup, eventType?: EventType): EventSubject {
  const described = describe(sources, group, eventType);
  const { resource, data, needs, place = placeOf(sources) } = described;
  const shown = sources.ownerPermissions.has(needs) ? data : (described.idsOnly ?? { id: data['id'] });
  return { resource, data: { ...shown, ...place } };
}

/**
 * Builds the body of a delivery. It is built once and stored as bytes, because a second serialization could
 * differ and would need another signature.
 */
export function buildPayload(sources: PayloadSources): Buffer {
  const { resource, data } = subjectOf(sources, groupOf(sources.eventType), sources.eventType);
  return Buffer.from(
    JSON.stringify({
      id: sources.deliveryUid,
      timestamp: sources.emittedAt.toISOString(),
      version: 'events',
      eventType: sources.eventType,
      resource,
      changed: sources.changed,
      data,
    }),
  );
}
