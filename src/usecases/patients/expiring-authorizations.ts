/** Periodic work on authorizations: terms that weren't kept yet, and notices before they expire. */
import { expirationDateOf } from '../../domain/auth-checks/judge-terms';
import { dueNotice, noticeHorizon } from '../../domain/authorizations/authorization-term';
import { addDays, dayInUtc } from '../../domain/clinical/calendar-date';
import { noteNotice, readExpiry, type Patient } from '../../domain/patients/patient';
import { isClosed, type Project } from '../../domain/projects/project';
import { clockIn } from '../../domain/time-zones';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import {
  listExpiring,
  listUnreadTerms,
  type ExpiringAuthorization,
} from '../../store/patients/authorizations';
import { lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import { resource, runOwnChange, type Change, type ChangeParts } from '../change';
import { handleEvery, takeEvery } from '../every-item';
import { commitPatient } from './commit-patient';
import { emitPatientEvent } from './patient-events';

/** How many patients one statement reads. */
const pageSize = 500;

/**
 * Keeps until when a patient's document says that it is valid, from its current analysis. The caller holds
 * the patient's lock.
 */
export async function keepExpiry(change: Change, project: Project, patient: Patient): Promise<void> {
  const analysis = await findPatientAuthCheck(change.tx, patient.uid);
  if (analysis?.status !== 'judged' || analysis.etag !== patient.authorizationEtag) return;
  const data = analysis.extraction?.data;
  const expiresOn = data === undefined ? null : expirationDateOf(data, project.purpose === 'Research');
  await commitPatient(change, project, readExpiry(patient, expiresOn, project));
}

async function keepUnread(change: Change, uid: string): Promise<void> {
  const patient = await lockPatientByUid(change.tx, uid);
  if (patient?.authorizationExpiryBy !== null)
    return change.unaudited('the term of the document is already kept');
  await keepExpiry(change, await getProjectByUid(change.tx, patient.projectUid), patient);
  await change.audit(resource('patient', patient), 'authCheck.keepTerm', { authorizationExpiresOn: null });
}

/** Sends a notice that is due, and records it in the same transaction, so that a repeat sends none. */
async function notify(change: Change, { uid, timeZone }: ExpiringAuthorization): Promise<void> {
  const patient = await lockPatientByUid(change.tx, uid);
  if (patient === undefined) return change.unaudited('the patient is gone');
  const project = await getProjectByUid(change.tx, patient.projectUid);
  const days = isClosed(project) ? null : dueNotice(project, patient, clockIn(timeZone, change.now).day);
  if (days === null) return change.unaudited('no notice is due');
  const told = await commitPatient(change, project, noteNotice(patient, days, project));
  await emitPatientEvent(change, project, told, { eventType: 'authorization.expiring', changed: [] });
  await change.audit(resource('patient', patient), 'authorization.notifyExpiring', { days });
}

async function* rowsOf<Row>(
  list: (after: string | undefined) => Promise<readonly Row[]>,
  uidOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after: string | undefined; ;) {
    const page = await list(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = uidOf(last);
  }
}

/**
 * Keeps the terms of documents that were read before terms were kept, and sends the notices that are due, 30
 * and 7 days before an authorization expires, once each (AUTH-26). Several processes may run this at once.
 */
export async function tellExpirations(parts: ChangeParts): Promise<void> {
  const unread = rowsOf(
    after => listUnreadTerms(parts.db, { after, limit: pageSize }),
    uid => uid,
  );
  // A day earlier and later than in UTC, for every time zone.
  const today = dayInUtc(parts.clock.now());
  const period = { from: addDays(today, -1), until: addDays(noticeHorizon(today), 1) };
  const expiring = rowsOf(
    after => listExpiring(parts.db, period, { after, limit: pageSize }),
    ({ uid }) => uid,
  );
  await takeEvery(
    () =>
      handleEvery(unread, uid =>
        runOwnChange(parts, 'auth check', 'authCheck.keepTerm', change => keepUnread(change, uid)),
      ),
    () =>
      handleEvery(expiring, found =>
        runOwnChange(parts, 'auth check', 'authorization.notifyExpiring', change => notify(change, found)),
      ),
  );
}
