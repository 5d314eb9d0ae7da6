/** The demo's output: one line for each step, with the seconds since it started. */
import { styleText } from 'node:util';

const marks = {
  call: ['cyan', '→'],
  delivery: ['magenta', '←'],
  passed: ['green', '✓'],
  failed: ['red', '✗'],
  note: ['gray', '·'],
} as const;

/** The type of a line: a customer's call, a delivery, a kept or broken promise, or a note. */
export type Mark = keyof typeof marks;

/** Starts a timeline now. `styleText` uses colors on a terminal unless NO_COLOR is set. */
export function startTimeline(): (mark: Mark, line: string) => void {
  const startedAt = performance.now();
  return (mark, line) => {
    const [color, sign] = marks[mark];
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2).padStart(6);
    const { stdout: stream } = process;
    stream.write(
      `${styleText('gray', `${seconds} s`, { stream })}  ` +
        `${styleText(color, `${sign} ${line}`, { stream })}\n`,
    );
  };
}
