import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A partner that is asked about facilities, as described in docs/partners/research-source.md. */
export interface ResearchSystem {
  readonly endpoint: string;
  readonly token: string;
  /** Every ask in order, repeats included. */
  readonly asks: Array<{ readonly askUid: string; readonly body: unknown }>;
  /** The answer from now on; `undefined` for HTTP 503. */
  answer: (askUid: string) => object | undefined;
  readonly close: () => Promise<void>;
}

/** Starts one that knows a fax number of every facility. */
export async function startResearchSystem(): Promise<ResearchSystem> {
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    void (async () => {
      const [, askUid] = /^\/researches\/([^/]+)$/.exec(request.url ?? '') ?? [];
      if (askUid === undefined || request.method !== 'PUT') return response.writeHead(404).end();
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      system.asks.push({ askUid, body: await json(request) });
      const answer = system.answer(askUid);
      return answer === undefined ? response.writeHead(503).end() : response.end(JSON.stringify(answer));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const system: ResearchSystem = {
    endpoint: `http://127.0.0.1:${port}`,
    token,
    asks: [],
    answer: () => ({ status: 'answered', findings: [{ label: 'Fax', value: '+1 312 555 0142' }] }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return system;
}
