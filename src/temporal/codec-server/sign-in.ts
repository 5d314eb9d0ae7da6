/** Sign-in with a token, for browsers: a session in a cookie. */
import { Problem, notFound } from '../../domain/problem';
import type { HttpParts } from '../../http/parts';
import { readForm } from '../../http/read-form';
import type { Step } from '../../http/request-state';
import { type Operators, sessionSeconds } from './operators';
import { signInPage, signInPolicy } from './sign-in-page';

/** The cookie; because of its prefix browsers accept it only from this host, over TLS, for every path. */
export const sessionCookie = '__Host-recordwell-codec';

const bodyMaxBytes = 1024;

interface SignInParts extends Pick<HttpParts, 'clock' | 'log'> {
  readonly operators?: Operators | undefined;
  readonly uiOrigin: string;
}

/** Shows the sign-in page. */
export function showSignIn(uiOrigin: string): Step {
  return async context => {
    context.set('Content-Security-Policy', signInPolicy(uiOrigin));
    context.type = 'html';
    context.body = signInPage;
  };
}

/** Handles the form: sets the cookie and redirects to the Temporal UI, or back to the page. */
export function signIn({ operators, uiOrigin, clock, log }: SignInParts): Step {
  return async context => {
    if (operators === undefined) throw notFound('no credentials are needed here');
    // Every current browser sets this header and no page can: it proves that the form is ours.
    if (!['', 'same-origin', 'none'].includes(context.get('Sec-Fetch-Site')))
      throw new Problem('request.foreignOrigin');
    const form = await readForm(context, bodyMaxBytes);
    const operator = operators.findByToken(form.get('token') ?? '');
    context.status = 303;
    if (operator === undefined) {
      log.warn('A sign-in with an unknown token was refused.');
      context.set('Location', '/sign-in#unknown');
      return;
    }
    log.info('An operator signed in.', { operator });
    // A proxy in front terminates TLS, so this connection isn't encrypted; the cookie is Secure anyway.
    context.cookies.secure = true;
    context.cookies.set(sessionCookie, operators.openSession(operator, clock.now()), {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      maxAge: sessionSeconds * 1000,
    });
    context.set('Location', uiOrigin);
  };
}
