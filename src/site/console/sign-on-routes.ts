import { returnPathIn } from '../paths';
import { beginSignOn, signOn } from '../../usecases/console/sign-in';
import { consolePath } from './paths';
import { openRoute, type Route } from './routes';
import { setSignOnCookie, signOnSecretIn } from './sign-on-cookie';
import { queried, redirect, type Reply, type Visit } from './visit';

// A link and no form: browsers hold a form to `form-action 'self'`, also where its answer leads elsewhere.
async function begin(visit: Visit): Promise<Reply> {
  const { parts, context } = visit;
  const returnPath = returnPathIn(consolePath(), queried(visit, 'to'));
  const begun = await context.state.awaitOutside(async () => beginSignOn(parts, returnPath));
  setSignOnCookie(context, begun.secret);
  return redirect(begun.url.href);
}

async function comeBack(visit: Visit): Promise<Reply> {
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

/** The routes to the identity provider of the deployment and back. */
export const signOnRoutes: readonly Route[] = [
  openRoute('GET', '/sign-on', 'beginSignOn', begin),
  openRoute('GET', '/sign-on/callback', 'signOn', comeBack),
];
