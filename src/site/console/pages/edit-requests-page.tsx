/** The pages that edit several record requests: the form, and the result of each. */
import { requestKindLabels } from '../../../domain/status-labels';
import { tagLengthMax, tagsMax, type Tag } from '../../../domain/record-requests/tags';
import { MessageNotice, Table, type Message } from '../../components/display';
import { Check, ChoiceField, FieldProblem, Form, TextField, type FieldProblems } from '../../components/form';
import type { Viewer } from '../../visit';
import type { ShownPlace } from '../components/page';
import { assigneeOptions, type ListedMember } from '../components/request-filters';
import { dateOr, type ListedRequest } from '../components/requests-table';
import {
  BackToRequests,
  countedRequests,
  renderSelectedPage,
  RequestLink,
  SelectionResult,
} from '../components/selected-requests';
import { pathIn } from '../paths';

/** The choice that leaves the assignment of each request as it is. */
export const keepAssignee = 'keep';

/** The dates that can be removed. */
export const clearableDates = ['followUpDate', 'dueDate'] as const;

/** What the form shows. */
export interface EditRequestsShown {
  readonly requests: readonly ListedRequest[];
  readonly members: readonly ListedMember[];
  readonly membershipUid: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
  /** What was typed into a form that was refused. */
  readonly typed: {
    readonly addTags: string;
    readonly assignee: string;
    readonly followUpDate: string;
    readonly dueDate: string;
    /** The tags to remove, and the dates to clear. */
    readonly checked: readonly string[];
  };
}

/** Returns the tags of all of these requests, each once, in alphabetical order. */
function tagsOf(requests: readonly ListedRequest[]): readonly Tag[] {
  const tags = new Map(requests.flatMap(request => request.tags).map(tag => [tag.uid, tag]));
  return [...tags.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en-US'));
}

function DateFields({
  name,
  label,
  typed,
}: Pick<EditRequestsShown, 'typed'> & {
  readonly name: (typeof clearableDates)[number];
  readonly label: string;
}) {
  return (
    <>
      <TextField
        id={name}
        name={name}
        label={label}
        type="date"
        value={typed[name]}
        hint="Leave it empty to keep the date of each record request."
      />
      <Check name="clear" value={name} isChecked={typed.checked.includes(name)} isAlone={true}>
        Remove the {label.toLowerCase()}
      </Check>
    </>
  );
}

function EditForm({ place, shown }: { readonly place: ShownPlace; readonly shown: EditRequestsShown }) {
  const { requests, members, membershipUid, typed, problems } = shown;
  const tags = tagsOf(requests);
  return (
    <Form action={pathIn(place, 'record-requests', 'edit')} label="Edit record requests" problems={problems}>
      {requests.map(({ uid }) => (
        <input type="hidden" name="request" value={uid} />
      ))}
      <TextField
        id="addTags"
        name="addTags"
        label="Add tags"
        value={typed.addTags}
        hint={
          `Separate tags with commas. A record request has up to ${tagsMax} tags of up to ${tagLengthMax} ` +
          'characters. Never enter names, birth dates, or other patient data.'
        }
      />
      {tags.length === 0 ? null : (
        <fieldset class="field">
          <legend>Remove tags</legend>
          <div class="choices">
            {tags.map(({ uid, name }) => (
              <Check name="removeTag" value={uid} isChecked={typed.checked.includes(uid)}>
                {name}
              </Check>
            ))}
          </div>
          <FieldProblem name="removeTag" />
        </fieldset>
      )}
      <ChoiceField
        id="assignee"
        name="assignee"
        label="Assign to"
        value={typed.assignee}
        options={[
          [keepAssignee, "Don't change"],
          ['none', 'No one'],
          ...assigneeOptions(members, membershipUid),
        ]}
      />
      <DateFields name="followUpDate" label="Follow-up date" typed={typed} />
      <DateFields name="dueDate" label="Due date" typed={typed} />
      <p class="bar">
        <button type="submit" class="main">
          Save {countedRequests(requests.length)}
        </button>
        <a href={pathIn(place, 'record-requests')}>Back without saving</a>
      </p>
    </Form>
  );
}

/** Renders the form. */
export function renderEditRequestsPage(viewer: Viewer, place: ShownPlace, shown: EditRequestsShown): string {
  const { requests, message } = shown;
  return renderSelectedPage(viewer, place, {
    title: 'Edit record requests',
    children: (
      <>
        <h1>Edit {countedRequests(requests.length)}</h1>
        <MessageNotice message={message} />
        {requests.length === 0 ? (
          <BackToRequests place={place} />
        ) : (
          <>
            <EditForm place={place} shown={shown} />
            <Table
              caption="Selected record requests"
              headings={['Patient', 'Facility', 'Records', 'Tags', 'Assigned to', 'Follow-up', 'Due']}
              rows={requests.map(request => [
                <RequestLink place={place} request={request} />,
                request.facility,
                requestKindLabels[request.kind],
                request.tags.map(({ name }) => name).join(', ') || <span class="muted none">–</span>,
                request.assignee ?? <span class="muted none">–</span>,
                dateOr(request.followUpDate),
                dateOr(request.dueDate),
              ])}
            />
          </>
        )}
      </>
    ),
  });
}

/** A request, what was changed, and why the rest wasn't. */
export interface EditedRequest {
  readonly request: ListedRequest;
  readonly done: readonly string[];
  readonly refusals: readonly string[];
}

/** Renders the result of each request. */
export function renderEditedPage(
  viewer: Viewer,
  place: ShownPlace,
  results: readonly EditedRequest[],
): string {
  const saved = results.filter(({ refusals }) => refusals.length === 0).length;
  return renderSelectedPage(viewer, place, {
    title: 'Edited record requests',
    children: (
      <>
        <h1>Edited record requests</h1>
        <SelectionResult done={saved} total={results.length} verb="saved" />
        <Table
          caption="Results"
          headings={['Patient', 'Facility', 'Records', 'Result']}
          rows={results.map(({ request, done, refusals }) => [
            <RequestLink place={place} request={request} />,
            request.facility,
            requestKindLabels[request.kind],
            [...done, ...refusals].join(' ') || 'No change was needed.',
          ])}
        />
        <BackToRequests place={place} />
      </>
    ),
  });
}
