/** Picks an item by a number from 0 to 1, excluding 1. */
export type Picker<T> = (at: number) => T;

/** Returns a picker by weight. @throws Error if there is nothing to pick from */
export function pickByWeight<T>(items: readonly T[], weightOf: (item: T) => number): Picker<T> {
  const ends = new Float64Array(items.length);
  let sum = 0;
  items.forEach((item, index) => {
    sum += weightOf(item);
    ends[index] = sum;
  });
  const last = items.at(-1);
  if (last === undefined || sum <= 0) throw new Error('there is nothing to pick from');
  return at => {
    const wanted = at * sum;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return items[low] ?? last;
  };
}

/** Returns a picker with equal probabilities. @throws Error if there is nothing to pick from */
export function pickEvenly<T>(items: readonly T[]): Picker<T> {
  const last = items.at(-1);
  if (last === undefined) throw new Error('there is nothing to pick from');
  return at => items[Math.floor(at * items.length)] ?? last;
}
