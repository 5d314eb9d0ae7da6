/** What a person reads while the demo runs: one line per step, with the seconds since it began. */
import { styleText } from 'node:util';

const marks = {
  asked: ['cyan', '→'],
  heard: ['magenta', '←'],
  held: ['green', '✓'],
  failed: ['red', '✗'],
  told: ['gray', '·'],
} as const;

/** What a line is about: a call of the customer, a delivery, a promise that held or not, a word beside. */
export type Mark = keyof typeof marks;

/** A timeline that begins now. `styleText` colors where this is a terminal and NO_COLOR is not set. */
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
