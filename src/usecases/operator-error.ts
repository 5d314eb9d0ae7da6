/** What an operator did that cannot be done, in words for them; the admin command prints it and ends with code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly isMessageSafe = true;
}
