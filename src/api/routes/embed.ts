import type { RequestContext } from '../../http/request-state';
import type { Reload } from '../../embeds/page';

/** What a token in force opens. */
export interface OpenedEmbed {
  /** Whose window of a minute a look counts in, and how many it takes. */
  readonly window: { readonly key: string; readonly perMinute: number };
  /** The company in whose slot for what is expensive it is made; absent: it is cheap. */
  readonly heavyOf?: string;
  /**
   * The page, for whoever holds the token. @throws Problem `embed.tokenInvalid` for a token that opens
   * nothing any more
   */
  readonly show: (context: RequestContext) => Promise<string>;
}

/** A page that stands in a frame. */
export interface Embed {
  /** Its name in the log and the metrics. */
  readonly id: string;
  readonly methods: readonly string[];
  /** `undefined` for a token that is not in force. */
  readonly open: (token: string, at: Date) => OpenedEmbed | undefined;
  /** Its `Content-Security-Policy`; an error about a token that is not in force can be framed by any page. */
  readonly policy: (token: string, at: Date) => string;
  /**
   * When and how it loads itself again where it could not be shown for a while; absent where a person does
   * so.
   */
  readonly reloadAfterProblem?: (token: string, retryAfterSeconds: number) => Reload;
}

/** One value of the query; a parameter that comes twice is none. */
export function queried(context: RequestContext, name: string): string {
  const value = context.query[name];
  return typeof value === 'string' ? value : '';
}
