import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes: results on `stdout`, everything else on `stderr`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether there is a person who can be asked. */
  readonly isInteractive: boolean;
}

// C0 and C1 controls except the line feed, and the marks that change the direction of text.
const disguises = /[\p{Cc}\u{2028}\u{2029}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/**
 * Returns a text that a terminal shows without obeying it: customers choose names, and an escape sequence in
 * one could repaint the screen of an operator who lists them. Lines stay lines.
 */
export function printable(text: string): string {
  return text.replaceAll(disguises, match =>
    match === '\n' ? match : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Asks questions one after the other; without a person, the lines of standard input are the answers.
 * @returns what was typed; empty for unanswered questions
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
  // As many answers as questions: the type says so, `map` doesn't.
  return questions.map((_, at) => answers[at] ?? '') as { readonly [Q in keyof Questions]: string };
}
