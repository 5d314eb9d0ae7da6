/**
 * `…/patients`: the patients that a member sees; what is searched for by a form, whose text stands in no
 * address.
 */
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import { searchStatuses, type SearchStatus } from '../../../domain/searches/search';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { AuthorizationPill, inWords, SearchPill } from '../components/patient-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, Notice, Table } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The filters as they stand in the address: nothing of them is of a patient. */
export interface PatientQuery {
  readonly project: string;
  readonly search: string;
  readonly authorization: string;
}

/** A patient in the list. */
interface ListedPatient {
  readonly row: {
    readonly uid: string;
    readonly id: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly dateOfBirth: string;
    readonly searchStatus: SearchStatus;
    readonly authorizationStatus: AuthorizationStatus;
    readonly createdAt: Date;
  };
  readonly project: { readonly id: string; readonly name: string };
}

/** A project to choose. */
interface ChoosableProject {
  readonly id: string;
  readonly name: string;
}

/** What the page shows. */
export interface PatientsShown {
  readonly query: PatientQuery;
  readonly projects: readonly ChoosableProject[];
  readonly patients: readonly ListedPatient[];
  /** Where the older ones begin, while there are some. */
  readonly olderFrom?: string;
  /** What was searched for; absent on the list. */
  readonly searched?: { readonly text: string; readonly areMore: boolean; readonly problems?: FieldProblems };
}

/** The most characters that are searched for. */
export const searchLengthMax = 100;

function ProjectField({
  id,
  value,
  projects,
}: {
  readonly id: string;
  readonly value: string;
  readonly projects: readonly ChoosableProject[];
}) {
  return (
    <ChoiceField
      id={id}
      name="project"
      label="Project"
      value={value}
      options={[['', 'All that you see'], ...projects.map(project => [project.id, project.name] as const)]}
    />
  );
}

function Search({ path, shown }: { readonly path: string; readonly shown: PatientsShown }) {
  const { query, projects, searched } = shown;
  return (
    <Form action={path} label="Search for a patient" problems={searched?.problems}>
      <div class="line">
        <TextField
          id="text"
          name="text"
          label="Your id, or a part of a name"
          isRequired={true}
          value={searched?.text ?? ''}
          max={searchLengthMax}
        />
        <ProjectField id="searched-project" value={query.project} projects={projects} />
        <button type="submit" class="main">
          Search
        </button>
      </div>
    </Form>
  );
}

function Filters({ path, shown }: { readonly path: string; readonly shown: PatientsShown }) {
  const { query, projects } = shown;
  const options = (codes: readonly string[]): ReadonlyArray<readonly [string, string]> => [
    ['', 'Any'],
    ...codes.map(code => [code, inWords(code)] as const),
  ];
  return (
    <form method="get" action={path} aria-label="Filter the patients">
      <div class="line">
        <ProjectField id="project" value={query.project} projects={projects} />
        <ChoiceField
          id="search"
          name="search"
          label="Searches"
          value={query.search}
          options={options(searchStatuses)}
        />
        <ChoiceField
          id="authorization"
          name="authorization"
          label="Authorization"
          value={query.authorization}
          options={options(authorizationStatuses)}
        />
        <button type="submit">Filter</button>
        <a href={path}>All</a>
      </div>
    </form>
  );
}

function emptyWords({ searched, query }: PatientsShown): readonly [heading: string, text: string] {
  if (searched !== undefined)
    return [
      'Nobody is found',
      'Try fewer letters, or the whole id. Capitals and accents do not count; given names and ' +
        'current last names are looked through.',
    ];
  if (Object.values(query).some(value => value !== ''))
    return ['No such patient', 'Take a filter away, or look into all projects.'];
  return [
    'No patient yet',
    'Patients are registered by the API, one by one or by a file, into the projects that you see. ' +
      'They are listed here at once.',
  ];
}

/** What the page says to who sees no project: there is nothing to search or to filter (CONSOLE-60). */
function NoProjects({ place }: { readonly place: ShownPlace }) {
  const { environment, permissions } = place;
  return (
    <Empty>
      <h2>No patients yet</h2>
      <p>
        You register patients in a project, by the API. You don’t see any {environment} projects yet.{' '}
        {permissions.has('ManageProjects') && permissions.has('ViewProjects') ? (
          <a href={pathIn(place, 'projects')}>Go to Projects</a>
        ) : (
          'Ask an administrator to create one or to share one with you.'
        )}
      </p>
    </Empty>
  );
}

function Patients({ place, shown }: { readonly place: ShownPlace; readonly shown: PatientsShown }) {
  const [heading, text] = emptyWords(shown);
  if (shown.patients.length === 0)
    return (
      <Empty>
        <h2>{heading}</h2>
        <p>{text}</p>
      </Empty>
    );
  return (
    <Table
      caption="Patients"
      headings={['Patient', 'Your id', 'Born', 'Project', 'Searches', 'Authorization', 'Registered']}
      rows={shown.patients.map(({ row: patient, project }) => [
        <a href={pathIn(place, 'patients', patient.uid)}>
          {patient.firstName} {patient.lastNames[0]}
        </a>,
        <code>{patient.id}</code>,
        <span class="number">{patient.dateOfBirth}</span>,
        place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>,
        <SearchPill status={patient.searchStatus} />,
        <AuthorizationPill status={patient.authorizationStatus} />,
        <Instant at={patient.createdAt} />,
      ])}
    />
  );
}

function Lists({ place, shown }: { readonly place: ShownPlace; readonly shown: PatientsShown }) {
  const path = pathIn(place, 'patients');
  const { query, searched, olderFrom } = shown;
  return (
    <>
      <Search path={path} shown={shown} />
      {searched === undefined ? (
        <Filters path={path} shown={shown} />
      ) : (
        <p>
          What was found. <a href={path}>Back to all patients</a>
        </p>
      )}
      {searched?.areMore === true ? (
        <Notice tone="warning">There are more. Search for more letters, or in one project.</Notice>
      ) : null}
      {searched?.problems === undefined ? <Patients place={place} shown={shown} /> : null}
      {olderFrom === undefined ? null : (
        <p>
          <a class="button" href={withQuery(path, { ...query, before: olderFrom })}>
            Older ones
          </a>
        </p>
      )}
    </>
  );
}

/** The list of patients, or what a search found. */
export function renderPatientsPage(viewer: Viewer, place: ShownPlace, shown: PatientsShown): string {
  return renderConsolePage({
    title: 'Patients',
    viewer,
    place,
    section: 'patients',
    children: (
      <>
        <h1>Patients</h1>
        {shown.projects.length === 0 ? <NoProjects place={place} /> : <Lists place={place} shown={shown} />}
      </>
    ),
  });
}
