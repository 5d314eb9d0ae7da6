import { renderBadgePage, renderPendingBadgePage } from '../../embeds/auth-check/badge-page';
import { reloadAfterProblem, reloadedParameter, reloadWhilePending } from '../../embeds/auth-check/reload';
import { renderPendingPage, renderResultPage } from '../../embeds/auth-check/result-page';
import { embedPolicy, type Reload } from '../../embeds/page';
import { viewAuthCheck, type AuthCheckView } from '../../usecases/auth-checks/results';
import type { Services } from '../pipeline/services';
import { queried, type Embed } from './embed';

/** How the page and the badge differ. */
interface Kind {
  readonly id: string;
  readonly render: (view: AuthCheckView, reload: Reload) => string;
  readonly showsDocument: boolean;
}

const page: Kind = {
  id: 'authCheckEmbed',
  render: ({ documentUrl, result }, reload) =>
    result === null
      ? renderPendingPage({ documentUrl, reload })
      : renderResultPage({ documentUrl, ...result }),
  showsDocument: true,
};

const badge: Kind = {
  id: 'authCheckBadge',
  render: ({ result }, reload) =>
    result === null ? renderPendingBadgePage(reload) : renderBadgePage(result.counts),
  showsDocument: false,
};

/**
 * The result of an auth-check, and its badge. Views count against the company in a separate window, so that
 * pages can't use up the requests that the company's servers need.
 */
export function authCheckEmbeds(services: Services): ReadonlyMap<string, Embed> {
  const { authCheckTokens, files, limits } = services;
  const embed = ({ id, render, showsDocument }: Kind): Embed => ({
    id,
    methods: ['GET', 'HEAD'],
    open: (token, at) => {
      const claims = authCheckTokens.open(token, at);
      return (
        claims && {
          window: { key: `embeds:${claims.companyUid}`, perMinute: limits.companyPerMinute },
          show: async context => {
            const view = await viewAuthCheck(services, claims, context.state.requestId);
            return render(view, reloadWhilePending(token, queried(context, reloadedParameter) !== ''));
          },
        }
      );
    },
    policy: () => embedPolicy(null, showsDocument ? { frames: files.publicOrigin } : {}),
    reloadAfterProblem,
  });
  return new Map([
    ['/ui/auth-check/embed', embed(page)],
    ['/ui/auth-check/embed/badge', embed(badge)],
  ]);
}
