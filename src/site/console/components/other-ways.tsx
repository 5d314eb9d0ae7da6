import { Form } from '../../components/form';
import { consolePath, withQuery } from '../paths';

/** The ways to sign in without a link, and where they lead afterward. */
interface OtherWaysParts {
  readonly returnPath: string | null;
  readonly hasPasskeys: boolean;
  /** The name of the deployment's identity provider; absent if it has none. */
  readonly signOnName: string | undefined;
}

/** The other ways to sign in. Passkeys need a script, so their button stays hidden without one. */
export function OtherWays({ returnPath, hasPasskeys, signOnName }: OtherWaysParts) {
  const signOn = withQuery(consolePath('sign-on'), { to: returnPath ?? undefined });
  return (
    <>
      {signOnName === undefined ? null : (
        <p>
          <a class="button" href={signOn}>
            Sign in with {signOnName}
          </a>
        </p>
      )}
      {hasPasskeys ? (
        <div data-needs-passkeys hidden>
          <Form action={consolePath('passkey')} label="Sign in with a passkey">
            {returnPath === null ? null : <input type="hidden" name="to" value={returnPath} />}
            <button type="submit">Sign in with a passkey</button>
          </Form>
        </div>
      ) : null}
    </>
  );
}
