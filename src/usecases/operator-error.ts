interface Hints {
  readonly cause?: unknown;
  /**
   * What an operator types next, as a clause without a period. The console has no command line and never
   * shows it.
   */
  readonly hint?: string;
}

/**
 * An action of an operator or console member that can't be done, explained to them. The admin command prints
 * it and exits with code 1; the console shows its sentence next to the form.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly isMessageSafe = true;
  /** The sentence without the command-line hint. */
  readonly sentence: string;

  /** @param sentence with its period */
  constructor(sentence: string, { cause, hint }: Hints = {}) {
    super(
      hint === undefined ? sentence : `${sentence.slice(0, -1)}; ${hint}.`,
      cause === undefined ? {} : { cause },
    );
    this.sentence = sentence;
  }
}
