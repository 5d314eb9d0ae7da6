/** A customer's receiver of webhooks on loopback: it keeps what comes, and answers as it is told. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from './until';

/** What the tests look at in an envelope. */
export interface Envelope {
  readonly id: string;
  readonly timestamp: string;
  readonly version: string;
  readonly eventType: string;
  readonly resource: string;
  readonly changed: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** One attempt, as it arrived. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly envelope: Envelope;
}

/** Tells the status of the answer, at once or later. */
export type Responder = (webhook: ReceivedWebhook) => number | Promise<number>;

/** What an answer holds beside its status. */
export interface AnswerParts {
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A receiver that listens. */
export interface WebhookReceiver {
  /** The address of one of its paths; each test gives its endpoint a path of its own. */
  readonly url: (path: string) => string;
  /** What came to a path, in the order of arrival. */
  readonly at: (path: string) => readonly ReceivedWebhook[];
  /** How requests to a path are answered from now on; 204 unless told otherwise. */
  readonly respond: (path: string, responder: Responder) => void;
  /** What answers at a path hold beside their status. */
  readonly answer: (path: string, answer: AnswerParts) => void;
  /**
   * Resolves as soon as what came to a path satisfies the condition.
   * @throws Error on the bound, `waitMaxMs` unless given, with how many of which event came
   */
  readonly until: (
    path: string,
    condition: (webhooks: readonly ReceivedWebhook[]) => boolean,
    withinMs?: number,
  ) => Promise<readonly ReceivedWebhook[]>;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function countByEvent(webhooks: readonly ReceivedWebhook[]): string {
  const byEvent = Map.groupBy(webhooks, ({ envelope }) => envelope.eventType);
  return [...byEvent].map(([event, all]) => `${all.length} of ${event}`).join(', ') || 'none';
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const responders = new Map<string, Responder>();
  const answers = new Map<string, AnswerParts>();
  const watchers = new Set<() => void>();
  const at = (path: string): ReceivedWebhook[] => received.filter(webhook => webhook.path === path);

  async function take(request: IncomingMessage): Promise<number> {
    const body = await readBody(request);
    const path = request.url ?? '';
    const envelope = JSON.parse(body.toString('utf8')) as Envelope;
    const webhook = { path, headers: request.headers, body, envelope };
    received.push(webhook);
    for (const look of watchers) look();
    return responders.get(path)?.(webhook) ?? 204;
  }

  const server = createServer((request, response) => {
    take(request).then(
      status => {
        const { statusText, headers, body } = answers.get(request.url ?? '') ?? {};
        response.writeHead(status, statusText, headers).end(body);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: path => `http://127.0.0.1:${port}${path}`,
    at,
    answer: (path, answer) => void answers.set(path, answer),
    respond: (path, responder) => void responders.set(path, responder),
    until: async (path, condition, withinMs) => {
      const there = Promise.withResolvers<readonly ReceivedWebhook[]>();
      const look = (): void => {
        const webhooks = at(path);
        if (condition(webhooks)) there.resolve(webhooks);
      };
      watchers.add(look);
      look();
      try {
        return await within(`webhooks at ${path}`, there.promise, () => countByEvent(at(path)), withinMs);
      } finally {
        watchers.delete(look);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
