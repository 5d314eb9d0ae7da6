/** Terminal output: prefixed lines, in color if the terminal supports it and NO_COLOR isn't set. */
import { styleText } from 'node:util';

type Color = 'cyan' | 'green' | 'magenta' | 'yellow' | 'blue' | 'gray' | 'red';

const colors: Readonly<Record<string, Color>> = {
  api: 'cyan',
  worker: 'green',
  codec: 'gray',
  temporal: 'magenta',
  seaweedfs: 'yellow',
  postgres: 'blue',
};
const prefixWidth = 9;

/** Colors a text. `styleText` respects NO_COLOR, FORCE_COLOR, and whether this is a terminal. */
function paint(color: Color | 'bold', text: string): string {
  return styleText(color, text, { stream: process.stdout });
}

/** Prints a line of a part of the stack. */
export function say(part: string, line: string): void {
  process.stdout.write(`${paint(colors[part] ?? 'gray', `${part.padEnd(prefixWidth)} |`)} ${line}\n`);
}

/** Prints an error to standard error. */
export function complain(message: string): void {
  process.stderr.write(`${styleText('red', message, { stream: process.stderr })}\n`);
}

/** Prints a plain line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints two columns under a title. */
export function table(title: string, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  print(`\n${paint('bold', title)}`);
  for (const [name, value] of rows) print(`  ${name.padEnd(width)}  ${value}`);
}
