/**
 * Natural keys: what makes a row of clinical content the same row again.
 *
 * A search that is repeated, or two searches that overlap, bring rows that are already there. The store adds
 * a row only when the patient has none with its natural key, so a key is made from the row's own content,
 * never from an id that we gave. Keys are stable text: a change here makes every row on file look new, so it
 * needs a migration of the stored keys.
 *
 * Keys hold service dates and codes. They are patient data: never logged, never part of an id or a URL. Their
 * length is that of their parts, which partners choose; a store that indexes them hashes them.
 */

/**
 * Joins parts to a key. An absent part keeps its place, so parts never shift. A part may itself be a key: the
 * first part names the kind and so how many follow, and a join can be read one way only. Free text goes
 * through {@link keyText} first.
 */
export function naturalKey(...parts: ReadonlyArray<string | number | undefined>): string {
  return parts.map(part => part ?? '').join('|');
}

/** Free text as a part of a key: composed (NFKC), lower case, one space between words, no `|`. */
export function keyText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s|]+/gu, ' ')
    .trim();
}
