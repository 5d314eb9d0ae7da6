/** Work in units that don't depend on how fast or busy the machine is. */

/** Returns the processor time of this thread that some work takes, in microseconds. */
function microsecondsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** A fixed piece of work: it allocates, compares, and searches texts, as the measured code does. */
function unit(): void {
  const words = Array.from({ length: 40_000 }, (_, index) => `word ${(index * 7_919) % 40_000}`);
  const text = words.toSorted().join(' ');
  if (text.replaceAll(/\b(\w+) (\d+)\b/g, '$2 $1').length !== text.length) throw new Error('not a unit');
}

/**
 * Returns how much processor time some work takes, as a multiple of a fixed piece of work that is measured
 * before and after it.
 */
export function unitsOf(work: () => void): number {
  unit();
  const before = microsecondsOf(unit);
  const taken = microsecondsOf(work);
  return (2 * taken) / (before + microsecondsOf(unit));
}
