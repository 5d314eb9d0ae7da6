import { Readable } from 'node:stream';
import type { Step } from './request-state';

/** What is handed to a socket at once. */
const pieceBytes = 65_536;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += pieceBytes) yield body.subarray(from, from + pieceBytes);
}

/**
 * Hands a large body to its socket piece by piece. Of one large write nobody can tell how much the reader has
 * taken until it has taken all of it, and a slow reader would look like one that does not read
 * (`slow-readers.ts`).
 */
export const pieceBodies: Step = async (context, next) => {
  await next();
  const { body } = context;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!Buffer.isBuffer(bytes) || bytes.length <= pieceBytes) return;
  context.body = Readable.from(piecesOf(bytes), { objectMode: false });
  context.length = bytes.length;
};
