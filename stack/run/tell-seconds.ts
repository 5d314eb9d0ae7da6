/** Reports the progress of long, silent work. */
import type { Report } from './download';

const everyMs = 5_000;

/**
 * Reports every 5 seconds that the work continues (`still building, 20 s`), and how long it took (`built in
 * 94 s`).
 */
export async function tellSeconds<Result>(
  report: Report,
  { doing, done }: { readonly doing: string; readonly done: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  const ticker = setInterval(() => report(`still ${doing}, ${seconds()}`), everyMs);
  try {
    const result = await work();
    report(`${done} in ${seconds()}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
