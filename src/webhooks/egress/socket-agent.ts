import { Agent, type ClientRequestArgs } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connector, Target } from './connector';

type Done = (error: Error | null, socket: Duplex) => void;

/** How long a socket may outlive a change of the receiver's DNS. */
const socketLifeMs = 60_000;

/**
 * Node's HTTP agent over the sockets of a connector, for one scheme: at most 64 per receiver, kept for 4 s
 * without a POST and 60 s in all.
 */
export class SocketAgent extends Agent {
  private readonly openedAt = new WeakMap<Duplex, number>();

  constructor(
    private readonly connector: Connector,
    private readonly scheme: 'http:' | 'https:',
  ) {
    super({
      protocol: scheme,
      defaultPort: scheme === 'https:' ? 443 : 80,
      keepAlive: true,
      maxSockets: 64,
      // Many servers close an idle connection after 5 s; ours closes earlier, so that a POST rarely meets a
      // closing one.
      timeout: 4000,
    });
  }

  override createConnection({ host, port }: ClientRequestArgs, done?: Done): undefined {
    const target = {
      isTls: this.scheme === 'https:',
      host: (host ?? '').replace(/^\[(.*)\]$/, '$1'),
      port: Number(port),
    };
    if (done !== undefined) void this.open(target, done);
  }

  private async open(target: Target, done: Done): Promise<void> {
    try {
      const socket = await this.connector(target);
      this.openedAt.set(socket, performance.now());
      process.nextTick(done, null, socket);
    } catch (error) {
      // The agent's types want a socket with an error, too, but it doesn't use it.
      process.nextTick(done, error, new Socket().destroy());
    }
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const age = performance.now() - (this.openedAt.get(socket) ?? 0);
    return age < socketLifeMs && Boolean(super.keepSocketAlive(socket));
  }
}
