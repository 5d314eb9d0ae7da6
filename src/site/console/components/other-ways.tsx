import { Form } from '../../components/form';
import { consolePath, withQuery } from '../paths';

/** By which ways beside the link one signs in, and where they lead to. */
interface OtherWaysParts {
  readonly returnPath: string | null;
  readonly hasPasskeys: boolean;
  /** How the identity provider of the deployment is called; absent: it has none. */
  readonly signOnName: string | undefined;
}

/**
 * What stands at the door beside the link. Only a script can ask for a passkey: without one the button is not
 * there.
 */
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
