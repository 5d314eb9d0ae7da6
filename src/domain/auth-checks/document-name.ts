/** Maximum length of the name of a document outside any patient. */

const bytesMax = 255;
const separators = /[/\\\p{Cc}]/u;

/**
 * Returns the rule that a document's name breaks (CHECK-14), as the end of a sentence, or `undefined` for a
 * valid name.
 * @param name in Unicode NFC, the form in which names are kept
 */
export function documentNameFault(name: string): string | undefined {
  if (name === '' || separators.test(name) || !name.isWellFormed())
    return 'must be one path segment without slashes, backslashes, or control characters';
  if (name.startsWith('.')) return 'must not start with a dot';
  const dot = name.lastIndexOf('.');
  const stem = dot === -1 ? name : name.slice(0, dot);
  if (stem.trim() === '') return 'must have a name before the extension';
  if (new TextEncoder().encode(name).length > bytesMax) return `must have at most ${bytesMax} bytes`;
  return undefined;
}
