/** A relay in front of a service, to take the service down and bring it back. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a relay does with connections. */
type Mode = 'forward' | 'refuse' | 'swallow';

/** A running relay. */
export interface TcpRelay {
  readonly port: number;
  /** `refuse` resets open and new connections; `swallow` accepts bytes and never answers. */
  readonly set: (mode: Mode) => void;
  readonly close: () => Promise<void>;
}

/** Starts a relay to a port of this machine. */
export async function startTcpRelay(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpRelay> {
  let mode: Mode = 'forward';
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer(client => {
    track(client);
    if (mode === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(target);
    track(upstream);
    client.on('data', (chunk: Buffer) => {
      if (mode === 'forward') upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (mode === 'forward') client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    set: next => {
      mode = next;
      if (next === 'refuse') for (const socket of sockets) socket.resetAndDestroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
    },
  };
}
