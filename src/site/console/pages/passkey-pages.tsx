/**
 * The pages that ask an authenticator: for a new passkey, and to sign in. Both need a script, since only that
 * can ask.
 */
import { passkeyNameMax } from '../../../domain/console/passkeys';
import { renderDoor } from '../../components/document';
import { Form, TextField, type FieldProblems } from '../../components/form';
import { passkeyLibraryPath } from '../assets';
import { consoleSite, renderConsolePage } from '../components/page';
import type { Viewer } from '../../visit';
import { MessageNotice, type Message } from '../../components/display';
import { consolePath } from '../paths';

/** What the browser is asked. */
interface Asked {
  readonly options: object;
}

/** What the page of a new passkey shows. */
interface NewPasskeyShown {
  readonly name: string;
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

function ScriptMessage() {
  return <p data-said role="alert" class="fault" />;
}

/** `/console/account/passkeys/new`: a passkey is made. */
export function renderNewPasskeyPage(
  viewer: Viewer,
  { options, name, message, problems }: Asked & NewPasskeyShown,
): string {
  return renderConsolePage({
    title: 'Add a passkey',
    viewer,
    asksPasskey: true,
    crumbs: [['Your account', consolePath('account')]],
    children: (
      <>
        <h1>Add a passkey</h1>
        <MessageNotice message={message} />
        <p>
          Your browser asks for a finger, a face or a code of this device, or for a key that you plug in. Have
          it ready, within five minutes.
        </p>
        <Form
          action={consolePath('account', 'passkeys')}
          label="Add a passkey"
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
            hint="So that you know it again, such as the device that it is on."
          />
          <ScriptMessage />
          <button type="submit" class="main">
            Make the passkey
          </button>
        </Form>
      </>
    ),
  });
}

/** `/console/passkey`: somebody signs in with a passkey. */
export function renderPasskeySignInPage({
  options,
  returnPath,
}: Asked & { readonly returnPath: string | null }): string {
  return renderDoor(consoleSite, {
    title: 'Sign in with a passkey',
    libraryPath: passkeyLibraryPath,
    children: (
      <>
        <p>Your browser asks which one, and for a finger, a face or a code.</p>
        <Form
          action={consolePath('passkey', 'answer')}
          label="Sign in with a passkey"
          passkey={{ kind: 'get', options }}
        >
          {returnPath === null ? null : <input type="hidden" name="to" value={returnPath} />}
          <ScriptMessage />
          <button type="submit" class="main">
            Use a passkey
          </button>
        </Form>
        <p class="muted small">
          <a href={consolePath('sign-in')}>Have a link mailed instead</a>
        </p>
      </>
    ),
  });
}
