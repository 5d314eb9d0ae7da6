/** A name server on a UDP port of loopback that answers, stays silent, or denies, as a test needs. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * The answer to a question: addresses (4 or 16 bytes), a response code (3 is NXDOMAIN), or nothing at all.
 */
export type DnsAnswer = readonly Uint8Array[] | number | 'silence';

export interface DnsServer {
  /** `address:port`, as for `Resolver.setServers`. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Returns the end of the only question in `message`, after its type and class. */
function questionEnd(message: Buffer): number {
  let offset = 12;
  while ((message[offset] ?? 0) !== 0) offset += (message[offset] ?? 0) + 1;
  return offset + 5;
}

function respond(message: Buffer, answer: readonly Uint8Array[] | number): Buffer {
  const end = questionEnd(message);
  const addresses = typeof answer === 'number' ? [] : answer;
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (typeof answer === 'number' ? answer : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map(bytes =>
    Buffer.concat([
      Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length]),
      bytes,
    ]),
  );
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

/** Starts a server that answers with `answers(name, family)`. */
export async function startDnsServer(
  answers: (name: string, family: 4 | 6) => DnsAnswer,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const end = questionEnd(message);
    const labels: string[] = [];
    for (let offset = 12; (message[offset] ?? 0) !== 0; offset += (message[offset] ?? 0) + 1)
      labels.push(message.toString('latin1', offset + 1, offset + 1 + (message[offset] ?? 0)));
    const answer = answers(labels.join('.').toLowerCase(), message.readUInt16BE(end - 4) === 28 ? 6 : 4);
    if (answer !== 'silence') socket.send(respond(message, answer), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
