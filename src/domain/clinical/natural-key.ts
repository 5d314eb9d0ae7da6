/**
 * Natural keys identify the same row of clinical content when it arrives again.
 *
 * A repeated search, or two overlapping searches, return rows that are already stored. The store adds a row
 * only if the patient has none with its natural key, so a key is made of the row's own content, never of an
 * id that we assigned. Keys are stable text: a change here makes every stored row look new, so it needs a
 * migration of the stored keys.
 *
 * Keys hold service dates and codes. They are patient data: never logged, never part of an id or a URL. Their
 * length is that of their parts, which partners choose; a store that indexes them hashes them.
 */

/**
 * Joins parts into a key. An absent part keeps its place, so parts never shift. A part may itself be a key:
 * the first part names the kind and so how many follow, so a key can be parsed in only one way. Free text
 * goes through {@link keyText} first.
 */
export function naturalKey(...parts: ReadonlyArray<string | number | undefined>): string {
  return parts.map(part => part ?? '').join('|');
}

/** Returns free text as a part of a key: composed (NFKC), lower case, one space between words, no `|`. */
export function keyText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s|]+/gu, ' ')
    .trim();
}
