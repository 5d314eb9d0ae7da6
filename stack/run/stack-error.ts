/** Why the stack can't continue: one clear line for a person, never a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}

/** The `code` of a system error (`ENOENT`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof`: under Jest, Node's own errors belong to another realm.
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}

/** The messages for a full disk: of most programs, SQLite, and PostgreSQL. */
const diskFull = /No space left on device|database or disk is full|wrote only \d+ of \d+ bytes/;

/**
 * Whether a full disk caused the error, in our process or in a program whose last lines are in the message.
 */
export function isDiskFull(error: unknown): boolean {
  if (errorCode(error) === 'ENOSPC') return true;
  return error instanceof Error && diskFull.test(error.message);
}

/** Returns one line for any thrown value, with the cause and what to do if known. */
export function explain(error: unknown): string {
  if (error instanceof StackError) {
    // From the last lines of a service.
    return isDiskFull(error)
      ? `The disk is full. Free some space, or choose another folder with --state DIR.\n${error.message}`
      : error.message;
  }
  const path =
    typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : undefined;
  const place = path ?? 'a file';
  switch (errorCode(error)) {
    case 'ENOSPC':
      return (
        `The disk${path === undefined ? '' : ` that holds ${path}`} is full. Free some space, or choose ` +
        'another folder with --state DIR.'
      );
    case 'EACCES':
    case 'EPERM':
      return (
        `You don't have permission for ${place}. Change its owner (chown), or choose another folder ` +
        'with --state DIR.'
      );
    case 'EROFS':
      return `${place} is on a read-only file system. Choose another folder with --state DIR.`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
