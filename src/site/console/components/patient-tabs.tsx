/** The tabs of a patient, above the content of each. */
import type { ComponentChildren } from 'preact';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

/** The pages of a patient. */
const tabs = [
  { id: 'overview', name: 'Overview', segments: [], permission: 'ViewPatients' },
  { id: 'documents', name: 'Authorization', segments: ['documents'], permission: 'ViewPatients' },
  { id: 'facilities', name: 'Facilities', segments: ['facilities'], permission: 'ViewRecordRequests' },
  { id: 'clinical', name: 'Clinical data', segments: ['clinical', 'visits'], permission: 'ViewClinicalData' },
  { id: 'files', name: 'Files', segments: ['files'], permission: 'ViewRecordRequests' },
  { id: 'notes', name: 'Notes', segments: ['notes'], permission: 'ViewRecordRequests' },
  { id: 'access', name: 'Access', segments: ['access'], permission: 'ViewAuditLog' },
] as const;

/** The page of a patient that is shown. */
export type PatientTab = (typeof tabs)[number]['id'];

interface PatientTabsParts {
  readonly place: ShownPlace;
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly reference?: string | null;
  };
  readonly current: PatientTab;
  /** Beside the name. */
  readonly children?: ComponentChildren;
}

/** Returns the patient's name as pages show it. */
export function nameOf({
  firstName,
  lastNames,
}: Pick<PatientTabsParts['patient'], 'firstName' | 'lastNames'>): string {
  return `${firstName} ${lastNames[0] ?? ''}`.trim();
}

/** The patient's name, and links to the pages about them that this member can see. */
export function PatientTabs({ place, patient, current, children }: PatientTabsParts) {
  return (
    <>
      <div class="head">
        <h1>{nameOf(patient)}</h1>
        {patient.reference == null ? null : <span class="muted">Reference {patient.reference}</span>}
        {children}
      </div>
      <nav class="tabs" aria-label="Patient">
        {tabs
          .filter(({ permission }) => place.permissions.has(permission))
          .map(({ id, name, segments }) => (
            <a
              href={pathIn(place, 'patients', patient.uid, ...segments)}
              aria-current={id === current ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
      </nav>
    </>
  );
}
