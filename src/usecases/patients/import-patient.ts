import type { KeyPrincipal } from '../../access/principal';
import type { RowOutcome } from '../../domain/bulk-imports/bulk-import';
import {
  detailsAfter,
  detailsOf,
  type RequiredDetails,
  type SaidDetails,
} from '../../domain/patients/patient-form';
import type { SearchFlags } from '../../domain/searches/arm-searches';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { Change } from '../change';
import {
  applyEdit,
  assertProjectOpen,
  assertSearchesAvailable,
  lockOrRegister,
  tryRegister,
} from './register-patient';
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
  const { patient: before, isNew } = await lockOrRegister(change, project, id, async () => {
    const form = { details: detailsOf(said), flags };
    return tryRegister(change, principal, project, id, form, 'patient.import');
  });
  if (isNew) return { outcome: 'created', patient: before };
  assertSearchesAvailable(project, flags, before.searches);
  const after = applyEdit(before, { details: detailsAfter(before, said), flags });
  const patient = await savePatient(change, project, before, after);
  if (patient === before) return { outcome: 'unchanged', patient };
  const { uid, companyUid } = patient;
  await change.audit('patient.import', { kind: 'patient', uid, companyUid });
  return { outcome: 'updated', patient };
}
