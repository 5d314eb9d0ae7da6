/** The values in a random order (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], draw: () => number): T[] {
  const result = [...values];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(draw() * (index + 1));
    const [a, b] = [result[index] as T, result[other] as T];
    result[index] = b;
    result[other] = a;
  }
  return result;
}
