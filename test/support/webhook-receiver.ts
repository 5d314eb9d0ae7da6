/** A customer's receiver of webhooks on loopback: it keeps what arrives, and answers as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from './until';

/** The envelope fields that tests use. */
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
  /** The bytes as received. */
  readonly body: Buffer;
  readonly envelope: Envelope;
}

/** Returns the status of the response, right away or later. */
export type Responder = (webhook: ReceivedWebhook) => number | Promise<number>;

/** The parts of a response besides its status. */
export interface AnswerParts {
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A listening receiver. */
export interface WebhookReceiver {
  /** Returns the URL of a path; each test gives its endpoint its own path. */
  readonly url: (path: string) => string;
  /** Returns what arrived at a path, in order. */
  readonly at: (path: string) => readonly ReceivedWebhook[];
  /** Sets how requests to a path are answered from now on; 204 by default. */
  readonly respond: (path: string, responder: Responder) => void;
  /** Sets the other parts of responses at a path. */
  readonly answer: (path: string, answer: AnswerParts) => void;
  /**
   * Resolves as soon as what arrived at a path satisfies the condition.
   * @throws Error after the limit, `waitMaxMs` by default, with the number of each event
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
