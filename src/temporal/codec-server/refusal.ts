/** A request that the codec server refuses, with the sentence the caller gets; nothing of a payload is in it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly isMessageSafe = true;
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
