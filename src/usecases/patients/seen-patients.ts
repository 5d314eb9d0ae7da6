/** The patients of all projects that a member sees, as listed, searched, and exported in the console. */
import { assertPermission, projectScopeOf } from '../../access/authorize';
import type { ConsolePrincipal } from '../../access/principal';
import { readUsDate } from '../../domain/clinical/calendar-date';
import { exportRowsMax } from '../../domain/record-requests/request-list';
import {
  countSeenPatients,
  listSeenPatients as listSeen,
  searchSeenPatients as searchSeen,
  type PatientListPart,
  type SeenFilter,
  type SeenPatient,
} from '../../store/patients/patient-lists';
import type { Change } from '../change';
import { OperatorError } from '../operator-error';
import { lookedAt, type Reading } from '../reading';

/** A part of the list, and how many patients it has. */
export interface SeenPatientList {
  readonly patients: readonly SeenPatient[];
  /** Up to `countedMax` plus one. */
  readonly count: number;
}

/**
 * Returns a part of the patients that a member sees (CONSOLE-37).
 * @throws Problem 403 without `ViewPatients`, 404 for a project that they don't see
 */
export async function listSeenPatients(
  reading: Reading,
  filter: SeenFilter,
  part: PatientListPart,
): Promise<SeenPatientList> {
  const { db, principal, saw, now } = reading;
  assertPermission(principal, 'ViewPatients');
  saw(await lookedAt(reading, filter.projectId));
  const scope = projectScopeOf(principal);
  return {
    patients: await listSeen(db, scope, filter, { ...part, now }),
    count: await countSeenPatients(db, scope, filter, now),
  };
}

/** Shorter texts must match a whole id: no index supports such short parts. */
export const partLengthMin = 3;

/**
 * Searches the patients that a member sees by a birth date, or by a text in their id, first name, or current
 * last name, newest first. The text isn't stored anywhere: the audit log only says that someone searched
 * (CONSOLE-38).
 * @throws Problem as {@link listSeenPatients}
 */
export async function searchSeenPatients(
  reading: Reading,
  wanted: { readonly text: string; readonly projectId: string | undefined; readonly limit: number },
): Promise<SeenPatient[]> {
  const { db, principal, saw, now } = reading;
  assertPermission(principal, 'ViewPatients');
  saw(await lookedAt(reading, wanted.projectId));
  const scope = projectScopeOf(principal);
  const bornOn = readUsDate(wanted.text);
  if (bornOn !== undefined)
    return searchSeen(db, scope, { ...wanted, text: bornOn, place: 'birthDate' }, now);
  const place = wanted.text.length < partLengthMin ? 'wholeId' : 'partOfIdOrName';
  return searchSeen(db, scope, { ...wanted, place }, now);
}

/**
 * Returns all patients of a list for a file, and records the export in the audit log with the number of rows.
 * @throws Problem as {@link listSeenPatients}; OperatorError for more than `exportRowsMax` rows
 */
export async function exportSeenPatients(
  change: Change<ConsolePrincipal>,
  filter: SeenFilter,
  part: Pick<PatientListPart, 'order'>,
): Promise<SeenPatient[]> {
  const { tx: db, principal, now } = change;
  assertPermission(principal, 'ViewPatients');
  const subject = await lookedAt({ db, principal, now, saw: () => undefined }, filter.projectId);
  const limits = { offset: 0, limit: exportRowsMax + 1, now };
  const found = await listSeen(db, projectScopeOf(principal), filter, { ...part, ...limits });
  if (found.length > exportRowsMax)
    throw new OperatorError(
      `The list has more than ${exportRowsMax.toLocaleString('en-US')} patients. Narrow the filters, then ` +
        'export again.',
    );
  await change.audit(subject, 'patient.exportList', { rows: found.length });
  return found;
}
