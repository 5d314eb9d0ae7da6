import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isStillRead, rowMediaTypes, type AnswerRows, type RowFormat, type RowTexts } from './answer-rows';
import type { Contract } from './contract';
import type { RequestContext } from '../../http/request-state';
import { headersOf, type AnyReply } from './serialize-reply';
import type { Services } from './services';
import { rowWriter, type RowWriter } from './write-rows';

/** How long a long answer pauses for others after each batch, as a multiple of the time it took to write. */
const givesWayTimes = 2;

/** A reply with rows. */
export interface RowsReply extends AnyReply {
  readonly rows: AnswerRows;
}

/** Returns whether the handler returned the answer's list as rows. */
export function hasRows(reply: AnyReply): reply is RowsReply {
  return reply.rows !== undefined;
}

/** Returns the format that the caller wants. JSON is the default, and the answer to formats we don't have. */
export function wantedFormat(context: RequestContext): RowFormat {
  return context.accepts(rowMediaTypes.json, rowMediaTypes.csv) === rowMediaTypes.csv ? 'csv' : 'json';
}

/** Writes batch by batch, as they are read. */
async function* writeBatches(writer: RowWriter, batches: AsyncIterable<RowTexts>): AsyncGenerator<string> {
  let before = writer.opening;
  let isFirst = true;
  for await (const batch of batches) {
    const startedAt = performance.now();
    const text = before + writer.rows(batch, isFirst);
    const wroteMs = performance.now() - startedAt;
    yield text;
    before = '';
    isFirst = false;
    // Otherwise the event loop would do nothing else until an answer of a million rows ends.
    await delay(wroteMs * givesWayTimes);
  }
  yield before + writer.closing();
}

/**
 * Returns the texts as a stream that reads only as fast as it is consumed. Destroying it ends the texts
 * before it closes.
 */
function readableOf(texts: AsyncGenerator<string>, onFault: (fault: unknown) => void): Readable {
  const stream = new Readable({
    read: () => {
      texts.next().then(
        ({ done, value }) => stream.push(done === true ? null : value),
        (fault: unknown) => {
          onFault(fault);
          stream.destroy();
        },
      );
    },
    destroy: (error, done) => {
      const end = (): void => done(error);
      texts.return(undefined).then(end, end);
    },
  });
  return stream;
}

/**
 * Sends rows while they are being read, so that memory holds only a few batches. An error before the first
 * batch is thrown and answered like any other. A later error resets the connection, as does an answer that
 * takes longer than `streamedAnswerMs`, so that no client mistakes a part for the whole. Whatever the rows
 * hold is released when the answer ends, or when its reader stops reading.
 */
async function sendBatches(
  { log, metrics, limits }: Services,
  context: RequestContext,
  contract: Contract,
  texts: AsyncGenerator<string>,
  beforeFirstByte: () => Promise<void>,
): Promise<void> {
  const { requestId } = context.state;
  const { socket } = context.req;
  // From here on the texts have started, and ending them releases the rows.
  const first = await texts.next();
  try {
    await beforeFirstByte();
  } catch (error) {
    await texts.return(undefined);
    throw error;
  }
  const cut = (reason: 'failed' | 'took too long', error?: unknown): void => {
    metrics.answersCut.inc({ reason });
    log.error('A response was cut off before its end.', { requestId, operation: contract.id, reason, error });
    socket.resetAndDestroy();
  };
  const stream = readableOf(texts, fault => cut('failed', fault));
  if (first.done !== true) stream.push(first.value);
  const timer = setTimeout(() => cut('took too long'), limits.streamedAnswerMs);
  stream.once('close', () => clearTimeout(timer));
  context.body = stream;
}

/**
 * Sends an answer with rows in the format that the caller wants: whole with its length, or while they are
 * read.
 * @param beforeFirstByte writes the audit row
 */
export async function sendRows(
  {
    services,
    context,
    contract,
  }: { readonly services: Services; readonly context: RequestContext; readonly contract: Contract },
  reply: RowsReply,
  beforeFirstByte: () => Promise<void>,
): Promise<void> {
  const { status, rows } = reply;
  const format = wantedFormat(context);
  const writer = rowWriter(contract, status, rows, format);
  const setHead = (): void => {
    context.status = status;
    for (const [name, value] of Object.entries(headersOf(reply))) context.set(name, value);
    context.vary('Accept');
    context.type = `${rowMediaTypes[format]}; charset=utf-8`;
  };
  const { texts } = rows;
  if (isStillRead(texts)) {
    await sendBatches(services, context, contract, writeBatches(writer, texts), async () => {
      await beforeFirstByte();
      setHead();
    });
    return;
  }
  const text = writer.opening + (texts.length === 0 ? '' : writer.rows(texts, true)) + writer.closing();
  await beforeFirstByte();
  setHead();
  context.body = Buffer.from(text);
}
