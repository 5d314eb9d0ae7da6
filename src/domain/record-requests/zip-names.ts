/** The names of files in a ZIP file, safe on every computer. */

/** The most characters of a part of a path. */
const partLength = 100;

/** Returns a name that every computer can store as one part of a path. */
function safePart(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(plain) ?? [];
  // Half of a character that the limit cut goes.
  const start = stem.slice(0, partLength - ending.length).replace(/\p{Cs}$/u, '');
  const cut = start.trimEnd() + ending;
  // Windows has no files of these names.
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(cut);
  return cut === '' ? 'file' : isReserved ? `_${cut}` : cut;
}

/** Returns a path with a number before its ending. */
function numbered(path: string, number: number): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(path) ?? [];
  return `${stem} (${number})${ending}`;
}

/**
 * Returns a path for each file: a folder and a name, without characters that a computer doesn't store, and
 * never the same one twice, not even in another case.
 */
export function zipPaths(
  files: ReadonlyArray<{ readonly folder: string; readonly fileName: string }>,
): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ folder, fileName }) => {
    const path = `${safePart(folder)}/${safePart(fileName)}`;
    let free = path;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = numbered(path, number);
    taken.add(free.toLowerCase());
    return free;
  });
}
