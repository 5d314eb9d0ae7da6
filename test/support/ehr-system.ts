import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An ask to a system. */
export interface SystemAsk {
  readonly askUid: string;
  readonly datesOfService: { readonly from: string; readonly to: string };
  readonly purposeCode: string;
  readonly basis: string;
}

/** A system's answer to an ask, with the texts of its documents by id. */
export interface SystemAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly documents?: Readonly<Record<string, string>>;
}

/** A partner's system, as described in docs/partners/ehr-channel.md. */
export interface EhrSystem {
  readonly endpoint: string;
  readonly token: string;
  /** Every ask in order, repeats included. */
  readonly asks: SystemAsk[];
  /** The ID of every document that was fetched, in order. */
  readonly fetched: string[];
  /** The answer from now on. */
  answer: (ask: SystemAsk) => SystemAnswer;
  readonly close: () => Promise<void>;
}

/** Returns the description of documents in an answer. */
export function documentsIn(documents: Readonly<Record<string, string>>): object[] {
  return Object.entries(documents).map(([id, text]) => ({
    id,
    fileName: 'Chart.pdf',
    sizeBytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
}

/** Returns an answer with documents. */
export function returned(
  share: 'whole' | 'part' | 'partToCome',
  documents: Readonly<Record<string, string>>,
): SystemAnswer {
  const body = { status: 'returned', share, documents: documentsIn(documents), askAgainAfterSeconds: 1 };
  return { body, documents };
}

async function read(request: IncomingMessage, askUid: string): Promise<SystemAsk> {
  return { ...((await json(request)) as Omit<SystemAsk, 'askUid'>), askUid };
}

/** Starts a system that answers every ask completely, with a document. */
export async function startEhrSystem(): Promise<EhrSystem> {
  const token = randomBytes(16).toString('hex');
  const documents = new Map<string, string>();
  const server = createServer((request, response) => {
    void (async () => {
      const [, askUid = '', documentId] =
        /^\/asks\/([^/]+)(?:\/documents\/([^/]+))?$/.exec(request.url ?? '') ?? [];
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      if (documentId !== undefined) system.fetched.push(documentId);
      if (documentId !== undefined) return response.end(documents.get(`${askUid}/${documentId}`));
      const ask = await read(request, askUid);
      system.asks.push(ask);
      const answer = system.answer(ask);
      for (const [id, text] of Object.entries(answer.documents ?? {})) documents.set(`${askUid}/${id}`, text);
      return response.end(JSON.stringify(answer.body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const system: EhrSystem = {
    endpoint: `http://127.0.0.1:${port}`,
    token,
    asks: [],
    fetched: [],
    answer: ({ askUid }) => returned('whole', { d1: `%PDF-1.7 ${askUid}` }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return system;
}
