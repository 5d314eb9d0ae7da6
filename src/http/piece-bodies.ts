import { Readable } from 'node:stream';
import type { Step } from './request-state';

/** How much is written to a socket at once. */
const pieceBytes = 65_536;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += pieceBytes) yield body.subarray(from, from + pieceBytes);
}

/**
 * Writes a large body to its socket piece by piece. With one large write, the reader's progress is unknown
 * until everything is read, and a slow reader would look like one that doesn't read (`slow-readers.ts`).
 */
export const pieceBodies: Step = async (context, next) => {
  await next();
  const { body } = context;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!Buffer.isBuffer(bytes) || bytes.length <= pieceBytes) return;
  context.body = Readable.from(piecesOf(bytes), { objectMode: false });
  context.length = bytes.length;
};
