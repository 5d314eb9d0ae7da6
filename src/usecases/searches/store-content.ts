import type { ClinicalContent } from '../../domain/clinical/clinical-content';
import { clinicalDataAdded } from '../../domain/events/clinical-data';
import type { Patient } from '../../domain/patients/patient';
import type { Project } from '../../domain/projects/project';
import type { SearchKind, SearchOutcome } from '../../domain/searches/search';
import { storeClinicalContent } from '../../store/clinical/clinical';
import { countNewContent } from '../../store/searches/search-runs';
import { siteTenantOf } from '../../store/sites/sites';
import type { Change } from '../change';
import { emitPatientEvent } from '../patients/commit-patient';

/**
 * Stores content of a run as the patient's, counts what of it was new, and tells that.
 * @param isReread whether it was held before
 */
export async function storeContent(
  change: Change,
  { patient, project }: { readonly patient: Patient; readonly project: Project },
  run: { readonly uid: string; readonly kind: SearchKind; readonly outcome: SearchOutcome },
  content: ClinicalContent,
  isReread = false,
): Promise<void> {
  const { projectUid, uid: patientUid } = patient;
  const origin = { ...siteTenantOf(project), projectUid, patientUid, source: run.kind, runUid: run.uid };
  const counts = await storeClinicalContent(change.tx, origin, content, change.now);
  await countNewContent(change.tx, run.uid, run.outcome, counts);
  const added = clinicalDataAdded(project, run.kind, counts, isReread);
  if (added === undefined) return;
  await emitPatientEvent(change, project, patient, { eventType: 'clinicalData.added', changed: [] }, added);
}
