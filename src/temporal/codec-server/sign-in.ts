/** Signing in with a token, for browsers: a session in a cookie. */
import type { Middleware } from 'koa';
import type { Clock } from '../../platform/clock';
import type { Log } from '../../platform/log';
import { type Operators, sessionSeconds } from './operators';
import { readBody } from './read-body';
import { Refusal } from './refusal';
import { signInPage, signInPolicy } from './sign-in-page';

/** The cookie; by its prefix a browser takes it from this host alone, over TLS, for every path. */
export const sessionCookie = '__Host-recordwell-codec';

const bodyMaxBytes = 1024;

interface SignInParts {
  readonly operators?: Operators | undefined;
  readonly uiOrigin: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Shows the sign-in page. */
export const showSignIn =
  (uiOrigin: string): Middleware =>
  context => {
    context.set('Content-Security-Policy', signInPolicy(uiOrigin));
    context.type = 'html';
    context.body = signInPage;
  };

/** Takes the form: sets the cookie and goes on to the Temporal UI, or back to the page. */
export const signIn =
  ({ operators, uiOrigin, clock, log }: SignInParts): Middleware =>
  async context => {
    if (operators === undefined) throw new Refusal(404, 'No credentials are needed here.');
    // Every current browser sets this header and no page can: it proves that the form is ours.
    if (!['', 'same-origin', 'none'].includes(context.get('Sec-Fetch-Site')))
      throw new Refusal(403, 'Sign in on the page of the codec server itself.');
    const form = new URLSearchParams((await readBody(context.req, bodyMaxBytes)).toString('utf8'));
    const operator = operators.findByToken(form.get('token') ?? '');
    context.status = 303;
    if (operator === undefined) {
      log.warn('A sign-in with an unknown token was refused.');
      context.set('Location', '/sign-in#unknown');
      return;
    }
    log.info('An operator signed in.', { operator });
    // A proxy in front ends TLS, so that the connection that is seen here is not encrypted; the cookie is
    // Secure all the same.
    context.cookies.secure = true;
    context.cookies.set(sessionCookie, operators.openSession(operator, clock.now()), {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      maxAge: sessionSeconds * 1000,
    });
    context.set('Location', uiOrigin);
  };
