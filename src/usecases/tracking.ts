import type { KeyPrincipal } from '../access/principal';
import type { Patient } from '../domain/patients/patient';
import type { Project } from '../domain/projects/project';
import { notFound } from '../domain/problem';
import type { RecordRequest } from '../domain/record-requests/record-request';
import { trackingOf, type TrackableKind, type TrackingState } from '../domain/tracking/tracking';
import type { Executor } from '../store/database';
import { findPatient } from '../store/patients/patients';
import { findRecordRequest } from '../store/record-requests/record-requests';
import { listTracking, saveTracking } from '../store/patients/tracking';
import { resource, type Change, type ProjectChange } from './change';
import type { ProjectReading, Reading } from './reading';

/** A project, patient, or record request, as in a path. */
export interface TrackableRef {
  readonly patientId?: string;
  readonly recordRequestId?: string;
}

interface Trackable {
  readonly kind: TrackableKind;
  readonly uid: string;
  readonly companyUid: string;
  readonly createdByUserUid: string | null;
}

type Chain = readonly [Trackable, ...Trackable[]];

/** A record with its parents, up to the project. */
interface Found {
  readonly project: Project;
  readonly patient?: Patient;
  readonly request?: RecordRequest;
}

function chainIn({ project, patient, request }: Found): Chain {
  // The creator of a project is stored as tracking it.
  const top: Chain = [
    { kind: 'project', uid: project.uid, companyUid: project.companyUid, createdByUserUid: null },
  ];
  const below: Chain = patient === undefined ? top : [{ kind: 'patient', ...patient }, ...top];
  return request === undefined ? below : [{ ...request, kind: 'recordRequest' }, ...below];
}

/**
 * Returns the record and its parents, up to the project. @throws Problem 404 for what the project doesn't
 * have
 */
async function chainOf(
  db: Executor,
  project: Project,
  { patientId, recordRequestId }: TrackableRef,
): Promise<Chain> {
  if (patientId === undefined) return chainIn({ project });
  const patient = await findPatient(db, project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  if (recordRequestId === undefined) return chainIn({ project, patient });
  const request = await findRecordRequest(db, project.uid, patientId, recordRequestId);
  if (request === undefined) throw notFound('the patient has no such record request');
  return chainIn({ project, patient, request });
}

async function stateOf(
  db: Executor,
  { userUid }: Pick<KeyPrincipal, 'userUid'>,
  chain: Chain,
): Promise<TrackingState> {
  const settings = await listTracking(
    db,
    userUid,
    chain.map(({ uid }) => uid),
  );
  return trackingOf(
    chain.map(({ uid, createdByUserUid }) => ({
      setting: settings.find(({ recordUid }) => recordUid === uid)?.isTracked,
      isCreatedByUser: createdByUserUid === userUid,
    })),
  );
}

/** Whether a reader tracks a record that was found: on pages, whether they follow it. */
export async function trackingOfFound(
  { db, principal }: Pick<Reading, 'db' | 'principal'>,
  found: Found,
): Promise<TrackingState> {
  return stateOf(db, principal, chainIn(found));
}

/** Whether the key's user tracks a record. @throws Problem 404 */
export async function readTracking(
  { db, project, principal, saw }: ProjectReading,
  ref: TrackableRef,
): Promise<TrackingState> {
  const chain = await chainOf(db, project, ref);
  saw(resource(chain[0].kind, chain[0]));
  return stateOf(db, principal, chain);
}

/** Stores whether a user tracks a record. */
export async function sayTracked(
  { tx, now: updatedAt }: Change,
  { userUid }: Pick<KeyPrincipal, 'userUid'>,
  { kind: recordKind, uid: recordUid, companyUid }: Pick<Trackable, 'kind' | 'uid' | 'companyUid'>,
  isTracked: boolean,
): Promise<void> {
  await saveTracking(tx, { userUid, recordUid, recordKind, companyUid, isTracked, updatedAt });
}

/** Makes the user who acts track or stop tracking a record and what is below it. @throws Problem 404 */
export async function trackRecord(
  change: ProjectChange,
  ref: TrackableRef,
  isTracked: boolean,
): Promise<TrackingState> {
  const chain = await chainOf(change.tx, change.project, ref);
  await sayTracked(change, change.principal, chain[0], isTracked);
  await change.audit(resource(chain[0].kind, chain[0]), 'tracking.set', { isTracked });
  return stateOf(change.tx, change.principal, chain);
}
