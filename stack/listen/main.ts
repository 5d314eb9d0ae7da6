/** `npm run listen`: receives the webhooks of a stack on this machine, verifies them, and forwards them. */
import { parseArgs } from 'node:util';
import { environments } from '../../src/domain/projects/project';
import { usualState } from '../run/state-folder';
import { complain, print } from '../run/terminal';
import { startListener } from './listener';
import { ownEndpoint } from './own-endpoint';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const help = `Receives webhooks on this machine: verifies each, prints it, and forwards its bytes.

  npm run listen                                        for the demo company of the stack in .recordwell
  npm run listen -- --forward http://127.0.0.1:3001/    forward them to your own server

  --forward URL        forward deliveries with their headers, and return this server's response
  --event EVENT        an event, an event group, or all (default: all); repeatable
  --port PORT          the port to listen on (default: 8099)
  --company ID         the company (default: demo)
  --environment ENV    the environment: ${environments.join(' or ')} (default: sandbox)
  --owner EMAIL        the member who owns the endpoint (default: demo@example.com)
  --secret UUID        the secret of an existing endpoint; creates no endpoint
  --state DIR          the folder of the stack (default: RECORDWELL_STATE, else .recordwell)
  --help               show this help

The endpoint and its secret are kept in DIR/listeners.json, so the secret stays the same next time.`;

const options = {
  forward: { type: 'string' },
  event: { type: 'string', multiple: true },
  port: { type: 'string', default: '8099' },
  company: { type: 'string', default: 'demo' },
  environment: { type: 'string', default: 'sandbox' },
  owner: { type: 'string', default: 'demo@example.com' },
  secret: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return print(help);
  const { forward: forwardTo, company, environment, owner, event: events = ['all'] } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('--port must be a number from 1 to 65535.');
  if (forwardTo !== undefined && !URL.canParse(forwardTo)) throw new Error('--forward must be a URL.');
  const state = values.state ?? usualState(process.env);
  const own =
    values.secret === undefined
      ? await ownEndpoint({ state, company, environment, owner, events, port })
      : undefined;
  const secret = own?.secret ?? values.secret ?? '';
  const listener = await startListener({ secret, port, forwardTo, write: print });
  if (own !== undefined) print(`Endpoint ${own.endpoint}, secret ${secret}`);
  print(
    `Listening on port ${listener.port}${forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`}. ` +
      'Press Ctrl-C to stop.',
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());
}

surviveClosedPipe();
main().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
