/** `…/patients/{patient}/access`: who accessed a patient, and to whom their data was disclosed. */
import type { Viewer } from '../../visit';
import { AuditTable, type ShownAuditRow } from '../components/audit-words';
import { ShowOlder } from '../components/list-filters';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { pathIn } from '../paths';

/** The content of the page. */
interface AccessShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly rows: readonly ShownAuditRow[];
  /** Where the next page starts; `undefined` on the last one. */
  readonly moreBefore: string | undefined;
}

/** Renders who accessed a patient. */
export function renderPatientAccessPage(viewer: Viewer, place: ShownPlace, shown: AccessShown): string {
  const { patient, rows, moreBefore } = shown;
  const path = pathIn(place, 'patients', patient.uid);
  return renderConsolePage({
    title: 'Access to a patient',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="access">
          <div class="aside">
            <a class="button" href={`${path}/disclosures`}>
              Download disclosures (PDF)
            </a>
          </div>
        </PatientTabs>
        <p class="muted">
          Everyone who viewed or changed this patient or their record requests, newest first. Lists and
          searches that showed the patient among others are in the{' '}
          <a href={pathIn(place, 'audit')}>audit log</a> without names of patients.
        </p>
        {rows.length === 0 ? <p class="muted">No access yet.</p> : <AuditTable place={place} rows={rows} />}
        <ShowOlder path={`${path}/access`} filters={{}} before={moreBefore} />
      </>
    ),
  });
}
