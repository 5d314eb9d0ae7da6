/** What the stack says when it cannot go on: one clear line for a person, never a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}

/** The `code` of a system error (`ENOENT`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof`: under jest Node's own errors are of another realm.
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}

/** How the programs of the stack say that the disk is full: most of them, SQLite, and PostgreSQL. */
const diskFull = /No space left on device|database or disk is full|wrote only \d+ of \d+ bytes/;

/** Whether a full disk caused the error: ours, or that of a program whose last lines are in the message. */
export function isDiskFull(error: unknown): boolean {
  if (errorCode(error) === 'ENOSPC') return true;
  return error instanceof Error && diskFull.test(error.message);
}

/** One line for whatever was thrown: the cause and the way out, where they are known. */
export function explain(error: unknown): string {
  if (error instanceof StackError) {
    // From the last lines of a service.
    return isDiskFull(error)
      ? `The disk is full: free some space, or choose another place with --state DIR.\n${error.message}`
      : error.message;
  }
  const path =
    typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : undefined;
  const place = path ?? 'a file';
  switch (errorCode(error)) {
    case 'ENOSPC':
      return (
        `The disk${path === undefined ? '' : ` that holds ${path}`} is full: free some space, or choose ` +
        'another place with --state DIR.'
      );
    case 'EACCES':
    case 'EPERM':
      return `No permission for ${place}: make it yours (chown), or choose another place with --state DIR.`;
    case 'EROFS':
      return `${place} is on a read-only file system: choose another place with --state DIR.`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
