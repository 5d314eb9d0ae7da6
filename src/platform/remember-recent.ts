/** What was made for a key; made where it is not remembered. */
export type RememberRecent<T> = (key: string, make: () => T) => T;

/**
 * Remembers what was made for the keys that were asked for last: of so many at the least, and of twice as many at the
 * most. They are in two lots, of which the older one goes when the newer one is full: to keep all in the order in which
 * they were asked for, each look would have to write, which costs more than the look.
 */
export function rememberRecent<T>(atLeast: number): RememberRecent<T> {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  return (key, make) => {
    const known = newer.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? make();
    if (newer.size >= atLeast) [older, newer] = [newer, new Map<string, T>()];
    newer.set(key, value);
    return value;
  };
}
