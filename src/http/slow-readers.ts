/**
 * Ends connections whose peer does not take what it asked for: an answer that nobody reads is memory that
 * nobody frees.
 */

/** The least that a reader takes, in bytes a second, once it has used up its time. */
export const answerBytesPerSecondMin = 16_384;

/** What is watched of a socket. */
export interface WatchedSocket {
  /** Bytes that were written and that the system has not taken. */
  readonly writableLength: number;
  /** Bytes that were ever written, those that wait included. */
  readonly bytesWritten: number;
  readonly resetAndDestroy: () => unknown;
}

/** What is left to a reader. */
interface Reader {
  leftMs: number;
  takenBytes: number;
}

/** Watches sockets for readers that do not read. */
export interface ReaderWatch {
  readonly add: (socket: WatchedSocket) => void;
  readonly remove: (socket: WatchedSocket) => void;
  /** Looks at every socket; to be called at intervals. */
  readonly check: () => void;
}

/**
 * While bytes wait for a reader, its time runs: `stallMs` from full. What it takes gives time back, at the
 * least rate, up to `stallMs`. So one that reads nothing is cut after `stallMs`, one that takes a byte now
 * and then soon after it, one that stops in the middle `stallMs` later; and one that takes the least rate or
 * more never, however long its answer is. An answer ends within `stallMs` and a second for each
 * `answerBytesPerSecondMin` bytes of it. Node's own `socket.setTimeout` cannot tell these apart: any byte, in
 * either direction, starts it anew.
 * @param onCut called for each socket that is cut
 * @param nowMs a clock that never goes back
 */
export function watchReaders(
  stallMs: number,
  onCut: () => void,
  nowMs: () => number = () => performance.now(),
): ReaderWatch {
  const readers = new Map<WatchedSocket, Reader>();
  let lookedAt = nowMs();
  return {
    add: socket => void readers.set(socket, { leftMs: stallMs, takenBytes: 0 }),
    remove: socket => void readers.delete(socket),
    check: () => {
      const now = nowMs();
      const passedMs = now - lookedAt;
      lookedAt = now;
      for (const [socket, reader] of readers) {
        const takenBytes = socket.bytesWritten - socket.writableLength;
        const givenBackMs = ((takenBytes - reader.takenBytes) / answerBytesPerSecondMin) * 1_000;
        reader.takenBytes = takenBytes;
        // What was written since the last look has waited for less than that: an interval of looks is the
        // grain.
        if (socket.writableLength === 0) reader.leftMs = stallMs;
        else reader.leftMs = Math.min(stallMs, reader.leftMs - passedMs + givenBackMs);
        if (reader.leftMs > 0) continue;
        readers.delete(socket);
        // A reset, so that no client takes what has arrived for the whole.
        socket.resetAndDestroy();
        onCut();
      }
    },
  };
}
