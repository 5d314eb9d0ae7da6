/** A line of a file. */
export interface Line {
  /** With its line break; empty if the line is too long. */
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
  /** Where the next line starts, in bytes. */
  readonly endByte: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Returns where the line at `from` ends; `undefined` if the bytes don't say. */
function endOfLine(bytes: Buffer, from: number, isLast: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed, from);
  const carriage = bytes.subarray(from, feed < 0 ? undefined : feed).indexOf(carriageReturn);
  if (carriage < 0) return feed < 0 ? undefined : feed + 1;
  const next = from + carriage + 1;
  if (next === bytes.length && !isLast) return undefined;
  return bytes[next] === lineFeed ? next + 1 : next;
}

/**
 * Splits a file into lines at LF, CRLF, or CR, several at a time. Memory holds a chunk and a line: a line of
 * more than `lineBytesMax` is passed over, and only its place is returned.
 * @param fromByte where the bytes are in the file
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  lineBytesMax: number,
  fromByte = 0,
): AsyncGenerator<readonly Line[]> {
  let held: Buffer = Buffer.alloc(0);
  let heldFrom = fromByte;
  let isPassedOver = false;

  function split(isLast: boolean): Line[] {
    const lines: Line[] = [];
    let at = 0;
    for (let end = endOfLine(held, at, isLast); end !== undefined; end = endOfLine(held, at, isLast)) {
      const isTooLong = isPassedOver || end - at > lineBytesMax;
      const bytes = isTooLong ? Buffer.alloc(0) : held.subarray(at, end);
      lines.push({ bytes, isTooLong, endByte: heldFrom + end });
      [at, isPassedOver] = [end, false];
    }
    if (isLast && (at < held.length || isPassedOver)) {
      const isTooLong = isPassedOver || held.length - at > lineBytesMax;
      const bytes = isTooLong ? Buffer.alloc(0) : held.subarray(at);
      lines.push({ bytes, isTooLong, endByte: heldFrom + held.length });
      at = held.length;
    }
    // The last byte stays, because a line feed may follow a carriage return.
    if (held.length - at > lineBytesMax + 1) [at, isPassedOver] = [held.length - 1, true];
    heldFrom += at;
    held = held.subarray(at);
    return lines;
  }

  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    yield split(false);
  }
  yield split(true);
}
