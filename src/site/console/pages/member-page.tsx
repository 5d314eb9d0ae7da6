/** `…/members/{member}`: one member, and what can be done about them. */
import type { ComponentChildren } from 'preact';
import { Form, type FieldProblems } from '../../components/form';
import { RoleField, ViewFields, type MemberChoices, type ViewValues } from '../components/member-fields';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import {
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

/** A member as they are shown. */
interface ShownMember {
  readonly membershipUid: string;
  readonly email: string;
  readonly name: string;
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
}

/** What the page shows. */
export interface MemberShown {
  readonly member: ShownMember;
  readonly choices: MemberChoices;
  /** What was posted and refused; absent: what is stored. */
  readonly posted: { readonly roleUid?: string; readonly view?: ViewValues };
  readonly problems: FieldProblems | undefined;
  readonly message: Message | undefined;
}

interface ActParts {
  readonly place: ShownPlace;
  readonly member: ShownMember;
  /** Below the member's path. */
  readonly segment: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly problems?: FieldProblems | undefined;
  readonly children?: ComponentChildren;
}

/** A form about the member as the page shows them. */
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
  // What was given before all of them stays on record, and is not chosen.
  const stored = { seesAllProjects, projectUids: seesAllProjects ? [] : projectUids };
  return (
    <>
      <section class="card" aria-labelledby="of-role">
        <h2 id="of-role">Role</h2>
        <Act place={place} member={member} segment="role" label="Save the role">
          <RoleField roleUid={posted.roleUid ?? member.roleUid} choices={choices} mayBeNone />
        </Act>
      </section>
      <section class="card" aria-labelledby="of-projects">
        <h2 id="of-projects">Projects</h2>
        {choices.mayGiveAll ? (
          <Act place={place} member={member} segment="projects" label="Save the projects" problems={problems}>
            <ViewFields values={posted.view ?? stored} choices={choices} />
          </Act>
        ) : (
          <p class="muted">Somebody who sees all projects changes which ones a member sees.</p>
        )}
      </section>
    </>
  );
}

function End({ place, member }: { readonly place: ShownPlace; readonly member: ShownMember }) {
  return (
    <section aria-labelledby="of-ends">
      <h2 id="of-ends">When somebody may act in their name, or they leave</h2>
      <details class="more">
        <summary>End their keys</summary>
        <div>
          <p>The next request with a key of theirs is refused, in both environments. They make new ones.</p>
          <Act place={place} member={member} segment="end-keys" label="End the keys" isDanger={true} />
        </div>
      </details>
      <details class="more">
        <summary>Sign them out</summary>
        <div>
          <p>Every session of theirs ends, in every company of theirs. They sign in again by their mail.</p>
          <Act
            place={place}
            member={member}
            segment="end-sessions"
            label="End the sessions"
            isDanger={true}
          />
        </div>
      </details>
      <details class="more">
        <summary>{member.isSelf ? 'Leave the company' : 'Remove them'}</summary>
        <div>
          <p>
            Their keys, webhook endpoints and e-mails end at once, and what was on its way to these is given
            up. What they made stays. There is no way back: who returns is invited anew.
          </p>
          <Act place={place} member={member} segment="remove" label="Remove the member" isDanger={true} />
        </div>
      </details>
    </section>
  );
}

/** The page of a member. */
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
        </div>
        <MessageNotice message={message} />
        {member.refusal === undefined ? null : <Notice tone="neutral">{member.refusal}</Notice>}
        <Facts
          facts={[
            ['E-mail address', member.email],
            ['Role', member.role ?? 'None'],
            ['May', member.permissions.length === 0 ? 'Nothing' : member.permissions.join(', ')],
            ['Projects', projectsOf(member)],
            ['Member since', <Instant at={member.createdAt} />],
            ['Last sign-in', <MaybeInstant at={member.lastSignedInAt} never="Never" />],
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
