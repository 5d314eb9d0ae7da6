/** Ends connections whose peer doesn't read its response: an unread response occupies memory. */

/** The lowest reading rate, in bytes per second, once a reader has used up its time. */
export const answerBytesPerSecondMin = 16_384;

/** What is watched on a socket. */
export interface WatchedSocket {
  /** Written bytes that the system hasn't taken. */
  readonly writableLength: number;
  /** All written bytes, including waiting ones. */
  readonly bytesWritten: number;
  readonly resetAndDestroy: () => unknown;
}

/** The remaining time of a reader. */
interface Reader {
  leftMs: number;
  takenBytes: number;
}

/** Watches sockets for readers that don't read. */
export interface ReaderWatch {
  readonly add: (socket: WatchedSocket) => void;
  readonly remove: (socket: WatchedSocket) => void;
  /** Checks every socket; call it at intervals. */
  readonly check: () => void;
}

/**
 * While bytes wait for a reader, its time runs down from `stallMs`. Reading gives time back, at the lowest
 * rate, up to `stallMs`. So a reader that takes nothing is cut off after `stallMs`, one that takes an
 * occasional byte soon after that, and one that stops in the middle `stallMs` later; one that reads at the
 * lowest rate or faster is never cut off, however long its response. A response ends within `stallMs` plus a
 * second per `answerBytesPerSecondMin` bytes. Node's own `socket.setTimeout` can't distinguish these: any
 * byte, in either direction, restarts it.
 * @param onCut called for each socket that is cut off
 * @param nowMs a monotonic clock
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
        // Bytes written since the last check have waited for less than an interval, which is the resolution.
        if (socket.writableLength === 0) reader.leftMs = stallMs;
        else reader.leftMs = Math.min(stallMs, reader.leftMs - passedMs + givenBackMs);
        if (reader.leftMs > 0) continue;
        readers.delete(socket);
        // A reset, so that no client takes what has arrived for the whole response.
        socket.resetAndDestroy();
        onCut();
      }
    },
  };
}
