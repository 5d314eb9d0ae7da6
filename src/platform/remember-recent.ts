/** What was made for a key; made where it is not remembered. */
export type RememberRecent<T> = (key: string, make: () => T) => T;

/** Remembers what was made for the keys that were asked for last, so many at the most. */
export function rememberRecent<T>(max: number): RememberRecent<T> {
  // A map is in the order of insertion: the first key is the one that was not asked for the longest.
  const recent = new Map<string, T>();
  return (key, make) => {
    const known = recent.get(key);
    const value = known ?? make();
    if (known !== undefined) recent.delete(key);
    recent.set(key, value);
    const [oldest] = recent.keys();
    if (recent.size > max && oldest !== undefined) recent.delete(oldest);
    return value;
  };
}
