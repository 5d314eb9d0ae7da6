/**
 * The admin command in this process, over an API world's database, with a terminal for tests to type into.
 */
import { createEgress } from '../../src/webhooks/egress/egress';
import { PassThrough, Writable } from 'node:stream';
import { runAdmin } from '../../src/admin/run-admin';
import type { AuditEvent } from '../../src/store/audit/audit';
import type { ApiWorld } from './api-world';
import { openTestFiles } from './files';
import { testEndpointSealer } from './endpoint-sealer';

/** The result of a command line. */
export interface AdminResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the value that `--json` printed. */
  readonly json: () => unknown;
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

/** Runs a command line; with `typed`, as a person who answers questions (`null` leaves instead). */
export async function admin(
  world: ApiWorld,
  args: readonly string[],
  typed?: string | null,
): Promise<AdminResult> {
  const stdin = new PassThrough();
  if (typed !== undefined && typed !== null) stdin.write(`${typed}\n`);
  stdin.end();
  const [stdout, stderr] = [collector(), collector()];
  const exitCode = await runAdmin(args, {
    terminal: { stdin, stdout: stdout.stream, stderr: stderr.stream, isInteractive: typed !== undefined },
    place: { options: [], sentence: '' },
    open: () => ({
      db: world.db,
      clock: world.services.clock,
      fingerprintSecret: world.services.fingerprintSecret,
      openEgress: () => createEgress({ allowCidrs: ['127.0.0.0/8'] }),
      openFiles: openTestFiles,
      endpointSealer: testEndpointSealer,
      operatorName: 'olga',
      close: async () => undefined,
    }),
  });
  return {
    exitCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    json: () => JSON.parse(stdout.text()) as unknown,
  };
}

/** Returns the audit rows of operators' commands, oldest first, without their uids. */
export async function operatorEvents(
  world: ApiWorld,
): Promise<Array<Pick<AuditEvent, 'event' | 'actorName'>>> {
  const rows = await world.audits({ actorName: 'olga' });
  return rows
    .filter(({ actorKind }) => actorKind === 'operator')
    .map(({ event, actorName }) => ({ event, actorName }));
}
