/** The button that follows a patient or a record request, or stops. */
import { ChoiceField, Form } from '../../components/form';
import { withQuery } from '../paths';
import { anyChoice } from './list-filters';

/** The filter of a list for what the member who looks follows, as its address has it. */
export const followedByMe = 'mine';

/** The field of that filter. @param value what is chosen, as the address has it */
export function FollowFilter({ value }: { readonly value: string }) {
  return (
    <ChoiceField
      id="following"
      name="following"
      label="Following"
      value={value}
      options={[anyChoice, [followedByMe, 'What I follow']]}
    />
  );
}

/** What the button is about. */
interface FollowParts {
  readonly noun: 'patient' | 'record request';
  /** Where the form is sent. */
  readonly action: string;
  /** The path of the list that can be filtered. */
  readonly listPath: string;
  readonly following: { readonly isTracked: boolean; readonly isInherited: boolean };
}

/** The view of the list that has all of them. */
const viewOf = { patient: undefined, 'record request': 'all' } as const;
const inheritedFrom = { patient: 'its project', 'record request': 'its patient or project' } as const;

/** Whether the member follows the record, and the button that changes it. */
export function Follow({ noun, action, listPath, following: { isTracked, isInherited } }: FollowParts) {
  const label = `${isTracked ? 'Unfollow' : 'Follow'} ${noun}`;
  return (
    <div class="aside bar noprint">
      {isTracked ? (
        <span class="muted small">
          {isInherited ? `Followed with ${inheritedFrom[noun]}` : 'Followed by you'} ·{' '}
          <a href={withQuery(listPath, { view: viewOf[noun], following: followedByMe })}>
            Show all you follow
          </a>
        </span>
      ) : null}
      <Form action={action} label={label}>
        <input type="hidden" name="to" value={isTracked ? 'off' : 'on'} />
        <button type="submit">{label}</button>
      </Form>
    </div>
  );
}
