import { Problem } from '../domain/problem';
import type { PageAsset } from '../embeds/page-asset';
import type { RequestContext } from './request-state';

/**
 * Sends a file of our pages, if the path belongs to one. They are the same for everyone and have a hash in
 * their name, so they may be cached, and they aren't counted against limits.
 * @throws Problem `request.methodNotAllowed`
 */
export function sendAsset(
  context: RequestContext,
  assets: ReadonlyMap<string, PageAsset>,
  operationId: string,
): boolean {
  const asset = assets.get(context.path);
  if (asset === undefined) return false;
  context.state.operationId = operationId;
  if (!['GET', 'HEAD'].includes(context.method))
    throw new Problem('request.methodNotAllowed', { allow: ['GET', 'HEAD'] });
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.type = asset.type;
  context.body = asset.content;
  return true;
}
