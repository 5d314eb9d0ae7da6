import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes: results on `stdout`, all else on `stderr`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether a person sits there who can be asked. */
  readonly isInteractive: boolean;
}

// C0 and C1 controls but for the line feed, and the marks that turn the direction of text around.
const disguises = /[\p{Cc}\u{2028}\u{2029}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/**
 * A text that a terminal shows and does not obey: names are typed by customers, and an escape sequence in one could
 * repaint the screen of the operator who lists them. Lines stay lines.
 */
export function printable(text: string): string {
  return text.replaceAll(disguises, match =>
    match === '\n' ? match : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Asks a person a question. @returns what they typed; empty when they went away instead */
export async function ask(terminal: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr, prompt: question });
  try {
    return await new Promise(resolve => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
      lines.prompt();
    });
  } finally {
    lines.close();
  }
}
