import { Problem } from '../../domain/problem';
import { renderBadgePage, renderPendingBadgePage } from '../../embeds/auth-check/badge-page';
import { reloadAfterProblem, reloadedParameter, reloadWhilePending } from '../../embeds/auth-check/reload';
import { renderPendingPage, renderResultPage } from '../../embeds/auth-check/result-page';
import type { AuthCheckClaims } from '../../embeds/auth-check/token';
import { embedPolicy, type Reload } from '../../embeds/page';
import { renderProblemPage } from '../../embeds/problem-page';
import { takeFromRollingMinute } from '../../store/rate-limit';
import { viewAuthCheck, type AuthCheckView } from '../../usecases/auth-checks/view-auth-check';
import type { ClientAddress } from '../pipeline/client-address';
import { createAddressCount } from '../pipeline/count-address';
import type { RequestContext, Step } from '../pipeline/request-state';
import type { Services } from '../pipeline/services';

/** A page that stands in a frame. */
interface Embed {
  /** Its name in the log and the metrics. */
  readonly id: string;
  readonly render: (view: AuthCheckView, reload: Reload) => string;
  readonly showsDocument: boolean;
}

const embeds: ReadonlyMap<string, Embed> = new Map([
  [
    '/ui/auth-check/embed',
    {
      id: 'authCheckEmbed',
      render: ({ documentUrl, result }, reload) =>
        result === null
          ? renderPendingPage({ documentUrl, reload })
          : renderResultPage({ documentUrl, ...result }),
      showsDocument: true,
    },
  ],
  [
    '/ui/auth-check/embed/badge',
    {
      id: 'authCheckBadge',
      render: ({ result }, reload) =>
        result === null ? renderPendingBadgePage(reload) : renderBadgePage(result.counts),
      showsDocument: false,
    },
  ],
]);

/** One value of the query; a parameter that comes twice is none. */
function queried(context: RequestContext, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Prepares the answer on a page's path before anything can refuse the request: whoever asks for HTML, as browsers do,
 * is shown an error as a page in the frame; everyone else gets the JSON that errors have everywhere (ERROR-1).
 */
export function dressEmbeds({ files }: Services): Step {
  return async (context, next) => {
    const embed = embeds.get(context.path);
    if (embed !== undefined) {
      context.state.operationId = embed.id;
      context.vary('Accept');
      // The first is what `*/*` and no `Accept` come to.
      if (context.accepts('json', 'html') === 'html') {
        context.state.renderProblem = (body, retryAfterSeconds) =>
          renderProblemPage(
            body,
            retryAfterSeconds === undefined
              ? undefined
              : reloadAfterProblem(queried(context, 'token'), retryAfterSeconds),
          );
      }
      context.set(
        'Content-Security-Policy',
        embedPolicy(embed.showsDocument ? files.publicOrigin : undefined),
      );
      // `frame-ancestors` says who may frame the page; this one knows only "nobody" and "ourselves".
      context.remove('X-Frame-Options');
    }
    await next();
  };
}

/**
 * Serves the pages that customers put into frames. Their credential is the token in the address: a page with
 * a token in force is counted against its company, in a window of its own so that pages cannot use up what
 * the company's servers need; every other one against the client's address.
 * @throws Problem `embed.tokenInvalid`, `rate.limited`
 */
export function serveEmbeds(services: Services, clientAddress: ClientAddress): Step {
  const { authCheckTokens, clock, db, limits, metrics } = services;
  const countAddress = createAddressCount(services, clientAddress);

  async function count(context: RequestContext, claims: AuthCheckClaims | undefined): Promise<void> {
    const wait =
      claims === undefined
        ? await countAddress(context)
        : await takeFromRollingMinute(db, `embeds:${claims.companyUid}`, limits.companyPerMinute);
    if (wait === undefined) return;
    metrics.rateLimited.inc({ class: claims === undefined ? 'address' : 'embeds' });
    throw new Problem('rate.limited', { retryAfterSeconds: wait });
  }

  return async (context, next) => {
    const embed = embeds.get(context.path);
    if (embed === undefined) {
      await next();
      return;
    }
    const token = queried(context, 'token');
    const claims = authCheckTokens.open(token, clock.now());
    await count(context, claims);
    if (!['GET', 'HEAD'].includes(context.method))
      throw new Problem('request.methodNotAllowed', { allow: ['GET', 'HEAD'] });
    if (claims === undefined) throw new Problem('embed.tokenInvalid');
    const view = await viewAuthCheck(services, claims, context.state.requestId);
    const reload = reloadWhilePending(token, queried(context, reloadedParameter) !== '');
    context.type = 'text/html; charset=utf-8';
    context.body = embed.render(view, reload);
  };
}
