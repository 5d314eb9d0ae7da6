import type { KeyPrincipal } from '../access/principal';
import type { Project } from '../domain/projects/project';
import { notFound } from '../domain/problem';
import { trackingOf, type TrackableKind, type TrackingState } from '../domain/tracking/tracking';
import type { Executor } from '../store/database';
import { findPatient } from '../store/patients/patients';
import { findRecordRequest } from '../store/record-requests/record-requests';
import { listTracking, saveTracking } from '../store/patients/tracking';
import { resource, type Change, type ProjectChange } from './change';
import type { ProjectReading } from './reading';

/** A project, a patient of it, or a record request of that, as a path says it. */
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

/**
 * The record, then what it belongs to, up to the project. @throws Problem 404 for what the project has not
 */
async function chainOf(
  db: Executor,
  project: Project,
  { patientId, recordRequestId }: TrackableRef,
): Promise<Chain> {
  // Who makes a project says that they track it.
  const top: Chain = [
    { kind: 'project', uid: project.uid, companyUid: project.companyUid, createdByUserUid: null },
  ];
  if (patientId === undefined) return top;
  const patient = await findPatient(db, project.uid, patientId);
  if (patient === undefined) throw notFound('the project has no such patient');
  const ofPatient: Chain = [{ kind: 'patient', ...patient }, ...top];
  if (recordRequestId === undefined) return ofPatient;
  const request = await findRecordRequest(db, project.uid, patientId, recordRequestId);
  if (request === undefined) throw notFound('the patient has no such record request');
  return [{ ...request, kind: 'recordRequest' }, ...ofPatient];
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
      said: settings.find(({ recordUid }) => recordUid === uid)?.isTracked,
      isCreatedByUser: createdByUserUid === userUid,
    })),
  );
}

/** Whether the user of the key tracks a record. @throws Problem 404 */
export async function readTracking(
  { db, project, principal, saw }: ProjectReading,
  ref: TrackableRef,
): Promise<TrackingState> {
  const chain = await chainOf(db, project, ref);
  saw(resource(chain[0].kind, chain[0]));
  return stateOf(db, principal, chain);
}

/** Stores that a user tracks a record, or does not. */
export async function sayTracked(
  { tx, now: updatedAt }: Change,
  { userUid }: Pick<KeyPrincipal, 'userUid'>,
  { kind: recordKind, uid: recordUid, companyUid }: Pick<Trackable, 'kind' | 'uid' | 'companyUid'>,
  isTracked: boolean,
): Promise<void> {
  await saveTracking(tx, { userUid, recordUid, recordKind, companyUid, isTracked, updatedAt });
}

/**
 * The user of the key tracks a record from now on, or does not, with what lies below it. @throws Problem 404
 */
export async function trackRecord(
  change: ProjectChange,
  ref: TrackableRef,
  isTracked: boolean,
): Promise<TrackingState> {
  const chain = await chainOf(change.tx, change.project, ref);
  await sayTracked(change, change.principal, chain[0], isTracked);
  await change.audit(resource(chain[0].kind, chain[0]));
  return stateOf(change.tx, change.principal, chain);
}
