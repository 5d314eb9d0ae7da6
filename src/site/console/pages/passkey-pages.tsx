/** The pages that ask an authenticator: for a new passkey, and to sign in. Both need a script, since only that can ask. */
import { passkeyNameMax } from '../../../domain/console/passkeys';
import { renderDoor } from '../../components/document';
import { Form, TextField } from '../../components/form';
import { passkeyLibraryPath } from '../assets';
import { consoleSite, renderConsolePage, type Viewer } from '../components/page';
import { Notice } from '../../components/said';
import { consolePath } from '../paths';

/** What the browser is asked. */
interface Asked {
  readonly options: object;
}

function Said() {
  return <p data-said role="alert" class="fault" />;
}

/** `/console/account/passkeys/new`: a passkey is made. @param fault why what was sent is refused */
export function renderNewPasskeyPage(
  viewer: Viewer,
  { options, name, fault }: Asked & { readonly name: string; readonly fault?: string },
): string {
  return renderConsolePage({
    title: 'Add a passkey',
    viewer,
    asksPasskey: true,
    children: (
      <>
        <p class="crumbs small">
          <a href={consolePath('account')}>Your account</a>
        </p>
        <h1>Add a passkey</h1>
        {fault === undefined ? null : <Notice tone="failed">{fault}</Notice>}
        <p>
          Your browser asks for a finger, a face or a code of this device, or for a key that you plug in. Have
          it ready, within five minutes.
        </p>
        <Form
          action={consolePath('account', 'passkeys')}
          label="Add a passkey"
          passkey={{ kind: 'create', options }}
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
          <Said />
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
          <Said />
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
