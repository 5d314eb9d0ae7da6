/** `…/patients/{patient}/notes`: the notes of all record requests of a patient. */
import type { RecordRequestKind } from '../../../domain/record-requests/record-request';
import { requestKindLabels } from '../../../domain/status-labels';
import { Empty, Instant } from '../../components/display';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { pathIn } from '../paths';

/** The content of the page. */
export interface PatientNotesShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly notes: ReadonlyArray<{
    readonly note: {
      readonly uid: string;
      readonly content: string;
      readonly author: { readonly name: string };
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly version: number;
    };
    readonly request: {
      readonly uid: string;
      readonly submittedSiteName: string;
      readonly kind: RecordRequestKind;
    };
  }>;
}

/** Renders the page. Its title has no patient data. */
export function renderPatientNotesPage(viewer: Viewer, place: ShownPlace, shown: PatientNotesShown): string {
  const { patient, notes } = shown;
  const path = pathIn(place, 'patients', patient.uid, 'record-requests');
  return renderConsolePage({
    title: 'Notes',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="notes" />
        {notes.length === 0 ? (
          <Empty>
            <p>No notes yet. Add one on the page of a record request.</p>
          </Empty>
        ) : (
          <ol class="attempts">
            {notes.map(({ note, request }) => (
              <li class="card">
                <p class="small">
                  <a href={`${path}/${request.uid}#notes`}>
                    {request.submittedSiteName}: {requestKindLabels[request.kind]}
                  </a>
                </p>
                <p class="muted small">
                  {note.author.name}, <Instant at={note.createdAt} />
                  {note.version > 1 ? (
                    <>
                      , edited <Instant at={note.updatedAt} />
                    </>
                  ) : null}
                </p>
                <p class="text">{note.content}</p>
              </li>
            ))}
          </ol>
        )}
      </>
    ),
  });
}
