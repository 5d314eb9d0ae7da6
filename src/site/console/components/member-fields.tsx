import { environments, type Environment } from '../../../domain/projects/project';
import { Check, ChoiceField, FieldProblem } from '../../components/form';
import { environmentNames } from './page';

/** A project to be picked. */
interface PickableProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
}

/** What can be given to a member. */
export interface MemberChoices {
  readonly roles: ReadonlyArray<{ readonly uid: string; readonly name: string }>;
  readonly projects: readonly PickableProject[];
  readonly areMoreProjects: boolean;
  readonly mayGiveAll: boolean;
}

/** Which projects somebody is to see. */
export interface ViewValues {
  readonly seesAllProjects: boolean;
  readonly projectUids: readonly string[];
}

interface RoleFieldParts {
  readonly roleUid: string | null;
  readonly choices: MemberChoices;
  /** Whether no role can be chosen. */
  readonly mayBeNone: boolean;
}

/**
 * Returns whether there is anything to give to somebody new: a role, and all projects or one to pick. A form
 * without either could only be refused (CONSOLE-60).
 */
export function canInvite({ roles, projects, mayGiveAll }: MemberChoices): boolean {
  return roles.length > 0 && (mayGiveAll || projects.length > 0);
}

/** The choice of a role. */
export function RoleField({ roleUid, choices, mayBeNone }: RoleFieldParts) {
  // Nothing is chosen for whoever invites: the first of the list would be the role that may most.
  const none = ['', mayBeNone ? 'None: they may nothing' : 'Choose one'] as const;
  return (
    <ChoiceField
      id="role"
      name="role"
      label="Role"
      value={roleUid ?? ''}
      options={[none, ...choices.roles.map(({ uid, name }) => [uid, name] as const)]}
      hint="Only roles are listed that may no more than you."
    />
  );
}

/** Which projects, of both environments. */
export function ViewFields({
  values,
  choices,
}: {
  readonly values: ViewValues;
  readonly choices: MemberChoices;
}) {
  const { projectUids } = values;
  const isEmpty = choices.projects.length === 0;
  // Where all of them and some were said, the fewer are shown as chosen. Without projects only all is left.
  const isAll = choices.mayGiveAll && (isEmpty || (values.seesAllProjects && projectUids.length === 0));
  return (
    <fieldset class="field">
      <legend>Projects</legend>
      <FieldProblem name="project" />
      {choices.mayGiveAll ? (
        <Check name="projects" value="all" type="radio" isChecked={isAll}>
          All of both environments, later ones as well
        </Check>
      ) : null}
      {isEmpty ? (
        <p class="muted small">You don’t see any projects yet, so there are none to pick.</p>
      ) : (
        <>
          <Check name="projects" value="picked" type="radio" isChecked={!isAll}>
            These alone:
          </Check>
          <div class="scroll" tabIndex={0} role="group" aria-label="Projects to pick">
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
        <p class="muted small">Not all are listed. For others take all of them.</p>
      ) : null}
    </fieldset>
  );
}
