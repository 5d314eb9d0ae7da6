import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from '@prometheus-io/client';

/** The dependencies of the operators' listener. */
interface OpsServerParts {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
  /** Whether this process can work now. */
  readonly isReady: () => Promise<boolean> | boolean;
}

/** A running listener. */
interface RunningServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Waits until the server listens and returns its port. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it can work; 503 while starting, stopping, or without
 * a required service), and `/metrics` (Prometheus text) on a separate listener, so that neither load nor a
 * limit of the public API hides a process's state, and customers can't read metrics.
 */
export async function startOpsServer(parts: OpsServerParts): Promise<RunningServer> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<[number, string, string]> => {
      if (request.url === '/healthz') return [200, 'text/plain', 'ok\n'];
      if (request.url === '/readyz')
        return (await parts.isReady()) ? [200, 'text/plain', 'ready\n'] : [503, 'text/plain', 'not ready\n'];
      if (request.url === '/metrics')
        return [200, parts.registry.contentType, await parts.registry.metrics()];
      return [404, 'text/plain', 'not found\n'];
    };
    void answer()
      .catch((): [number, string, string] => [500, 'text/plain', 'fault\n'])
      .then(([status, type, text]) => {
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
      });
  });
  server.unref();
  const port = await listen(server, parts.host, parts.port);
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
    },
  };
}
