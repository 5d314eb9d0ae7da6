/** `…/members/service-accounts/new` and `…/members/{member}/keys`: service accounts and their keys. */
import { serviceAccountNameMax } from '../../../domain/console/members';
import { Empty, MessageNotice, Notice, type Message } from '../../components/display';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { sitePath } from '../../paths';
import type { Viewer } from '../../visit';
import { EndedKeys, NamedKeys, type ShownKey } from '../components/key-words';
import {
  canInvite,
  RoleField,
  ViewFields,
  type MemberChoices,
  type ViewValues,
} from '../components/member-fields';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { formKeyName } from '../../form-key';
import { pathIn } from '../paths';
import type { KeyHome } from './named-key-pages';

/** The fields of a service account, as typed. */
export interface AccountValues extends ViewValues {
  readonly name: string;
  readonly role: string;
}

/** The content of the form for a service account. */
interface AccountShown {
  readonly values: AccountValues;
  readonly choices: MemberChoices;
  readonly formKey: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function AccountForm({ place, shown }: { readonly place: ShownPlace; readonly shown: AccountShown }) {
  const { values, choices, formKey, problems } = shown;
  return (
    <Form
      action={pathIn(place, 'members', 'service-accounts')}
      label="Create service account"
      problems={problems}
    >
      <input type="hidden" name={formKeyName} value={formKey} />
      <TextField
        id="name"
        name="name"
        label="Name"
        value={values.name}
        isRequired={true}
        max={serviceAccountNameMax}
        hint="The audit log shows this name, such as Nightly import."
      />
      <RoleField roleUid={values.role} choices={choices} mayBeNone={false} />
      <ViewFields values={values} choices={choices} />
      <button type="submit" class="main">
        Create service account
      </button>
    </Form>
  );
}

/** Renders the form for a service account, or why the viewer can't create one. */
export function renderNewAccountPage(viewer: Viewer, place: ShownPlace, shown: AccountShown): string {
  return renderConsolePage({
    title: 'Create service account',
    viewer,
    place,
    section: 'members',
    crumbs: [['Members', pathIn(place, 'members')]],
    children: (
      <>
        <h1>Create a service account</h1>
        <MessageNotice message={shown.message} />
        <p class="muted">
          A service account owns API keys for a server or an integration. It can't sign in and gets no e-mail,
          and it stays when the person who created it leaves.
        </p>
        {canInvite(shown.choices) ? (
          <AccountForm place={place} shown={shown} />
        ) : (
          <Empty>
            <h2>No projects to share yet</h2>
            <p>
              A service account needs at least one project, and you can only share projects that you can see.
              Ask an administrator to share one with you or to create the account.
            </p>
          </Empty>
        )}
      </>
    ),
  });
}

/** The keys of a service account. */
interface AccountKeysShown {
  readonly name: string;
  readonly isManageable: boolean;
  readonly active: readonly ShownKey[];
  readonly ended: readonly ShownKey[];
  readonly message: Message | undefined;
}

/** Renders the keys of a service account in an environment. */
export function renderAccountKeysPage(
  viewer: Viewer,
  place: ShownPlace,
  home: KeyHome,
  { name, isManageable, active, ended, message }: AccountKeysShown,
): string {
  return renderConsolePage({
    title: 'Keys of a service account',
    viewer,
    place,
    section: home.section,
    crumbs: home.crumbs.slice(0, -1),
    children: (
      <>
        <div class="head">
          <h1>
            {place.environment === 'sandbox' ? 'Sandbox' : 'Production'} keys of {name}
          </h1>
          {isManageable ? (
            <div class="aside">
              <a class="button main" href={sitePath(home.path, 'new')}>
                Create key
              </a>
            </div>
          ) : null}
        </div>
        <MessageNotice message={message} />
        {isManageable ? null : (
          <Notice tone="neutral">
            This service account has permissions or projects that you don't have, so you can't change its
            keys.
          </Notice>
        )}
        {active.length === 0 ? (
          <p class="muted">No active keys. Create one, and store it with the secrets of the server.</p>
        ) : (
          <NamedKeys keys={active} pathOf={({ uid }) => sitePath(home.path, uid)} />
        )}
        <EndedKeys keys={ended} />
      </>
    ),
  });
}
