import type { RequestContext } from '../../http/request-state';
import type { Reload } from '../../embeds/page';

/** What an active token opens. */
export interface OpenedEmbed {
  /** The rolling minute that a view counts in, and its limit. */
  readonly window: { readonly key: string; readonly perMinute: number };
  /** The company whose slot the page takes, if it is expensive. */
  readonly heavyOf?: string;
  /**
   * Returns the page.
   * @throws Problem `embed.tokenInvalid` for a token that no longer opens anything
   */
  readonly show: (context: RequestContext) => Promise<string>;
}

/** A page that customers embed in a frame. */
export interface Embed {
  /** The name in the log and the metrics. */
  readonly id: string;
  readonly methods: readonly string[];
  /** Returns `undefined` for an inactive token. */
  readonly open: (token: string, at: Date) => OpenedEmbed | undefined;
  /** Returns the `Content-Security-Policy`. Any page can frame an error about an inactive token. */
  readonly policy: (token: string, at: Date) => string;
  /** Returns when and how the page reloads after a temporary error. Absent if a person reloads it. */
  readonly reloadAfterProblem?: (token: string, retryAfterSeconds: number) => Reload;
}

/** Returns one value of the query. A repeated parameter counts as absent. */
export function queried(context: RequestContext, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}
