/** Output whose reader ends first, as in `npm run status | head`. */

/** What a write to such an output fails with, and each write after that. */
const codes: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * Keeps a command from failing when the reader of its output is gone. Every command line calls it first.
 * @param onClosed called once when the reader is gone. By default the command continues without output, so
 *   that what it does isn't left half done, and ends with its usual exit code.
 */
export function surviveClosedPipe(onClosed: () => void = () => undefined): void {
  let isClosed = false;
  const notice = (error: unknown): void => {
    if (!(error instanceof Error && 'code' in error && codes.has(error.code))) throw error;
    if (isClosed) return;
    isClosed = true;
    onClosed();
  };
  process.stdout.on('error', notice);
  process.stderr.on('error', notice);
}
