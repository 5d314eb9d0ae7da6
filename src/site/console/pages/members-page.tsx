/**
 * `…/members` and `…/members/new`: the members and invitations of a company, and the form to invite someone.
 */
import { dollarText, plainDollars } from '../../../domain/dollars';
import { feeCentsMax } from '../../../domain/record-requests/fees';
import { Form, TextField, type FieldProblems } from '../../components/form';
import {
  canInvite,
  RoleField,
  ViewFields,
  type MemberChoices,
  type ViewValues,
} from '../components/member-fields';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import {
  Address,
  Empty,
  Instant,
  MaybeInstant,
  MessageNotice,
  Pill,
  Table,
  type Message,
} from '../../components/display';
import { pathIn, withQuery } from '../paths';

const emailMax = 254;
const nameMax = 200;

/** A member in the list. */
interface ListedMember {
  readonly membershipUid: string;
  readonly email: string;
  readonly name: string;
  readonly isServiceAccount: boolean;
  readonly role: string | null;
  readonly seesAllProjects: boolean;
  readonly projectUids: readonly string[];
  readonly lastSignedInAt: Date | null;
}

/** An invitation in the list. */
interface ListedInvitation {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly inviterName: string;
  readonly sentAt: Date;
  readonly sentCount: number;
  readonly isOpen: boolean;
}

/** The content of the list. */
interface MembersShown {
  readonly members: readonly ListedMember[];
  /** The last member on the page; absent if no more follow. */
  readonly moreAfter?: string;
  readonly invitations: readonly ListedInvitation[];
  readonly message: Message | undefined;
  /** The deployment's identity provider, and whether members must use it; absent without one. */
  readonly signOn?: RequiredSignOn;
  readonly feeLimit: FeeLimitShown;
}

/** The limit for fees, and a form that was refused. */
interface FeeLimitShown {
  /** In cents; `null` for none. */
  readonly cents: number | null;
  readonly typed?: string;
  readonly problems?: FieldProblems | undefined;
}

interface RequiredSignOn {
  readonly name: string;
  readonly isRequired: boolean;
}

/** Returns how many projects a member can see, in words. */
export function projectsOf({
  seesAllProjects,
  projectUids,
}: Pick<ListedMember, 'seesAllProjects' | 'projectUids'>): string {
  if (seesAllProjects) return 'All';
  return projectUids.length === 0 ? 'None' : `${projectUids.length} selected`;
}

function InvitationForms({
  place,
  invitation,
}: {
  readonly place: ShownPlace;
  readonly invitation: ListedInvitation;
}) {
  const { uid, email, sentCount } = invitation;
  const form = (segment: string, label: string) => (
    <Form action={pathIn(place, 'members', 'invitations', uid, segment)} label={`${label}: ${email}`}>
      <input type="hidden" name="seen" value={String(sentCount)} />
      <button type="submit">{label}</button>
    </Form>
  );
  return (
    <div class="line">
      {form('send-again', 'Resend')}
      {form('take-back', 'Revoke')}
    </div>
  );
}

function Invitations({
  place,
  invitations,
}: {
  readonly place: ShownPlace;
  readonly invitations: readonly ListedInvitation[];
}) {
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">Invitations</h2>
      <Table
        caption="Invitations"
        headings={['Name', 'Role', 'Status', 'Sent', 'Invited by', 'Actions']}
        rows={invitations.map(invitation => [
          <>
            {invitation.name}{' '}
            <span class="muted small">
              <Address of={invitation.email} />
            </span>
          </>,
          invitation.role,
          invitation.isOpen ? (
            <Pill tone="neutral">Pending</Pill>
          ) : (
            <Pill tone="warning">No longer valid</Pill>
          ),
          <Instant at={invitation.sentAt} />,
          invitation.inviterName,
          <InvitationForms place={place} invitation={invitation} />,
        ])}
      />
    </section>
  );
}

function SignOn({
  place,
  signOn: { name, isRequired },
}: {
  readonly place: ShownPlace;
  readonly signOn: RequiredSignOn;
}) {
  const label = isRequired ? 'Allow other ways to sign in' : `Require ${name}`;
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">Sign-in</h2>
      <p>
        {isRequired
          ? `Members sign in only with ${name}.`
          : `Members sign in with e-mail links, passkeys, or ${name}. If you require ${name}, all other ` +
            'members are signed out, and no one can sign in another way.'}
      </p>
      <Form action={pathIn(place, 'members', 'sign-on')} label={label}>
        {isRequired ? null : <input type="hidden" name="required" value="on" />}
        <button type="submit">{label}</button>
      </Form>
    </section>
  );
}

function FeeLimit({ place, feeLimit }: { readonly place: ShownPlace; readonly feeLimit: FeeLimitShown }) {
  const { cents, typed, problems } = feeLimit;
  const stored = cents === null ? '' : plainDollars(cents);
  return (
    <section aria-labelledby="fees">
      <h2 id="fees">Fees</h2>
      <p>
        {cents === null
          ? 'Members who can approve fees decide on each fee that a facility charges.'
          : `Fees of up to ${dollarText(cents)} are approved automatically. Members with the permission to ` +
            'approve fees decide on larger ones.'}
      </p>
      <Form
        action={pathIn(place, 'members', 'fee-limit')}
        label="Save limit for fees"
        {...(problems === undefined ? {} : { problems })}
      >
        <input type="hidden" name="seen" value={stored} />
        <TextField
          id="limit"
          name="limit"
          label="Approve fees automatically up to (dollars)"
          value={typed ?? stored}
          max={12}
          hint={`At most ${dollarText(feeCentsMax)}. Leave it empty to decide on every fee.`}
        />
        <button type="submit">Save limit</button>
      </Form>
    </section>
  );
}

/** Renders the list of members and invitations. */
export function renderMembersPage(viewer: Viewer, place: ShownPlace, shown: MembersShown): string {
  const { members, moreAfter, invitations, message, signOn } = shown;
  return renderConsolePage({
    title: 'Members',
    viewer,
    place,
    section: 'members',
    children: (
      <>
        <div class="head">
          <h1>Members</h1>
          <p class="aside bar">
            <a class="button" href={pathIn(place, 'members', 'service-accounts', 'new')}>
              Create service account
            </a>
            <a class="button" href={pathIn(place, 'members', 'roles')}>
              Roles
            </a>
            <a class="button" href={pathIn(place, 'members', 'several')}>
              Invite several
            </a>
            <a class="button main" href={pathIn(place, 'members', 'new')}>
              Invite member
            </a>
          </p>
        </div>
        <MessageNotice message={message} />
        <p class="muted">
          Members belong to {place.companyName} in both environments. Their role defines what they can do.
          Changes to a role take effect with the member's next request.
        </p>
        <Table
          caption="Members"
          headings={['Name', 'E-mail address', 'Role', 'Projects', 'Last sign-in']}
          rows={members.map(member => [
            <a href={pathIn(place, 'members', member.membershipUid)}>{member.name}</a>,
            member.isServiceAccount ? (
              <span class="muted">Service account</span>
            ) : (
              <Address of={member.email} />
            ),
            member.role === null ? (
              <Pill tone="warning">None</Pill>
            ) : (
              <span class="whole">{member.role}</span>
            ),
            projectsOf(member),
            member.isServiceAccount ? (
              <span class="muted">Can't sign in</span>
            ) : (
              <MaybeInstant at={member.lastSignedInAt} never="Never" />
            ),
          ])}
        />
        {moreAfter === undefined ? null : (
          <p>
            <a class="button" href={withQuery(pathIn(place, 'members'), { after: moreAfter })}>
              Show more
            </a>
          </p>
        )}
        {invitations.length === 0 ? null : <Invitations place={place} invitations={invitations} />}
        {signOn === undefined ? null : <SignOn place={place} signOn={signOn} />}
        <FeeLimit place={place} feeLimit={shown.feeLimit} />
      </>
    ),
  });
}

/** The fields of an invitation, as typed. */
export interface InvitationValues extends ViewValues {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

/** The content of the invitation form. */
interface InviteShown {
  readonly values: InvitationValues;
  readonly choices: MemberChoices;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function InviteForm({ place, shown }: { readonly place: ShownPlace; readonly shown: InviteShown }) {
  const { values, choices, problems } = shown;
  return (
    <Form action={pathIn(place, 'members', 'invitations')} label="Invite member" problems={problems}>
      <TextField
        id="email"
        name="email"
        label="E-mail address"
        type="email"
        value={values.email}
        isRequired={true}
        max={emailMax}
        hint="We'll e-mail them a link. It works once and expires in 24 hours."
      />
      <TextField id="name" name="name" label="Name" value={values.name} isRequired={true} max={nameMax} />
      <RoleField roleUid={values.role} choices={choices} mayBeNone={false} />
      <ViewFields values={values} choices={choices} />
      <button type="submit" class="main">
        Send invitation
      </button>
    </Form>
  );
}

/** Why the viewer can't invite anyone. */
export function NothingToShare() {
  return (
    <Empty>
      <h2>No projects to share yet</h2>
      <p>
        A new member needs at least one project, and you can only share projects that you can see. Ask an
        administrator to share one with you or to send the invitation.
      </p>
    </Empty>
  );
}

/** Renders the invitation form, or why the viewer can't invite anyone. */
export function renderInvitePage(viewer: Viewer, place: ShownPlace, shown: InviteShown): string {
  const { choices, message } = shown;
  return renderConsolePage({
    title: 'Invite member',
    viewer,
    place,
    section: 'members',
    crumbs: [['Members', pathIn(place, 'members')]],
    children: (
      <>
        <h1>Invite a member to {place.companyName}</h1>
        <MessageNotice message={message} />
        {canInvite(choices) ? <InviteForm place={place} shown={shown} /> : <NothingToShare />}
      </>
    ),
  });
}
