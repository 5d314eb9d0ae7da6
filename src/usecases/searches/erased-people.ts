/** People in answers who weren't accepted as the patient: their values are kept for 30 days. */
import { lockPatientByUid } from '../../store/patients/patients';
import { eraseDue, listPatientsToErase } from '../../store/searches/run-candidates';
import { resource, runOwnChange, type ChangeParts } from '../change';
import { handleEvery } from '../every-item';

const keptMs = 30 * 24 * 60 * 60 * 1000;
const patientsPerRun = 1_000;

/**
 * Erases names, dates, and records of people who were held or withheld for 30 days, at most of 1,000
 * patients. What was decided and why stays.
 */
export async function eraseExpiredPeople(parts: ChangeParts): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - keptMs);
  await handleEvery(await listPatientsToErase(parts.db, before, patientsPerRun), patientUid =>
    runOwnChange(parts, 'patient search', 'search.erasePeople', async change => {
      const patient = await lockPatientByUid(change.tx, patientUid);
      const erased = patient && (await eraseDue(change.tx, patientUid, before, change.now));
      if (patient === undefined || erased === undefined || erased === 0)
        return change.unaudited('the people were erased or decided on meanwhile');
      await change.audit(resource('patient', patient), 'search.erasePeople', { erased });
    }),
  );
}
