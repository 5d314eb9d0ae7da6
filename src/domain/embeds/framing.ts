import { Problem } from '../problem';

/** What a deployment says of the pages that may frame embeds. */
export interface FramingPolicy {
  /** Each as `isParentOrigin` has it. */
  readonly approvedOrigins: ReadonlySet<string>;
  /** Whether tokens for any framing page are refused (EMBED-12). */
  readonly isParentOriginRequired: boolean;
}

/**
 * The one page that may frame what a token opens, null for any (EMBED-10, EMBED-12). It is compared as it is
 * spelled: an origin has one spelling here.
 * @param asked what the caller named, in the form of an origin; `undefined`: nothing
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
