import { Problem } from '../../domain/problem';
import { siteFinderPath } from '../../domain/research/research';
import { embedAssets } from '../../embeds/assets';
import { renderProblemPage } from '../../embeds/problem-page';
import { takeFromRollingMinute } from '../../store/access/rate-limit';
import type { ClientAddress } from '../../http/client-address';
import { createAddressCount } from '../../http/count-address';
import type { RequestContext, Step } from '../../http/request-state';
import { sendAsset } from '../../http/send-asset';
import type { Services } from '../pipeline/services';
import type { HeavySlots } from '../../http/heavy-slots';
import { authCheckEmbeds } from './auth-check-embeds';
import { clinicalDataEmbed } from './clinical-data-embed';
import { queried, type Embed, type OpenedEmbed } from './embed';
import { siteFinderEmbed } from './site-finder-embed';

/** Lists every embed by its path. */
function listEmbeds(services: Services): ReadonlyMap<string, Embed> {
  return new Map([
    ...authCheckEmbeds(services),
    [siteFinderPath, siteFinderEmbed(services)],
    ['/ui/clinical-data/embed', clinicalDataEmbed(services)],
  ]);
}

/**
 * Prepares the answer on an embed's path before anything can refuse the request. Browsers, which ask for
 * HTML, get an error as a page in the frame; everyone else gets the usual JSON (ERROR-1).
 */
export function dressEmbeds(services: Services): Step {
  const embeds = listEmbeds(services);
  return async (context, next) => {
    const embed = embeds.get(context.path);
    if (embed !== undefined) {
      const token = queried(context, 'token');
      context.state.operationId = embed.id;
      context.vary('Accept');
      // The first type is the answer to `*/*` and to a missing `Accept`.
      if (context.accepts('json', 'html') === 'html') {
        context.state.renderProblem = (body, retryAfterSeconds) =>
          renderProblemPage({
            ...body,
            supportName: services.supportName,
            reload:
              retryAfterSeconds === undefined
                ? undefined
                : embed.reloadAfterProblem?.(token, retryAfterSeconds),
          });
      }
      context.set('Content-Security-Policy', embed.policy(token, services.clock.now()));
      // `frame-ancestors` says who may frame the page. This header only knows "nobody" and "same origin".
      context.remove('X-Frame-Options');
    }
    await next();
  };
}

/**
 * Serves the embeds. Their credential is the token in the address: a page with an active token counts against
 * its company or user, in a separate window; any other page counts against the client address. An expensive
 * page waits for a slot, like an operation.
 * @throws Problem `embed.tokenInvalid`, `rate.limited`
 */
export function serveEmbeds(services: Services, clientAddress: ClientAddress, slots: HeavySlots): Step {
  const { clock, db, metrics } = services;
  const embeds = listEmbeds(services);
  const countAddress = createAddressCount(services, clientAddress);

  async function count(context: RequestContext, opened: OpenedEmbed | undefined): Promise<void> {
    const wait =
      opened === undefined
        ? await countAddress(context)
        : await takeFromRollingMinute(db, opened.window.key, opened.window.perMinute);
    if (wait === undefined) return;
    metrics.rateLimited.inc({ class: opened === undefined ? 'address' : 'embeds' });
    throw new Problem('rate.limited', { retryAfterSeconds: wait });
  }

  return async (context, next) => {
    if (sendAsset(context, embedAssets, 'embedAsset')) return;
    const embed = embeds.get(context.path);
    if (embed === undefined) {
      await next();
      return;
    }
    const opened = embed.open(queried(context, 'token'), clock.now());
    await count(context, opened);
    if (!embed.methods.includes(context.method))
      throw new Problem('request.methodNotAllowed', { allow: embed.methods });
    if (opened === undefined) throw new Problem('embed.tokenInvalid');
    const answer = async (): Promise<void> => {
      const page = await opened.show(context);
      context.type = 'text/html; charset=utf-8';
      context.body = page;
    };
    if (opened.heavyOf === undefined) await answer();
    else await slots.hold(context, opened.heavyOf, answer);
  };
}
