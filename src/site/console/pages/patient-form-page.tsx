/** `…/patients/new` and `…/patients/{patient}/edit`: the form that adds or edits a patient. */
import { Empty, Facts, Instant, MessageNotice, Notice, type Message } from '../../components/display';
import { FaultSummary } from '../../components/fault-summary';
import { ChoiceField, Form, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import {
  PatientFields,
  patientFieldLabels,
  patientFields,
  SearchFields,
  type PatientValues,
} from '../components/patient-fields';
import { usDate } from '../../../domain/clinical/calendar-date';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** Another patient who looks like the same person. */
interface LikelySame {
  readonly uid: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
}

interface CommonShown {
  readonly values: PatientValues;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

/** The content of the page that adds a patient. */
export interface NewPatientShown extends CommonShown {
  readonly projects: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly project: string;
  readonly formKey: string;
  readonly duplicates: readonly LikelySame[];
}

/** The content of the page that edits one. */
export interface EditPatientShown extends CommonShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
  };
  readonly fingerprint: string;
  readonly sendsBack: boolean;
  readonly isClosed: boolean;
  /** Who changed the patient while the form was open, and the values that differ now. */
  readonly conflict:
    | {
        readonly latest: { readonly at: Date; readonly by: string } | undefined;
        readonly stored: PatientValues;
      }
    | undefined;
}

function Duplicates({
  place,
  duplicates,
}: {
  readonly place: ShownPlace;
  readonly duplicates: readonly LikelySame[];
}) {
  if (duplicates.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        <strong>A patient with this name and birth date is already here.</strong> Nothing was saved.
      </p>
      <ul>
        {duplicates.map(({ uid, id, firstName, lastNames, dateOfBirth }) => (
          <li>
            <a href={pathIn(place, 'patients', uid)}>
              {firstName} {lastNames[0]}
            </a>
            , born {usDate(dateOfBirth)} <code>{id}</code>
          </li>
        ))}
      </ul>
      <p>Open that patient, or choose Add anyway below if this is another person.</p>
    </Notice>
  );
}

function NewForm({ place, shown }: { readonly place: ShownPlace; readonly shown: NewPatientShown }) {
  const { projects, project, values, problems, formKey, duplicates } = shown;
  return (
    <Form action={pathIn(place, 'patients', 'new')} label="Add patient" problems={problems}>
      <input type="hidden" name="once" value={formKey} />
      <ChoiceField
        id="project"
        name="project"
        label="Project"
        value={project}
        options={projects.map(({ id, name }) => [id, name] as const)}
      />
      <PatientFields values={values} />
      <SearchFields values={values} />
      <div class="line">
        {duplicates.length === 0 ? (
          <>
            <button type="submit" class="main">
              Save patient
            </button>
            <button type="submit" name="next" value="another">
              Save and add another
            </button>
          </>
        ) : (
          <button type="submit" class="main" name="anyway" value="yes">
            Add anyway
          </button>
        )}
        <a href={pathIn(place, 'patients')}>Cancel</a>
      </div>
    </Form>
  );
}

/** Renders the page that adds a patient. */
export function renderNewPatientPage(viewer: Viewer, place: ShownPlace, shown: NewPatientShown): string {
  const { projects, message, problems, duplicates } = shown;
  return renderConsolePage({
    title: 'Add patient',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <h1>Add patient</h1>
        {problems === undefined || Object.keys(problems).length === 0 ? (
          <MessageNotice message={message} />
        ) : (
          <FaultSummary problems={problems} />
        )}
        <Duplicates place={place} duplicates={duplicates} />
        {projects.length === 0 ? (
          <Empty>
            <p>
              You can't see any open {place.environment} projects. Ask an administrator to create one or to
              share one with you.
            </p>
          </Empty>
        ) : (
          <NewForm place={place} shown={shown} />
        )}
      </>
    ),
  });
}

function Conflict({ shown: { conflict, values } }: { readonly shown: EditPatientShown }) {
  if (conflict === undefined) return null;
  const { latest, stored } = conflict;
  const differing = patientFields.filter(name => stored.typed[name] !== values.typed[name]);
  return (
    <Notice tone="warning">
      <p>
        <strong>
          {latest === undefined ? 'This patient was changed' : `${latest.by} changed this patient`}
          {' since you opened the form'}
        </strong>
        {latest === undefined ? null : (
          <>
            {' ('}
            <Instant at={latest.at} />)
          </>
        )}
        . Nothing was saved, and your text is kept below. Saving again replaces what is stored now:
      </p>
      <Facts
        facts={differing.map(name => [
          patientFieldLabels[name].replace(/ \(.*\)$/u, ''),
          stored.typed[name] || 'None',
        ])}
      />
    </Notice>
  );
}

/** Renders the page that edits a patient. The title has no patient data. */
export function renderEditPatientPage(viewer: Viewer, place: ShownPlace, shown: EditPatientShown): string {
  const { patient, values, fingerprint, sendsBack, isClosed, message, problems, conflict } = shown;
  const path = pathIn(place, 'patients', patient.uid);
  const name = `${patient.firstName} ${patient.lastNames[0] ?? ''}`.trim();
  const hasFaults = Object.keys(problems ?? {}).length > 0;
  return renderConsolePage({
    title: 'Edit patient',
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      [name, path],
    ],
    children: (
      <>
        <h1>Edit {name}</h1>
        {hasFaults || conflict !== undefined ? null : <MessageNotice message={message} />}
        <FaultSummary problems={problems} />
        <Conflict shown={shown} />
        {isClosed ? <Notice tone="neutral">{projectIsClosed(place.supportName)}</Notice> : null}
        {sendsBack && !isClosed ? (
          <Notice tone="warning">
            The authorization is approved. If you change the name, date of birth, sex, ZIP codes, city, or
            state, it goes back for review, and work that isn't sent yet waits.
          </Notice>
        ) : null}
        {isClosed ? null : (
          <Form
            action={pathIn(place, 'patients', patient.uid, 'edit')}
            label="Edit patient"
            problems={problems}
          >
            <input type="hidden" name="seen" value={fingerprint} />
            <PatientFields values={values} />
            <div class="line">
              <button type="submit" class="main">
                Save changes
              </button>
              <a href={path}>Cancel</a>
            </div>
          </Form>
        )}
      </>
    ),
  });
}
