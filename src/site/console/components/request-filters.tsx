/** The search and the filters of the company's list of record requests. */
import { recordRequestKinds, recordRequestStatuses } from '../../../domain/record-requests/record-request';
import {
  requestTurns,
  type RequestOrder,
  type RequestView,
} from '../../../domain/record-requests/request-list';
import type { Tag } from '../../../domain/record-requests/tags';
import { recordRequestStatusLabels, requestKindLabels } from '../../../domain/status-labels';
import { instantText } from '../../../domain/time-zones';
import { ChoiceField, Form, TextField, type FieldProblems } from '../../components/form';
import { pathIn, withQuery } from '../paths';
import type { RequestColumn } from './request-columns';
import { FollowFilter } from './follow';
import { anyChoice, orderText, ProjectField, searchTextMax, type ChoosableProject } from './list-filters';
import type { ShownPlace } from './page';
import { actorName } from './patient-words';

/** The filters, as given in the URL. They contain no patient data. */
export interface RequestQuery {
  readonly project: string;
  readonly kind: string;
  readonly status: string;
  /** Whose turn it is. */
  readonly turn: string;
  readonly from: string;
  readonly to: string;
  readonly followUp: string;
  readonly due: string;
  readonly fee: string;
  /** What the member who looks follows. */
  readonly following: string;
  /** Their own reminders. */
  readonly reminder: string;
  /** The instant after which the status changed. */
  readonly since: string;
  /** Only requests whose status last changed at this instant or before. */
  readonly before: string;
  /** The uid of a tag: a tag's text could contain a name. */
  readonly tag: string;
  /** The uid of a facility. */
  readonly facility: string;
  /** The uid of a membership, or `none`. */
  readonly assignee: string;
  /** The uid of a user. */
  readonly requester: string;
}

/** A member in a choice. */
export interface ListedMember {
  readonly membershipUid: string;
  readonly userUid: string;
  readonly name: string;
  readonly email: string;
}

/** Returns a member's name, with the address if another one has the same name. */
export function memberLabel(member: ListedMember, members: readonly ListedMember[]): string {
  const isAlone = members.filter(({ name }) => name === member.name).length < 2;
  return isAlone ? member.name : `${member.name} (${member.email})`;
}

/** The choices for an assignee: the member who looks comes first. */
export function assigneeOptions(
  members: readonly ListedMember[],
  ownMembershipUid: string,
): ReadonlyArray<readonly [uid: string, label: string]> {
  const isOwn = ({ membershipUid }: ListedMember): boolean => membershipUid === ownMembershipUid;
  return members
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .map(member => [member.membershipUid, isOwn(member) ? 'Me' : memberLabel(member, members)]);
}

/** A facility in a choice. */
export interface ListedFacility {
  readonly uid: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}

/** Returns a facility's name with its place: several can have the same name. */
export function facilityLabel({ name, city, state }: ListedFacility): string {
  return `${name}, ${city}, ${state}`;
}

/** What the filters offer. */
export interface ListedChoices {
  readonly facilities: readonly ListedFacility[];
  readonly tags: readonly Tag[];
  readonly members: readonly ListedMember[];
  readonly requesters: readonly ListedMember[];
  /** The member who looks. */
  readonly membershipUid: string;
}

/** Returns columns as the URL has them. */
export function columnsText(columns: readonly RequestColumn[]): string {
  return columns.join('.');
}

interface SearchParts {
  readonly place: ShownPlace;
  readonly text: string;
  readonly project: string;
  readonly projects: readonly ChoosableProject[];
  readonly problems?: FieldProblems;
}

/** The search of record requests, which is posted. */
export function RequestSearch({ place, text, project, projects, problems }: SearchParts) {
  return (
    <Form
      action={pathIn(place, 'record-requests', 'search')}
      label="Search record requests"
      problems={problems}
    >
      <div class="line">
        <TextField
          id="text"
          name="text"
          label={
            place.permissions.has('ViewPatients')
              ? 'Patient, your ID, reference, or facility'
              : 'Reference or facility'
          }
          isRequired={true}
          value={text}
          max={searchTextMax}
        />
        {projects.length < 2 ? (
          <input type="hidden" name="project" value={project} />
        ) : (
          <ProjectField id="searched-project" value={project} projects={projects} />
        )}
        <button type="submit">Search</button>
      </div>
    </Form>
  );
}

/** The filters of the list. */
export function RequestFilters({
  place,
  shown,
}: {
  readonly place: ShownPlace;
  readonly shown: {
    readonly query: RequestQuery;
    readonly view: RequestView;
    readonly order: RequestOrder;
    readonly projects: readonly ChoosableProject[];
    readonly choices: ListedChoices;
    readonly columns: readonly RequestColumn[];
  };
}) {
  const { query, view, order, projects, choices, columns } = shown;
  const { tags, facilities, members, requesters, membershipUid } = choices;
  const path = pathIn(place, 'record-requests');
  const isFiltered = Object.values(query).some(value => value !== '');
  return (
    <details class="more" open={isFiltered}>
      <summary>Filters</summary>
      <form method="get" action={path} aria-label="Filter record requests">
        <input type="hidden" name="view" value={view} />
        <input type="hidden" name="sort" value={orderText(order)} />
        {columns.length === 0 ? null : <input type="hidden" name="columns" value={columnsText(columns)} />}
        <div class="line">
          {projects.length < 2 ? null : (
            <ProjectField id="project" value={query.project} projects={projects} />
          )}
          <ChoiceField
            id="kind"
            name="kind"
            label="Records"
            value={query.kind}
            options={[anyChoice, ...recordRequestKinds.map(kind => [kind, requestKindLabels[kind]] as const)]}
          />
          <ChoiceField
            id="status"
            name="status"
            label="Status"
            value={query.status}
            options={[
              anyChoice,
              ...recordRequestStatuses.map(status => [status, recordRequestStatusLabels[status]] as const),
            ]}
          />
          <ChoiceField
            id="turn"
            name="turn"
            label="Waiting on"
            value={query.turn}
            options={[
              anyChoice,
              ...requestTurns.map(turn => [turn, actorName(turn, place.supportName)] as const),
            ]}
          />
          {facilities.length === 0 ? null : (
            <ChoiceField
              id="facility"
              name="facility"
              label="Facility"
              value={query.facility}
              options={[
                anyChoice,
                ...facilities.map(facility => [facility.uid, facilityLabel(facility)] as const),
              ]}
            />
          )}
          <ChoiceField
            id="followUp"
            name="followUp"
            label="Follow-up"
            value={query.followUp}
            options={[anyChoice, ['due', 'Due today or earlier']]}
          />
          <ChoiceField
            id="due"
            name="due"
            label="Due date"
            value={query.due}
            options={[anyChoice, ['due', 'Due or overdue']]}
          />
          <ChoiceField
            id="fee"
            name="fee"
            label="Fee"
            value={query.fee}
            options={[anyChoice, ['toApprove', 'To approve']]}
          />
          <FollowFilter value={query.following} />
          <ChoiceField
            id="reminder"
            name="reminder"
            label="My reminders"
            value={query.reminder}
            options={[anyChoice, ['due', 'Due today or earlier'], ['any', 'With a reminder']]}
          />
          {query.since === '' ? null : (
            <ChoiceField
              id="since"
              name="since"
              label="New status"
              value={query.since}
              options={[anyChoice, [query.since, `Since ${instantText(new Date(query.since), place.time)}`]]}
            />
          )}
          {query.before === '' ? null : (
            <ChoiceField
              id="before"
              name="before"
              label="New status until"
              value={query.before}
              options={[anyChoice, [query.before, instantText(new Date(query.before), place.time)]]}
            />
          )}
          {members.length === 0 ? null : (
            <ChoiceField
              id="assignee"
              name="assignee"
              label="Assigned to"
              value={query.assignee}
              options={[anyChoice, ['none', 'No one'], ...assigneeOptions(members, membershipUid)]}
            />
          )}
          {tags.length === 0 ? null : (
            <ChoiceField
              id="tag"
              name="tag"
              label="Tag"
              value={query.tag}
              options={[anyChoice, ...tags.map(({ uid, name }) => [uid, name] as const)]}
            />
          )}
          {requesters.length === 0 ? null : (
            <ChoiceField
              id="requester"
              name="requester"
              label="Requested by"
              value={query.requester}
              options={[
                anyChoice,
                ...requesters.map(member => [member.userUid, memberLabel(member, requesters)] as const),
              ]}
            />
          )}
          <TextField id="from" name="from" label="Requested from" type="date" value={query.from} />
          <TextField id="to" name="to" label="Requested to" type="date" value={query.to} />
          <button type="submit">Apply filters</button>
          <a href={withQuery(path, { view, columns: columnsText(columns) })}>Clear filters</a>
        </div>
      </form>
    </details>
  );
}
