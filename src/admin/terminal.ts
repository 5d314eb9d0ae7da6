import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes: results on `stdout`, everything else on `stderr`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
}

// C0 and C1 control characters, line separators, and marks that change the direction of text.
const disguises = /[\p{Cc}\u{2028}\u{2029}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/**
 * Returns a text with its control characters made visible, except line feeds. Customers choose names, and an
 * escape sequence in a name could rewrite the operator's screen.
 */
export function printable(text: string): string {
  return text.replaceAll(disguises, match =>
    match === '\n' ? match : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Asks questions one after the other. Without a person, it reads the answers from standard input, one a line.
 * @returns the answers; empty for unanswered questions
 */
export async function askEach<const Questions extends readonly string[]>(
  terminal: Terminal,
  questions: Questions,
): Promise<{ readonly [Q in keyof Questions]: string }> {
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr });
  const answers: string[] = [];
  const askNext = (): void => {
    const question = questions[answers.length];
    if (question === undefined) return lines.close();
    lines.setPrompt(terminal.isInteractive ? question : '');
    lines.prompt();
  };
  try {
    await new Promise<void>(resolve => {
      lines.on('line', line => {
        if (answers.length < questions.length) answers.push(line);
        askNext();
      });
      lines.once('close', resolve);
      askNext();
    });
  } finally {
    lines.close();
  }
  // `map` keeps the number of items, but its type doesn't say so.
  return questions.map((_, at) => answers[at] ?? '') as { readonly [Q in keyof Questions]: string };
}
