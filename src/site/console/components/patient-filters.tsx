/** The search and the filters of the company's list of patients. */
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import { authorizationNeeds, type AuthorizationNeed } from '../../../domain/patients/patient-list';
import { searchStatuses } from '../../../domain/searches/search';
import { authorizationStatusLabels, searchStatusLabels } from '../../../domain/status-labels';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { withQuery } from '../paths';
import { FollowFilter } from './follow';
import { anyChoice, ProjectField, searchTextMax, type ChoosableProject } from './list-filters';

/** The filters, as given in the URL. They contain no patient data. */
export interface PatientQuery {
  readonly project: string;
  readonly search: string;
  /** A status of the authorization, or what it needs. */
  readonly authorization: string;
  /** What the member who looks follows. */
  readonly following: string;
}

interface FilterShown {
  readonly query: PatientQuery;
  readonly projects: readonly ChoosableProject[];
  readonly searched?: { readonly text: string; readonly problems?: FieldProblems };
  /** Whether a patient is chosen to request records for. */
  readonly isChoosing: boolean;
}

/** Keeps what the list was opened for. */
function Choosing({ isChoosing }: Pick<FilterShown, 'isChoosing'>) {
  return isChoosing ? <input type="hidden" name="for" value={choosingFor} /> : null;
}

/** What the list of patients is opened for, in its address: to request records for one of them. */
export const choosingFor = 'request';

/** The search of patients, which is posted. */
export function PatientSearch({ path, shown }: { readonly path: string; readonly shown: FilterShown }) {
  const { query, projects, searched } = shown;
  return (
    <Form action={path} label="Search patients" problems={searched?.problems}>
      <Choosing isChoosing={shown.isChoosing} />
      <div class="line">
        <TextField
          id="text"
          name="text"
          label="ID, name, reference, or birth date (MM/DD/YYYY)"
          isLong={true}
          isRequired={true}
          value={searched?.text ?? ''}
          max={searchTextMax}
        />
        <ProjectField id="searched-project" value={query.project} projects={projects} />
        <button type="submit" class="main">
          Search
        </button>
      </div>
    </Form>
  );
}

const needNames: Readonly<Record<AuthorizationNeed, string>> = {
  noDocument: 'No document',
  inReview: 'In review',
  needsFix: 'Needs a fix',
  expiresSoon: 'Expires within 30 days',
};

/** Returns the label of a status, which has patients with and without a document. */
const labelOf = (status: AuthorizationStatus): string =>
  status === 'NeedsApproval'
    ? `${authorizationStatusLabels[status]}, with or without a document`
    : authorizationStatusLabels[status];

/** The filters of the list. */
export function PatientFilters({ path, shown }: { readonly path: string; readonly shown: FilterShown }) {
  const { query, projects } = shown;
  return (
    <form method="get" action={path} aria-label="Filter patients">
      <Choosing isChoosing={shown.isChoosing} />
      <div class="line">
        <ProjectField id="project" value={query.project} projects={projects} />
        <ChoiceField
          id="authorization"
          name="authorization"
          label="Authorization"
          value={query.authorization}
          options={[
            anyChoice,
            ...authorizationNeeds.map(need => [need, needNames[need]] as const),
            ...authorizationStatuses.map(code => [code, labelOf(code)] as const),
          ]}
        />
        <ChoiceField
          id="search"
          name="search"
          label="Searches"
          value={query.search}
          options={[anyChoice, ...searchStatuses.map(code => [code, searchStatusLabels[code]] as const)]}
        />
        <FollowFilter value={query.following} />
        <button type="submit">Apply filters</button>
        <a href={withQuery(path, { for: shown.isChoosing ? choosingFor : undefined })}>Clear filters</a>
      </div>
    </form>
  );
}
