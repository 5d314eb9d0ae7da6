/** Starts the demo's webhook receiver, registers it as an endpoint, and reports what it receives. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { receiverLineSchema, type Envelope, type Receipt } from './receipt';
import { runTool, toolCommand } from './run-tool';
import { readStackFile } from './stack-file';

const endpointSchema = z.object({ endpoint: z.string(), secret: z.string() });

/** A registered receiver. */
export interface OwnReceiver {
  readonly endpointId: string;
  /** Every attempt so far, in order of arrival. */
  readonly receipts: readonly Receipt[];
  /** Resolves with true once `isThere` is true for the receipts, or with false after the time limit. */
  readonly waitFor: (
    isThere: (receipts: readonly Receipt[]) => boolean,
    timeoutMs: number,
  ) => Promise<boolean>;
  /** Stops the receiver's process where it is: connections are accepted, and nothing is answered. */
  readonly standStill: () => void;
  /** Lets it run on. */
  readonly goOn: () => void;
  /**
   * Pauses the endpoint, so that the stack stops sending to it, and ends the receiver. The endpoint isn't
   * deleted, so that its delivery log stays. Its events are held, and abandoned after a day.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a receiver and registers it with the stack of a state folder.
 * @param onReceipt called for each attempt
 */
export async function startReceiver(
  state: string,
  options: {
    readonly args?: readonly string[];
    /** By default `sandbox`. */
    readonly environment?: 'sandbox' | 'production';
    readonly onReceipt?: (receipt: Receipt, envelope: Envelope | undefined) => void;
  } = {},
): Promise<OwnReceiver> {
  const [command, args] = toolCommand('stack/demo/receiver.ts', options.args ?? []);
  // In a separate process group: Ctrl-C reaches only the demo, which disables the endpoint before the
  // receiver ends.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const receipts: Receipt[] = [];
  const news = new EventEmitter();
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The receiver ended.')));
    createInterface({ input: child.stdout }).on('line', text => {
      const line = receiverLineSchema.parse(JSON.parse(text));
      if ('port' in line) return resolve(line.port);
      receipts.push(line.receipt);
      options.onReceipt?.(line.receipt, line.receipt.envelope);
      news.emit('receipt');
      return undefined;
    });
  });
  // With the admin command: customers configure endpoints in the console, and there's no API for it.
  const { companyId } = readStackFile(state);
  const webhook = (...args: readonly string[]): Promise<string> =>
    runTool('stack/run/admin.ts', ['webhook', ...args, '--company', companyId, '--state', state, '--json']);
  const url = `http://127.0.0.1:${port}/webhooks`;
  const owner = ['--owner', 'demo@example.com', '--environment', options.environment ?? 'sandbox'];
  const end = async (): Promise<void> => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.stdin.end();
    await ended;
  };
  const endpoint = await webhook('create', url, ...owner, '--event', 'all')
    .then(answer => endpointSchema.parse(JSON.parse(answer)))
    .catch(async (error: unknown) => {
      await end();
      throw error;
    });
  child.stdin.write(`${endpoint.secret}\n`);
  return {
    endpointId: endpoint.endpoint,
    receipts,
    waitFor: async (isThere, timeoutMs) => {
      const signal = AbortSignal.timeout(timeoutMs);
      while (!isThere(receipts)) {
        try {
          await once(news, 'receipt', { signal });
        } catch {
          return isThere(receipts);
        }
      }
      return true;
    },
    standStill: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    stop: async () => {
      await webhook('pause', endpoint.endpoint);
      await end();
    },
  };
}
