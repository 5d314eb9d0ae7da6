/** The pages at the door: asking for a link, and using it. */
import { linkLifeMs } from '../../domain/console/session';
import { Form, TextField } from '../components/form';
import { renderDoorPage } from '../components/page';
import { consolePath } from '../paths';

const emailMax = 254;

/** What the page that asks for a link shows. */
interface SignInShown {
  readonly returnPath: string | null;
  /** The person who is signed in already and is to prove it anew; absent: nobody is. */
  readonly againAs?: string;
  /** What is wrong with the address. */
  readonly fault?: string;
}

/** `/console/sign-in`: the address to which a link is mailed. */
export function renderSignInPage({ returnPath, againAs, fault }: SignInShown): string {
  const isAgain = againAs !== undefined;
  return renderDoorPage({
    title: isAgain ? 'Sign in again' : 'Sign in',
    children: (
      <>
        <p>
          {isAgain
            ? `What comes next shows a secret. So that nobody sees it who found your browser open, we mail a new link to ${againAs}.`
            : 'We mail you a link. There is no password.'}
        </p>
        <Form action={consolePath('sign-in')} label="Sign in">
          {returnPath === null ? null : <input type="hidden" name="to" value={returnPath} />}
          {isAgain ? (
            <input type="hidden" name="email" value={againAs} />
          ) : (
            <TextField
              {...{ id: 'email', name: 'email', label: 'E-mail address', type: 'email', fault }}
              {...{ isRequired: true, max: emailMax, autocomplete: 'username' }}
            />
          )}
          <button type="submit" class="main">
            Mail me a link
          </button>
        </Form>
      </>
    ),
  });
}

/** `/console/sign-in/sent`: the same for every address. */
export function renderSentPage(): string {
  return renderDoorPage({
    title: 'Look into your mail',
    children: (
      <>
        <p role="status">
          If the address is one of ours, a link is on its way to it. It signs in once, within{' '}
          {linkLifeMs / 60_000} minutes.
        </p>
        <p class="muted small">
          Nothing came? Look among the unwanted mail, and whether the address is the one that your
          administrator added. <a href={consolePath('sign-in')}>Ask again</a>
        </p>
      </>
    ),
  });
}

/** `/console/sign-in/{token}`: a button, since programs that look through mail open every link. */
export function renderConfirmPage({
  action,
  email,
}: {
  readonly action: string;
  readonly email: string;
}): string {
  return renderDoorPage({
    title: 'Sign in',
    children: (
      <>
        <p>
          You sign in as <strong>{email}</strong>. Are you somebody else? Then close this page.
        </p>
        <Form action={action} label="Sign in">
          <button type="submit" class="main">
            Sign in
          </button>
        </Form>
      </>
    ),
  });
}
