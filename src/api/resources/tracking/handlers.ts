import type { TrackingState } from '../../../domain/tracking/tracking';
import { readTracking, trackRecord } from '../../../usecases/tracking';
import { reply } from '../../pipeline/contract';
import { operation } from '../../pipeline/operation';
import {
  getPatientTrackingContract,
  getProjectTrackingContract,
  getRecordRequestTrackingContract,
  setPatientTrackingContract,
  setProjectTrackingContract,
  setRecordRequestTrackingContract,
} from './contract';

function shown({ isTracked, isInherited }: TrackingState) {
  return reply(200, { body: { tracked: isTracked, inherited: isInherited } });
}

/** The operations on what a user tracks. */
export const trackingOperations = [
  operation(getRecordRequestTrackingContract, async ({ reading }, { params }) =>
    shown(await readTracking(reading, params)),
  ),
  operation(setRecordRequestTrackingContract, ({ change }, { params, body }) =>
    change(inner => trackRecord(inner, params, body.tracked), shown),
  ),
  operation(getPatientTrackingContract, async ({ reading }, { params: { patientId } }) =>
    shown(await readTracking(reading, { patientId })),
  ),
  operation(setPatientTrackingContract, ({ change }, { params: { patientId }, body }) =>
    change(inner => trackRecord(inner, { patientId }, body.tracked), shown),
  ),
  operation(getProjectTrackingContract, async ({ reading }) => shown(await readTracking(reading, {}))),
  operation(setProjectTrackingContract, ({ change }, { body }) =>
    change(inner => trackRecord(inner, {}, body.tracked), shown),
  ),
];
