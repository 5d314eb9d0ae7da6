import { beginSignOn, signOn } from '../../usecases/console/sign-in';
import { returnPathIn } from '../paths';
import { redirect, type Reply } from '../reply';
import { queried, type OpenVisit } from '../visit';
import { consolePath } from './paths';
import { openRoute, type OpenRoute } from './routes';
import { setSignOnCookie, signOnSecretIn } from './sign-on-cookie';
import type { ConsoleParts } from './visit';

// A link, not a form: browsers apply `form-action 'self'` to the redirect after a form as well.
async function begin(visit: OpenVisit<ConsoleParts>): Promise<Reply> {
  const { parts, context } = visit;
  const returnPath = returnPathIn(consolePath(), queried(visit, 'to'));
  const begun = await context.state.awaitOutside(async () => beginSignOn(parts, returnPath));
  setSignOnCookie(context, begun.secret);
  return redirect(begun.url.href);
}

async function comeBack(visit: OpenVisit<ConsoleParts>): Promise<Reply> {
  const { parts, context, open, requestId } = visit;
  const secret = signOnSecretIn(context);
  setSignOnCookie(context, undefined);
  const { sessionToken, returnPath } = await context.state.awaitOutside(async () =>
    signOn(parts, {
      secret,
      query: context.querystring,
      requestId,
      browser: context.get('User-Agent'),
      before: open?.session,
    }),
  );
  return redirect(returnPath ?? consolePath(), { kind: 'begin', sessionToken });
}

/** The routes to the deployment's identity provider and back. */
export const signOnRoutes: readonly OpenRoute[] = [
  openRoute('GET', '/sign-on', 'beginSignOn', begin),
  openRoute('GET', '/sign-on/callback', 'signOn', comeBack),
];
