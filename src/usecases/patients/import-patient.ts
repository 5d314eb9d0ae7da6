import type { KeyPrincipal } from '../../access/principal';
import type { RowOutcome } from '../../domain/bulk-imports/bulk-import';
import {
  detailsAfter,
  detailsOf,
  type RequiredDetails,
  type SaidDetails,
} from '../../domain/patients/patient-form';
import { Problem } from '../../domain/problem';
import type { SearchFlags } from '../../domain/searches/arm-searches';
import { lockPatient, type Patient } from '../../store/queries/patients';
import type { Project } from '../../store/queries/projects';
import type { Change } from '../change';
import { applyEdit, assertProjectOpen, assertSearchesAvailable, tryRegister } from './register-patient';
import { savePatient } from './save-patient';

/** What a row of a file says of a patient. */
export interface ImportedPatient {
  readonly id: string;
  readonly said: SaidDetails & RequiredDetails;
  readonly flags: SearchFlags;
}

/**
 * Registers the patient of a row, or edits the one that is there: what the file has no column for stays. A row that says
 * what is on file writes nothing, the audit trail included: nobody is shown anything.
 * @throws Problem `project.closed`, `search.notAvailable`
 */
export async function importPatient(
  change: Change,
  principal: KeyPrincipal,
  project: Project,
  { id, said, flags }: ImportedPatient,
): Promise<{ readonly outcome: Exclude<RowOutcome, 'failed'>; readonly patient: Patient }> {
  assertProjectOpen(project);
  const found = await lockPatient(change.tx, project.uid, id);
  if (found === undefined) {
    const form = { details: detailsOf(said), flags };
    const patient = await tryRegister(change, principal, project, id, form, 'patient.import');
    if (patient !== undefined) return { outcome: 'created', patient };
  }
  const before = found ?? (await lockPatient(change.tx, project.uid, id));
  if (before === undefined) throw new Problem('service.unavailable', { internal: 'the patient vanished' });
  assertSearchesAvailable(project, flags, before.searches);
  const after = applyEdit(project, before, { details: detailsAfter(before, said), flags });
  const patient = await savePatient(change, project, before, after);
  if (patient === before) return { outcome: 'unchanged', patient };
  const { uid, companyUid } = patient;
  await change.audit('patient.import', { kind: 'patient', uid, companyUid });
  return { outcome: 'updated', patient };
}
