interface Hints {
  readonly cause?: unknown;
  /** What to run next, as a sentence. The console and the desk have no command line and never show it. */
  readonly hint?: string;
}

/**
 * An action of an operator or console member that can't be done, with the reason. The admin command prints it
 * and exits with code 1; the console shows its sentence next to the form.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly isMessageSafe = true;
  /** The sentence without the command-line hint. */
  readonly sentence: string;

  /** @param sentence with its period */
  constructor(sentence: string, { cause, hint }: Hints = {}) {
    super(hint === undefined ? sentence : `${sentence} ${hint}`, cause === undefined ? {} : { cause });
    this.sentence = sentence;
  }
}
