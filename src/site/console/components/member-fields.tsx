import { environments, type Environment } from '../../../domain/projects/project';
import { Check, ChoiceField, FieldProblem } from '../../components/form';
import { environmentNames } from './page';

/** A project to select. */
interface PickableProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
}

/** The roles and projects that the viewer can assign to a member. */
export interface MemberChoices {
  readonly roles: ReadonlyArray<{ readonly uid: string; readonly name: string }>;
  readonly projects: readonly PickableProject[];
  readonly areMoreProjects: boolean;
  readonly mayGiveAll: boolean;
}

/** Which projects a member can see. */
export interface ViewValues {
  readonly seesAllProjects: boolean;
  readonly projectUids: readonly string[];
}

interface RoleFieldParts {
  readonly roleUid: string | null;
  readonly choices: MemberChoices;
  /** Whether "no role" is an option. */
  readonly mayBeNone: boolean;
}

/**
 * Returns whether the viewer can invite anyone: they need a role to assign, and all projects or one to share.
 * A form without either could only be rejected (CONSOLE-60).
 */
export function canInvite({ roles, projects, mayGiveAll }: MemberChoices): boolean {
  return roles.length > 0 && (mayGiveAll || projects.length > 0);
}

/** The field for a role. */
export function RoleField({ roleUid, choices, mayBeNone }: RoleFieldParts) {
  // No default for invitations: the first role of the list has the most permissions.
  const none = ['', mayBeNone ? 'No role (no access)' : 'Choose a role'] as const;
  return (
    <ChoiceField
      id="role"
      name="role"
      label="Role"
      value={roleUid ?? ''}
      options={[none, ...choices.roles.map(({ uid, name }) => [uid, name] as const)]}
      hint="You can only assign roles whose permissions you have."
    />
  );
}

/** The fields for the projects that a member can see, in both environments. */
export function ViewFields({
  values,
  choices,
}: {
  readonly values: ViewValues;
  readonly choices: MemberChoices;
}) {
  const { projectUids } = values;
  const isEmpty = choices.projects.length === 0;
  // If a form selected both, the narrower choice is shown. Without projects only "all" is left.
  const isAll = choices.mayGiveAll && (isEmpty || (values.seesAllProjects && projectUids.length === 0));
  return (
    <fieldset class="field">
      <legend>Projects</legend>
      <FieldProblem name="project" />
      {choices.mayGiveAll ? (
        <Check name="projects" value="all" type="radio" isChecked={isAll}>
          All projects in both environments, including future ones
        </Check>
      ) : null}
      {isEmpty ? (
        <p class="muted small">You can't see any projects yet, so there are none to select.</p>
      ) : (
        <>
          <Check name="projects" value="picked" type="radio" isChecked={!isAll}>
            Selected projects:
          </Check>
          <div class="scroll" tabIndex={0} role="group" aria-label="Projects to select">
            {environments.map(environment =>
              choices.projects
                .filter(project => project.environment === environment)
                .map(({ uid, id, name }) => (
                  <Check name="project" value={uid} isChecked={projectUids.includes(uid)}>
                    {name} <span class="muted small code">{id}</span>{' '}
                    <span class="muted small">{environmentNames[environment]}</span>
                  </Check>
                )),
            )}
          </div>
        </>
      )}
      {choices.areMoreProjects ? (
        <p class="muted small">Not all projects are listed. To include others, select all projects.</p>
      ) : null}
    </fieldset>
  );
}
