type Path = readonly PropertyKey[];

/** An open object or list of a JSON text: the keys of an object so far, or the entries of a list. */
interface Level {
  readonly keys: Set<string> | undefined;
  /** The current key, or the index of the current entry. */
  step: PropertyKey;
}

/** Returns the position after a string that begins at a position. */
function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json.charCodeAt(index) !== 0x22) index += json.charCodeAt(index) === 0x5c ? 2 : 1;
  return index + 1;
}

/** Returns whether a text is followed by a colon, as only a key is. */
function isKey(json: string, end: number): boolean {
  let index = end;
  while (/[\t\n\r ]/.test(json.charAt(index))) index += 1;
  return json.charAt(index) === ':';
}

/**
 * Returns the path of the first key that an object of a JSON text has twice, `undefined` if there is none.
 * Two keys are equal if they are after their escapes are read. Parsers disagree about which of the two counts
 * (RFC 8259 §4).
 * @param json a text that `JSON.parse` accepts
 */
export function repeatedKey(json: string): Path | undefined {
  const levels: Level[] = [];
  for (let index = 0; index < json.length; index += 1) {
    const level = levels.at(-1);
    const character = json.charAt(index);
    if (character === '{') levels.push({ keys: new Set(), step: '' });
    else if (character === '[') levels.push({ keys: undefined, step: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === ',' && typeof level?.step === 'number') level.step += 1;
    else if (character === '"') {
      const end = endOfString(json, index);
      if (level?.keys !== undefined && isKey(json, end)) {
        const key = String(JSON.parse(json.slice(index, end)));
        level.step = key;
        if (level.keys.has(key)) return levels.map(({ step }) => step);
        level.keys.add(key);
      }
      index = end - 1;
    }
  }
  return undefined;
}
