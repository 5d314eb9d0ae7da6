/** A file of a partner that cannot be read; the message says what and where, and holds no value of it. */
export class RosterFault extends Error {
  override readonly name = 'RosterFault';
  readonly isMessageSafe = true;
}
