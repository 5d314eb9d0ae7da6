import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Contract } from './contract';
import type { RequestContext } from './request-state';
import { fitted, headersOf, type AnyReply } from './serialize-reply';
import type { Services } from './services';

/** How long a long answer gives way to others after each batch, in units of the time that writing it took. */
const givesWayTimes = 2;

type Batches = AsyncIterable<readonly unknown[]>;

/** A reply whose list comes in batches. */
interface StreamedReply extends AnyReply {
  readonly body: Readonly<Record<string, unknown>>;
}

function batchesOf(contract: Contract, { status, body }: AnyReply): Batches | undefined {
  const field = contract.responses[status]?.streams;
  const list = field === undefined ? undefined : (body as StreamedReply['body'])[field];
  return typeof list === 'object' && list !== null && Symbol.asyncIterator in list
    ? (list as Batches)
    : undefined;
}

/** Whether the handler gave the list of its answer in batches. */
export function isStreamed(contract: Contract, reply: AnyReply): reply is StreamedReply {
  return batchesOf(contract, reply) !== undefined;
}

/** The streamed field of an answer, the schema of its list, and that of the other fields. */
function partsOf({ id, responses }: Contract, status: number) {
  const { schema, streams: field } = responses[status] ?? {};
  if (schema instanceof z.ZodObject && field !== undefined) {
    const { [field]: list, ...others } = schema.shape;
    if (list instanceof z.ZodArray) return { field, list, rest: z.object(others) };
  }
  throw new TypeError(`the answer ${status} of ${id} streams what is no list of it`);
}

/**
 * Writes the JSON of a body: the list first, batch by batch, then the other fields. Each row goes through the contract's
 * schema, so that a field that is not listed never leaves.
 */
async function* writeJson(contract: Contract, { status, body }: StreamedReply): AsyncGenerator<string> {
  const { field, list, rest } = partsOf(contract, status);
  const fit = (schema: z.ZodType, value: unknown): string =>
    JSON.stringify(fitted(contract, status, schema, value));
  const opening = `{${JSON.stringify(field)}:[`;
  let before = opening;
  for await (const batch of batchesOf(contract, { status, body }) ?? []) {
    const startedAt = performance.now();
    const text = before + fit(list, batch).slice(1, -1);
    const wroteMs = performance.now() - startedAt;
    yield text;
    before = ',';
    // Else an answer of a million rows is all that the event loop does until it ends.
    await delay(wroteMs * givesWayTimes);
  }
  const others = fit(rest, body).slice(1);
  yield `${before === opening ? opening : ''}]${others === '}' ? '' : ','}${others}`;
}

/** The texts as a stream that is read no faster than it is taken; destroyed, it ends the texts before it closes. */
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
 * Answers with a list that is still being read: memory holds a batch of it, however long it is. What fails up to the
 * first batch is thrown, and answered as any error; what fails later resets the connection, as does an answer that takes
 * longer than `streamedAnswerMs`, so that no client takes the part for the whole. Whatever the rows hold is let go
 * when the answer ends, and when its reader does not take it any more.
 * @param beforeFirstByte the audit row
 */
export async function streamReply(
  {
    services,
    context,
    contract,
  }: {
    readonly services: Services;
    readonly context: RequestContext;
    readonly contract: Contract;
  },
  reply: StreamedReply,
  beforeFirstByte: () => Promise<void>,
): Promise<void> {
  const { log, metrics, limits } = services;
  const { requestId } = context.state;
  const { socket } = context.req;
  const texts = writeJson(contract, reply);
  // From here on the texts have begun: to end them lets go of the rows.
  const first = await texts.next();
  try {
    await beforeFirstByte();
  } catch (error) {
    await texts.return(undefined);
    throw error;
  }
  const cut = (reason: 'failed' | 'took too long', error?: unknown): void => {
    metrics.answersCut.inc({ reason });
    log.error('An answer was cut before its end.', { requestId, operation: contract.id, reason, error });
    socket.resetAndDestroy();
  };
  const stream = readableOf(texts, fault => cut('failed', fault));
  if (first.done !== true) stream.push(first.value);
  const timer = setTimeout(() => cut('took too long'), limits.streamedAnswerMs);
  stream.once('close', () => clearTimeout(timer));
  context.status = reply.status;
  for (const [name, value] of Object.entries(headersOf(reply))) context.set(name, value);
  context.type = 'application/json; charset=utf-8';
  context.body = stream;
}
