/** The process of the operators' command line, wherever its configuration comes from. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { ConfigurationPlace } from '../admin/configuration-place';
import { runAdmin, type AdminSession } from '../admin/run-admin';
import { surviveClosedPipe } from '../platform/closed-pipe';
import { openDatabase } from '../store/database';
import { OperatorError } from '../usecases/operator-error';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import { parseConfig, type Config } from './config';
import { openEgress, openFiles } from './connections';

const statementTimeoutMs = 30_000;
/** A command line waits longer for a connection than a request does. */
const acquireTimeoutMs = 5_000;

/** Who acts; a container's user may have no name, and the trail must not hold a number that means nobody. */
function systemAccount(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new OperatorError('This system account has no name: set RECORDWELL_OPERATOR to yours.', {
      cause: error,
    });
  }
}

function open(config: Config): AdminSession {
  const operatorName = config.RECORDWELL_OPERATOR ?? systemAccount();
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: 2,
    statementTimeoutMs,
    acquireTimeoutMs,
    applicationName: 'recordwell admin',
  });
  return {
    db,
    fingerprintSecret: Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64'),
    openEgress: () => openEgress(config),
    openFiles: () => openFiles(config),
    endpointSealer: createEndpointSealer(config.WEBHOOK_KEYS),
    operatorName,
    close: () => db.destroy(),
  };
}

/**
 * Runs the command line of this process to its end and sets the exit code; a file `.env` lies below the
 * environment.
 */
export async function runAdminProcess(place: ConfigurationPlace): Promise<void> {
  // Whoever reads a list has seen enough of it.
  surviveClosedPipe(() => process.exit(0));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { stdin, stdout, stderr } = process;
  const terminal = { stdin, stdout, stderr, isInteractive: stdin.isTTY && stderr.isTTY };
  process.exitCode = await runAdmin(process.argv.slice(2), {
    terminal,
    place,
    open: typed => open(parseConfig(place.read(typed))),
  });
}
