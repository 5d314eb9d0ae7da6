/**
 * `…/patients`: the patients that a member can see. The search is a posted form, so its text is in no URL.
 */
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { usDate } from '../../../domain/clinical/calendar-date';
import {
  defaultPatientOrder,
  type PatientOrder,
  type PatientSort,
} from '../../../domain/patients/patient-list';
import { countedMax } from '../../../domain/record-requests/request-list';
import type { SearchStatus } from '../../../domain/searches/search';
import { searchStatusLabels } from '../../../domain/status-labels';
import {
  countText,
  Day,
  Empty,
  MessageNotice,
  Notice,
  Pager,
  Table,
  type Heading,
  type Message,
} from '../../components/display';
import type { FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { orderText, type ChoosableProject } from '../components/list-filters';
import { choosingFor, PatientFilters, PatientSearch, type PatientQuery } from '../components/patient-filters';
import { AuthorizationPill } from '../components/patient-words';
import { pathIn, withQuery } from '../paths';

/** A patient in the list. */
interface ListedPatient {
  readonly uid: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly reference: string | null;
  readonly projectId: string;
  readonly projectName: string;
  readonly searchStatus: SearchStatus;
  readonly authorizationStatus: AuthorizationStatus;
  readonly hasDocument: boolean;
  readonly expiresOn: string | null;
  readonly revokedOn: string | null;
  readonly daysLeft: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly openRequests: number;
  readonly requests: number;
}

/** The content of the page. */
export interface PatientsShown {
  readonly query: PatientQuery;
  readonly projects: readonly ChoosableProject[];
  readonly patients: readonly ListedPatient[];
  /** Whether a patient is chosen to request records for. */
  readonly isChoosing: boolean;
  /** The part of the list; absent for a search. */
  readonly list?: {
    readonly order: PatientOrder;
    /** From 1. */
    readonly page: number;
    readonly pageSize: number;
    readonly pageMax: number;
    readonly count: number;
    readonly message: Message | undefined;
  };
  /** The search; absent on the list. */
  readonly searched?: {
    readonly text: string;
    readonly areMore: boolean;
    /** Whether the text was too short to be a part of a name. */
    readonly isShort: boolean;
    readonly problems?: FieldProblems;
  };
}

/** The form that requests records, below a patient. */
const askSegments = ['record-requests', 'new'];

type PlaceAndShown = { readonly place: ShownPlace; readonly shown: PatientsShown };

interface PathParts {
  readonly page?: number;
  readonly below?: readonly string[];
  /** The kind of an exported file. */
  readonly as?: 'xlsx';
}

/** Returns the path of the list in an order. */
function listPath(
  { place, shown }: PlaceAndShown,
  order: PatientOrder,
  { page = 1, below = [], as }: PathParts = {},
): string {
  const sort = orderText(order);
  return withQuery(pathIn(place, 'patients', ...below), {
    ...shown.query,
    for: shown.isChoosing ? choosingFor : undefined,
    sort: sort === orderText(defaultPatientOrder) ? undefined : sort,
    as,
    page: page === 1 ? undefined : String(page),
  });
}

function emptyWords({ searched, query }: PatientsShown): readonly [heading: string, text: string] {
  if (searched?.isShort === true)
    return ['No matching patients', 'Enter at least 3 letters of a name, or the whole ID.'];
  if (searched !== undefined)
    return [
      'No matching patients',
      'Check the spelling, or enter another part of the name. The search covers IDs, references, first ' +
        'names, current last names, and birth dates, and ignores case and accents.',
    ];
  if (query.following !== '')
    return ['No patient that you follow', 'Follow patients on their pages, or clear a filter.'];
  if (Object.values(query).some(value => value !== ''))
    return ['No matching patients', 'Clear a filter, or look in all projects.'];
  return [
    'No patients yet',
    'Add a patient here, or register patients through the API, one at a time or as a file.',
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
        Patients belong to a project. You can't see any {environment} projects yet.{' '}
        {permissions.has('ManageProjects') && permissions.has('ViewProjects') ? (
          <a href={pathIn(place, 'projects')}>Go to Projects</a>
        ) : (
          'Ask an administrator to create one or to share one with you.'
        )}
      </p>
    </Empty>
  );
}

/** Returns what a patient's authorization needs, in words; `undefined` for nothing. */
function needWords({ hasDocument, authorizationStatus, revokedOn, daysLeft, expiresOn }: ListedPatient) {
  if (revokedOn !== null) return <span class="fault small">Revoked</span>;
  if (authorizationStatus === 'NeedsApproval' && !hasDocument) return <span class="small">No document</span>;
  if (daysLeft === null || expiresOn === null) return null;
  if (daysLeft < 0) return <span class="fault small">Expired {usDate(expiresOn)}</span>;
  return <span class="muted small">Expires {usDate(expiresOn)}</span>;
}

function headingOf({ place, shown }: PlaceAndShown, name: string, by: PatientSort): string | Heading {
  const order = shown.list?.order;
  if (order === undefined) return name;
  const isCurrent = order.by === by;
  const isDescending = isCurrent ? !order.isDescending : by === 'registered';
  return {
    name,
    href: listPath({ place, shown }, { by, isDescending }),
    ...(isCurrent ? { sorted: order.isDescending ? 'descending' : 'ascending' } : {}),
  };
}

function Patients({ place, shown }: PlaceAndShown) {
  const [heading, text] = emptyWords(shown);
  if (shown.patients.length === 0)
    return (
      <Empty>
        <h2>{heading}</h2>
        <p>{text}</p>
      </Empty>
    );
  const seesRequests = place.permissions.has('ViewRecordRequests');
  return (
    <Table
      caption="Patients"
      scrolls={true}
      headings={[
        headingOf({ place, shown }, 'Patient', 'name'),
        'Your ID',
        'Date of birth',
        'Project',
        'Authorization',
        'Searches',
        ...(seesRequests ? [{ name: 'Open requests', isNumber: true }] : []),
        headingOf({ place, shown }, 'Registered', 'registered'),
        'Updated',
      ]}
      rows={shown.patients.map(patient => [
        <>
          <a href={pathIn(place, 'patients', patient.uid, ...(shown.isChoosing ? askSegments : []))}>
            {patient.firstName} {patient.lastNames[0]}
          </a>
          {patient.reference === null ? null : <p class="muted small">Ref. {patient.reference}</p>}
        </>,
        <code>{patient.id}</code>,
        <span class="number">{usDate(patient.dateOfBirth)}</span>,
        place.permissions.has('ViewProjects') ? patient.projectName : <code>{patient.projectId}</code>,
        <>
          <AuthorizationPill status={patient.authorizationStatus} hasDocument={patient.hasDocument} />{' '}
          {needWords(patient)}
        </>,
        searchStatusLabels[patient.searchStatus],
        ...(seesRequests
          ? [
              patient.requests === 0 ? (
                <span class="muted none">–</span>
              ) : (
                `${patient.openRequests} of ${patient.requests}`
              ),
            ]
          : []),
        <Day at={patient.createdAt} />,
        <Day at={patient.updatedAt} />,
      ])}
    />
  );
}

function Pages({ place, shown }: PlaceAndShown) {
  const { list, patients } = shown;
  if (list === undefined || patients.length === 0) return null;
  const { order, page, pageSize, pageMax, count } = list;
  const to = (number: number): string => listPath({ place, shown }, order, { page: number });
  const isLast = page * pageSize >= count;
  return (
    <>
      <Pager
        first={(page - 1) * pageSize + 1}
        shown={patients.length}
        total={countText(count, countedMax)}
        previous={page > 1 ? to(page - 1) : undefined}
        next={isLast || page >= pageMax ? undefined : to(page + 1)}
      />
      {!isLast && page >= pageMax ? (
        <p class="muted small">The list ends here. Search, or narrow the filters, to see the rest.</p>
      ) : null}
    </>
  );
}

function Lists({ place, shown }: PlaceAndShown) {
  const path = pathIn(place, 'patients');
  const { searched, list } = shown;
  return (
    <>
      <MessageNotice message={list?.message} />
      {shown.isChoosing ? (
        <Notice tone="info">Choose the patient whose records you need. A new patient is added first.</Notice>
      ) : null}
      <PatientSearch path={path} shown={shown} />
      {searched === undefined ? (
        <PatientFilters path={path} shown={shown} />
      ) : (
        <p>
          Search results.{' '}
          <a href={withQuery(path, { for: shown.isChoosing ? choosingFor : undefined })}>Show all patients</a>
        </p>
      )}
      {searched?.areMore === true ? (
        <Notice tone="warning">Not all matches are shown. Enter more letters, or choose a project.</Notice>
      ) : null}
      {searched?.problems === undefined ? <Patients place={place} shown={shown} /> : null}
      <Pages place={place} shown={shown} />
    </>
  );
}

/** Renders the list of patients, or the results of a search. */
export function renderPatientsPage(viewer: Viewer, place: ShownPlace, shown: PatientsShown): string {
  const { list, patients, projects } = shown;
  return renderConsolePage({
    title: 'Patients',
    viewer,
    place,
    section: 'patients',
    isWide: true,
    children: (
      <>
        <div class="head">
          <h1>Patients</h1>
          <p class="aside bar noprint">
            {list === undefined || patients.length === 0 ? null : (
              <>
                <a class="button" href={listPath({ place, shown }, list.order, { below: ['export'] })}>
                  Export CSV
                </a>
                <a
                  class="button"
                  href={listPath({ place, shown }, list.order, { below: ['export'], as: 'xlsx' })}
                >
                  Export XLSX
                </a>
              </>
            )}
            {projects.length > 0 && place.permissions.has('ManagePatients') ? (
              <a class="button main" href={pathIn(place, 'patients', 'new')}>
                Add patient
              </a>
            ) : null}
          </p>
        </div>
        {projects.length === 0 ? <NoProjects place={place} /> : <Lists place={place} shown={shown} />}
      </>
    ),
  });
}
