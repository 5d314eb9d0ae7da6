/** `…/members/{member}`: a member with their role, projects, and access. */
import type { ComponentChildren } from 'preact';
import { ChoiceField, Form, type FieldProblems } from '../../components/form';
import { RoleField, ViewFields, type MemberChoices, type ViewValues } from '../components/member-fields';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import {
  Address,
  Facts,
  Instant,
  MaybeInstant,
  MessageNotice,
  Notice,
  Pill,
  type Message,
} from '../../components/display';
import { pathIn } from '../paths';
import { projectsOf } from './members-page';

/** What a member has. */
interface BelongingsShown {
  readonly keys: number;
  readonly endpoints: number;
  readonly imports: number;
  readonly drafts: number;
  readonly invitations: number;
  readonly reminders: number;
  readonly requests: number;
}

/** Returns a count in words: `2 active API keys`. */
const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** A member, as the page shows them. */
interface ShownMember {
  readonly membershipUid: string;
  readonly email: string;
  readonly name: string;
  readonly isServiceAccount: boolean;
  readonly roleUid: string | null;
  readonly role: string | null;
  readonly permissions: readonly string[];
  readonly seesAllProjects: boolean;
  readonly projectUids: readonly string[];
  readonly createdAt: Date;
  readonly lastSignedInAt: Date | null;
  readonly version: string;
  readonly isSelf: boolean;
  readonly refusal: string | undefined;
  readonly belongings: BelongingsShown;
  readonly successors: ReadonlyArray<{
    readonly membershipUid: string;
    readonly name: string;
    readonly email: string;
  }>;
}

/** The content of the page. */
export interface MemberShown {
  readonly member: ShownMember;
  readonly choices: MemberChoices;
  /** The posted values of a refused form; absent to show the stored ones. */
  readonly posted: { readonly roleUid?: string; readonly view?: ViewValues };
  readonly problems: FieldProblems | undefined;
  readonly message: Message | undefined;
}

interface ActParts {
  readonly place: ShownPlace;
  readonly member: ShownMember;
  /** The last segment of the path, below the member. */
  readonly segment: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly problems?: FieldProblems | undefined;
  readonly children?: ComponentChildren;
}

/** A form that changes the member, with the version that the page shows. */
function Act({ place, member, segment, label, isDanger = false, problems, children }: ActParts) {
  return (
    <Form action={pathIn(place, 'members', member.membershipUid, segment)} label={label} problems={problems}>
      <input type="hidden" name="version" value={member.version} />
      {children}
      <button type="submit" class={isDanger ? 'danger' : undefined}>
        {label}
      </button>
    </Form>
  );
}

function Change({ place, shown }: { readonly place: ShownPlace; readonly shown: MemberShown }) {
  const { member, choices, posted, problems } = shown;
  const { seesAllProjects, projectUids } = member;
  // Projects that were assigned before "all" are still stored, but they aren't selected.
  const stored = { seesAllProjects, projectUids: seesAllProjects ? [] : projectUids };
  return (
    <>
      <section class="card" aria-labelledby="of-role">
        <h2 id="of-role">Role</h2>
        <Act place={place} member={member} segment="role" label="Save role">
          <RoleField roleUid={posted.roleUid ?? member.roleUid} choices={choices} mayBeNone />
        </Act>
      </section>
      <section class="card" aria-labelledby="of-projects">
        <h2 id="of-projects">Projects</h2>
        {choices.mayGiveAll ? (
          <Act place={place} member={member} segment="projects" label="Save projects" problems={problems}>
            <ViewFields values={posted.view ?? stored} choices={choices} />
          </Act>
        ) : (
          <p class="muted">Only members who can see all projects can change this.</p>
        )}
      </section>
    </>
  );
}

/** What ends the access of a service account. */
function EndAccount({ place, member }: { readonly place: ShownPlace; readonly member: ShownMember }) {
  return (
    <section aria-labelledby="of-ends">
      <h2 id="of-ends">Access</h2>
      <details class="more">
        <summary>Revoke API keys</summary>
        <div>
          <p>All its keys stop working immediately in both environments. You can create new ones.</p>
          <Act place={place} member={member} segment="end-keys" label="Revoke API keys" isDanger={true} />
        </div>
      </details>
      <details class="more">
        <summary>Deactivate service account</summary>
        <div>
          <p>
            All its API keys stop working immediately. Anything it created stays, and the audit log keeps its
            name. You can't undo this.
          </p>
          <Act
            place={place}
            member={member}
            segment="remove"
            label="Deactivate service account"
            isDanger={true}
          />
        </div>
      </details>
    </section>
  );
}

/** What ends with the membership. */
function Ends({
  whose,
  who,
  belongings,
}: {
  readonly whose: string;
  readonly who: string;
  readonly belongings: BelongingsShown;
}) {
  const { keys, endpoints, imports, drafts, invitations, reminders } = belongings;
  return (
    <>
      <p>These end immediately:</p>
      <ul>
        {keys === 0 ? null : <li>{counted(keys, 'active API key', 'active API keys')}</li>}
        {endpoints === 0 ? null : (
          <li>
            {counted(endpoints, 'webhook endpoint', 'webhook endpoints')}: pending deliveries are abandoned
          </li>
        )}
        <li>{whose} e-mail notifications: pending e-mails are abandoned</li>
        {imports === 0 ? null : (
          <li>
            {counted(imports, 'running import', 'running imports')}: rows that were already imported stay
          </li>
        )}
        {drafts === 0 ? null : <li>{counted(drafts, 'unfinished import', 'unfinished imports')}</li>}
        {reminders === 0 ? null : <li>{counted(reminders, 'reminder', 'reminders')} for record requests</li>}
        {invitations === 0 ? null : (
          <li>
            {counted(invitations, 'pending invitation', 'pending invitations')} that {who} sent: another
            member can resend {invitations === 1 ? 'it' : 'them'}
          </li>
        )}
      </ul>
      <p>
        Anything else {who} created stays. You can't undo this: to come back, {who} need a new invitation.
      </p>
    </>
  );
}

/** The choice of who takes over the open record requests. */
function TakeOver({ place, member }: { readonly place: ShownPlace; readonly member: ShownMember }) {
  const { belongings, successors, isSelf } = member;
  if (belongings.requests === 0) return null;
  const assigned = counted(belongings.requests, 'open record request', 'open record requests');
  const whom = isSelf ? 'you' : 'this member';
  if (successors.length === 0)
    return (
      <p>
        {place.permissions.has('ManageRecordRequests')
          ? `Assigned to ${whom}: ${assigned}. No other member can see them.`
          : `Assigned to ${whom}: ${assigned}. Someone with the ManageRecordRequests permission can ` +
            'reassign them in the list of record requests.'}
      </p>
    );
  const isAlone = (name: string): boolean => successors.filter(other => other.name === name).length < 2;
  return (
    <ChoiceField
      id="assignee"
      name="assignee"
      label={`Reassign ${assigned} to`}
      value=""
      options={[
        ['', 'No one'],
        ...successors.map(
          ({ membershipUid, name, email }) =>
            [membershipUid, isAlone(name) ? name : `${name} (${email})`] as const,
        ),
      ]}
      hint="In both environments. Requests that this person can't see are left for others to assign."
    />
  );
}

function End({ place, member }: { readonly place: ShownPlace; readonly member: ShownMember }) {
  if (member.isServiceAccount) return <EndAccount place={place} member={member} />;
  const [whose, who] = member.isSelf ? ['your', 'you'] : ['their', 'they'];
  return (
    <section aria-labelledby="of-ends">
      <h2 id="of-ends">Access</h2>
      <details class="more">
        <summary>Revoke API keys</summary>
        <div>
          <p>
            All {whose} keys stop working immediately in both environments, but {who} can create new ones.
          </p>
          <Act place={place} member={member} segment="end-keys" label="Revoke API keys" isDanger={true} />
        </div>
      </details>
      <details class="more">
        <summary>Sign out everywhere</summary>
        <div>
          <p>
            All {whose} sessions end, including those in other companies, but {who} can sign in again.
          </p>
          <Act
            place={place}
            member={member}
            segment="end-sessions"
            label="Sign out everywhere"
            isDanger={true}
          />
        </div>
      </details>
      <details class="more">
        <summary>{member.isSelf ? 'Leave company' : 'Remove member'}</summary>
        <div>
          <Ends whose={whose} who={who} belongings={member.belongings} />
          <Act
            place={place}
            member={member}
            segment="remove"
            label={member.isSelf ? 'Leave company' : 'Remove member'}
            isDanger={true}
          >
            <TakeOver place={place} member={member} />
          </Act>
        </div>
      </details>
    </section>
  );
}

/** Renders the page of a member. */
export function renderMemberPage(viewer: Viewer, place: ShownPlace, shown: MemberShown): string {
  const { member, message } = shown;
  return renderConsolePage({
    title: 'Member',
    viewer,
    place,
    section: 'members',
    crumbs: [['Members', pathIn(place, 'members')]],
    children: (
      <>
        <div class="head">
          <h1>{member.name}</h1>
          {member.isSelf ? <Pill tone="neutral">You</Pill> : null}
          {member.isServiceAccount ? <Pill tone="neutral">Service account</Pill> : null}
        </div>
        <MessageNotice message={message} />
        {member.refusal === undefined ? null : <Notice tone="neutral">{member.refusal}</Notice>}
        <Facts
          facts={[
            ...(member.isServiceAccount ? [] : [['E-mail address', <Address of={member.email} />] as const]),
            ['Role', member.role ?? 'None'],
            ['Permissions', member.permissions.length === 0 ? 'None' : member.permissions.join(', ')],
            ['Projects', projectsOf(member)],
            [member.isServiceAccount ? 'Created' : 'Member since', <Instant at={member.createdAt} />],
            member.isServiceAccount
              ? [
                  'API keys',
                  <a href={pathIn(place, 'members', member.membershipUid, 'keys')}>View API keys</a>,
                ]
              : ['Last sign-in', <MaybeInstant at={member.lastSignedInAt} never="Never" />],
          ]}
        />
        {member.refusal === undefined ? (
          <>
            <Change place={place} shown={shown} />
            <End place={place} member={member} />
          </>
        ) : null}
      </>
    ),
  });
}
