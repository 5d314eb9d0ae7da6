/** An unreadable file of a partner; the message says what and where, without any of its values. */
export class RosterFault extends Error {
  override readonly name = 'RosterFault';
  readonly isMessageSafe = true;
}
