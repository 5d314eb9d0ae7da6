/** The tags that a company's members put on record requests: short words of their own. */
import { withoutInvisible } from '../text';

/** The most tags of a record request. */
export const tagsMax = 20;
/** The most characters of a tag. */
export const tagLengthMax = 40;
/** The most different tags of a company in one environment. */
export const companyTagsMax = 500;

/** A tag of a company. */
export interface Tag {
  readonly uid: string;
  readonly name: string;
}

/** Returns a tag as it is stored: one line without invisible characters, with single spaces. Idempotent. */
export function tagNameOf(text: string): string {
  return withoutInvisible(text.toWellFormed().normalize('NFC'))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns what is equal for tags that differ only in case. */
export function tagKeyOf(name: string): string {
  return name.toLowerCase();
}

/** Returns these tags without repetitions; the first spelling counts. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map(name => [tagKeyOf(name), name])).values()].toReversed();
}

/** Returns the tags of a text that separates them by commas, each once, in order. */
export function tagsIn(text: string): string[] {
  return distinct(
    text
      .split(',')
      .map(tagNameOf)
      .filter(name => name !== ''),
  );
}

/** Why tags can't be set. */
export type TagFault = 'tooLong' | 'tooMany';

/** Returns why a record request can't have these tags; `undefined` if it can. */
export function tagFault(names: readonly string[]): TagFault | undefined {
  if (names.some(name => Array.from(name).length > tagLengthMax)) return 'tooLong';
  return names.length > tagsMax ? 'tooMany' : undefined;
}

/** Tags to add, and tags to remove; what is in both is added. */
export interface TagEdit {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Returns the names of a request's tags after an edit. A tag that it already has keeps its spelling. */
export function tagsAfter(before: readonly string[], { add, remove }: TagEdit): string[] {
  const removed = new Set(remove.map(tagKeyOf));
  return distinct([...before.filter(name => !removed.has(tagKeyOf(name))), ...add]);
}
