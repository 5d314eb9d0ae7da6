/** Answers `/readyz` and accepts object events, as the real processes do, until it is stopped. */
import { createServer } from 'node:http';

const listen = (port: string | undefined): void => {
  createServer((_request, response) => response.end('{}')).listen(Number(port), '127.0.0.1');
};
listen(process.env['OPS_PORT']);
/** Serves another port as well. */
export const alsoListen = listen;
process.on('SIGTERM', () => process.exit(0));
