interface Hints {
  readonly cause?: unknown;
  /**
   * What an operator types next, as a clause without its stop; the console has no command line, and shows it
   * to nobody.
   */
  readonly hint?: string;
}

/**
 * What an operator, or a member in the console, did that cannot be done, in words for them; the admin command
 * prints it and ends with code 1, the console shows its sentence beside the form.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly isMessageSafe = true;
  /** The sentence without what is typed at a command line. */
  readonly sentence: string;

  /** @param sentence with its stop */
  constructor(sentence: string, { cause, hint }: Hints = {}) {
    super(
      hint === undefined ? sentence : `${sentence.slice(0, -1)}; ${hint}.`,
      cause === undefined ? {} : { cause },
    );
    this.sentence = sentence;
  }
}
