import { Problem } from '../problem';

/** A deployment's policy for pages that may frame embeds. */
export interface FramingPolicy {
  /** Each in the form of `isParentOrigin`. */
  readonly approvedOrigins: ReadonlySet<string>;
  /** Whether tokens without a framing page are refused (EMBED-12). */
  readonly isParentOriginRequired: boolean;
}

/**
 * Returns the one page that may frame an embed, `null` for any (EMBED-10, EMBED-12). Compared literally: an
 * origin has one spelling here.
 * @param asked the origin that the caller named, or `undefined`
 * @throws Problem `embed.parentOriginNotApproved`, `embed.parentOriginMissing`
 */
export function decideParent(
  { approvedOrigins, isParentOriginRequired }: FramingPolicy,
  asked: string | undefined,
): string | null {
  if (asked === undefined) {
    if (isParentOriginRequired) throw new Problem('embed.parentOriginMissing');
    return null;
  }
  if (!approvedOrigins.has(asked)) throw new Problem('embed.parentOriginNotApproved');
  return asked;
}
