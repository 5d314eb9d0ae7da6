/**
 * `…/patients`: the patients that a member can see. The search is a posted form, so its text is in no URL.
 */
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import { searchStatuses, type SearchStatus } from '../../../domain/searches/search';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { authorizationStatusLabels, searchStatusLabels } from '../../../domain/status-labels';
import { AuthorizationPill, SearchPill } from '../components/patient-words';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { Empty, Instant, Notice, Table } from '../../components/display';
import { pathIn, withQuery } from '../paths';

/** The filters, as given in the URL. They contain no patient data. */
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

/** The content of the page. */
export interface PatientsShown {
  readonly query: PatientQuery;
  readonly projects: readonly ChoosableProject[];
  readonly patients: readonly ListedPatient[];
  /** The cursor of the next page; absent on the last one. */
  readonly olderFrom?: string;
  /** The search; absent on the list. */
  readonly searched?: { readonly text: string; readonly areMore: boolean; readonly problems?: FieldProblems };
}

/** The maximum length of a search text. */
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
      options={[['', 'All projects'], ...projects.map(project => [project.id, project.name] as const)]}
    />
  );
}

function Search({ path, shown }: { readonly path: string; readonly shown: PatientsShown }) {
  const { query, projects, searched } = shown;
  return (
    <Form action={path} label="Search patients" problems={searched?.problems}>
      <div class="line">
        <TextField
          id="text"
          name="text"
          label="Your ID or part of a name"
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
  const any = ['', 'Any'] as const;
  return (
    <form method="get" action={path} aria-label="Filter patients">
      <div class="line">
        <ProjectField id="project" value={query.project} projects={projects} />
        <ChoiceField
          id="search"
          name="search"
          label="Searches"
          value={query.search}
          options={[any, ...searchStatuses.map(code => [code, searchStatusLabels[code]] as const)]}
        />
        <ChoiceField
          id="authorization"
          name="authorization"
          label="Authorization"
          value={query.authorization}
          options={[
            any,
            ...authorizationStatuses.map(code => [code, authorizationStatusLabels[code]] as const),
          ]}
        />
        <button type="submit">Filter</button>
        <a href={path}>Clear filters</a>
      </div>
    </form>
  );
}

function emptyWords({ searched, query }: PatientsShown): readonly [heading: string, text: string] {
  if (searched !== undefined)
    return [
      'No matching patients',
      'Try fewer letters, or the whole ID. The search covers first names and current last names, and ' +
        'ignores case and accents.',
    ];
  if (Object.values(query).some(value => value !== ''))
    return ['No matching patients', 'Clear a filter, or look in all projects.'];
  return [
    'No patients yet',
    'Register patients through the API, one at a time or as a file. They appear here immediately.',
  ];
}

/**
 * The content for members who can't see any projects, so there is nothing to search or filter (CONSOLE-60).
 */
function NoProjects({ place }: { readonly place: ShownPlace }) {
  const { environment, permissions } = place;
  return (
    <Empty>
      <h2>No patients yet</h2>
      <p>
        You register patients in a project through the API. You can't see any {environment} projects yet.{' '}
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
      headings={['Patient', 'Your ID', 'Date of birth', 'Project', 'Searches', 'Authorization', 'Registered']}
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
          Search results. <a href={path}>Show all patients</a>
        </p>
      )}
      {searched?.areMore === true ? (
        <Notice tone="warning">Not all matches are shown. Enter more letters, or choose a project.</Notice>
      ) : null}
      {searched?.problems === undefined ? <Patients place={place} shown={shown} /> : null}
      {olderFrom === undefined ? null : (
        <p>
          <a class="button" href={withQuery(path, { ...query, before: olderFrom })}>
            Show older
          </a>
        </p>
      )}
    </>
  );
}

/** Renders the list of patients, or the results of a search. */
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
