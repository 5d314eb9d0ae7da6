// Objection: rows by key, not on a hot path.
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import type { Executor } from '../database';
import { VisitModel } from '../models/clinical';

/** Returns the day on which a patient's latest visit began; `null` without a visit. */
export async function findLatestVisitOn(
  executor: Executor,
  patientUid: string,
): Promise<CalendarDate | null> {
  const [latest] = await VisitModel.query(executor)
    .where({ patient_uid: patientUid })
    .orderBy('earliest_service_date', 'desc')
    .limit(1);
  return latest?.earliestServiceDate ?? null;
}
