/** `…/members/several`: invites several people with one form, and shows the result of each. */
import { invitedAtOnceMax } from '../../../domain/console/invited-people';
import { Address, MessageNotice, Notice, Pill, Table, type Message } from '../../components/display';
import { Form, LinesField, type FieldProblems } from '../../components/form';
import {
  canInvite,
  RoleField,
  ViewFields,
  type MemberChoices,
  type ViewValues,
} from '../components/member-fields';
import { renderConsolePage, type ShownPlace } from '../components/page';
import type { Viewer } from '../../visit';
import { pathIn } from '../paths';
import { NothingToShare } from './members-page';

/** A person of the list, and the result. */
export interface InvitedPerson {
  readonly line: string;
  readonly email: string;
  readonly name: string;
  /** Why no invitation was sent; `undefined` if one was. */
  readonly refused: string | undefined;
}

/** The content of the page. */
export interface InviteSeveralShown {
  readonly values: ViewValues & { readonly people: string; readonly role: string };
  /** Of the form that was sent; none before. */
  readonly results: readonly InvitedPerson[];
  readonly choices: MemberChoices;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

const listMax = 20_000;

function Results({ results }: Pick<InviteSeveralShown, 'results'>) {
  const sent = results.filter(({ refused }) => refused === undefined).length;
  const isComplete = sent === results.length;
  return (
    <>
      <Notice tone={isComplete ? 'passed' : 'warning'}>
        {sent} of {results.length} {results.length === 1 ? 'invitation' : 'invitations'} sent.
        {isComplete ? null : ' Correct the others below.'}
      </Notice>
      <Table
        caption="Results"
        headings={['E-mail address', 'Name', 'Result']}
        rows={results.map(({ email, name, refused }) => [
          <Address of={email} />,
          name === '' ? <span class="muted">–</span> : name,
          refused === undefined ? <Pill tone="passed">Invited</Pill> : refused,
        ])}
      />
    </>
  );
}

function PeopleForm({ place, shown }: { readonly place: ShownPlace; readonly shown: InviteSeveralShown }) {
  const { values, choices, problems } = shown;
  return (
    <Form
      action={pathIn(place, 'members', 'invitations', 'several')}
      label="Invite several"
      problems={problems}
    >
      <LinesField
        id="people"
        name="people"
        label="People"
        value={values.people}
        max={listMax}
        hint={
          <>
            One per line, at most {invitedAtOnceMax}: the e-mail address, then the name, such as{' '}
            <span class="code">pat@example.com Pat Lee</span>. Each gets a link that works once and expires in
            24 hours.
          </>
        }
      />
      <RoleField roleUid={values.role} choices={choices} mayBeNone={false} />
      <ViewFields values={values} choices={choices} />
      <button type="submit" class="main">
        Send invitations
      </button>
    </Form>
  );
}

/** Renders the form, with the result of each person after it was sent. */
export function renderInviteSeveralPage(
  viewer: Viewer,
  place: ShownPlace,
  shown: InviteSeveralShown,
): string {
  const { choices, message, results } = shown;
  const isDone = results.length > 0 && results.every(({ refused }) => refused === undefined);
  return renderConsolePage({
    title: 'Invite several',
    viewer,
    place,
    section: 'members',
    crumbs: [['Members', pathIn(place, 'members')]],
    children: (
      <>
        <h1>Invite several people to {place.companyName}</h1>
        <MessageNotice message={message} />
        {results.length === 0 ? null : <Results results={results} />}
        {isDone ? (
          <p>
            <a class="button" href={pathIn(place, 'members')}>
              Back to members
            </a>
          </p>
        ) : canInvite(choices) ? (
          <PeopleForm place={place} shown={shown} />
        ) : (
          <NothingToShare />
        )}
      </>
    ),
  });
}
