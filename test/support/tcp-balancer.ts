/** A minimal load balancer: round robin over the back ends whose `/readyz` answers 200. */
import { get } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { until } from './until';

/** A process behind the balancer. */
export interface Backend {
  readonly port: number;
  readonly opsPort: number;
}

/** A running balancer. */
export interface Balancer {
  readonly port: number;
  /** Resolves when the balancer sees the back end in this state. */
  readonly waitFor: (backend: Backend, as: 'ready' | 'away') => Promise<void>;
  readonly close: () => Promise<void>;
}

const checkEveryMs = 50;

async function isReady({ opsPort }: Backend): Promise<boolean> {
  return new Promise(resolve => {
    const request = get({ port: opsPort, path: '/readyz', agent: false, timeout: 1_000 }, response => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

/** Starts a balancer on a free port. */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const ready = new Set<Backend>();
  const sockets = new Set<Socket>();
  let turn = 0;
  let isClosed = false;

  const check = async (): Promise<void> => {
    for (const backend of backends) {
      if (await isReady(backend)) ready.add(backend);
      else ready.delete(backend);
    }
    if (!isClosed) setTimeout(() => void check(), checkEveryMs);
  };

  const server = createServer({ pauseOnConnect: true }, client => {
    const candidates = [...ready];
    const backend = candidates[(turn += 1) % Math.max(1, candidates.length)];
    if (backend === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: backend.port, host: '127.0.0.1' });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  void check();
  return {
    port: (server.address() as AddressInfo).port,
    waitFor: async (backend, as) => {
      await until(
        `a backend to be ${as}`,
        () => ready.has(backend),
        isReady => isReady === (as === 'ready'),
      );
    },
    close: async () => {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
    },
  };
}
