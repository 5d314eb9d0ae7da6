/**
 * The pages that create a passkey and sign in with one. Both need JavaScript, because only scripts can use
 * passkeys.
 */
import { passkeyNameMax } from '../../../domain/console/passkeys';
import { renderDoor } from '../../components/document';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { passkeyLibraryPath } from '../assets';
import { consoleSite, renderConsolePage } from '../components/page';
import type { Viewer } from '../../visit';
import { MessageNotice, type Message } from '../../components/display';
import { consolePath } from '../paths';

/** The options for the browser's passkey prompt. */
interface Asked {
  readonly options: object;
}

/** The content of the page for a new passkey. */
interface NewPasskeyShown {
  readonly name: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function ScriptMessage() {
  return <p data-message role="alert" class="fault" />;
}

/** Renders `/console/account/passkeys/new`: the form to create a passkey. */
export function renderNewPasskeyPage(
  viewer: Viewer,
  { options, name, message, problems }: Asked & NewPasskeyShown,
): string {
  return renderConsolePage({
    title: 'Add passkey',
    viewer,
    asksPasskey: true,
    crumbs: [['Your account', consolePath('account')]],
    children: (
      <>
        <h1>Add passkey</h1>
        <MessageNotice message={message} />
        <p>
          Your browser will ask for your fingerprint, face, device PIN, or security key. Finish within five
          minutes.
        </p>
        <Form
          action={consolePath('account', 'passkeys')}
          label="Add passkey"
          passkey={{ kind: 'create', options }}
          problems={problems}
        >
          <TextField
            id="name"
            name="name"
            label="Name"
            value={name}
            isRequired={true}
            max={passkeyNameMax}
            hint="A name that helps you recognize it, such as your device."
          />
          <ScriptMessage />
          <button type="submit" class="main">
            Create passkey
          </button>
        </Form>
      </>
    ),
  });
}

/** Renders `/console/passkey`: signing in with a passkey. */
export function renderPasskeySignInPage({
  options,
  returnPath,
}: Asked & { readonly returnPath: string | null }): string {
  return renderDoor(consoleSite, {
    title: 'Sign in with a passkey',
    libraryPath: passkeyLibraryPath,
    children: (
      <>
        <p>Your browser will ask you to choose a passkey and confirm with your fingerprint, face, or PIN.</p>
        <Form
          action={consolePath('passkey', 'answer')}
          label="Sign in with a passkey"
          passkey={{ kind: 'get', options }}
        >
          {returnPath === null ? null : <input type="hidden" name="to" value={returnPath} />}
          <ScriptMessage />
          <button type="submit" class="main">
            Use passkey
          </button>
        </Form>
        <p class="muted small">
          <a href={consolePath('sign-in')}>E-mail me a link instead</a>
        </p>
      </>
    ),
  });
}
