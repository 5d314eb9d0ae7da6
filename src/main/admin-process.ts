/** The process of the admin command, wherever its configuration comes from. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { ConfigurationPlace } from '../admin/configuration-place';
import { runAdmin, type AdminSession } from '../admin/run-admin';
import { systemClock } from '../platform/clock';
import { surviveClosedPipe } from '../platform/closed-pipe';
import { openDatabase } from '../store/database';
import { OperatorError } from '../usecases/operator-error';
import { createEndpointSealer } from '../webhooks/endpoint-sealer';
import { parseConfig, type Config } from './config';
import { openEgress, openFiles } from './connections';

const statementTimeoutMs = 30_000;
/** A command waits longer for a connection than a request does. */
const acquireTimeoutMs = 5_000;

/**
 * Returns the acting system account; a container's user may have no name, and the audit log must not contain
 * a number that identifies nobody.
 */
function systemAccount(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new OperatorError('This system account has no name. Set RECORDWELL_OPERATOR to your name.', {
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
    clock: systemClock,
    fingerprintSecret: Buffer.from(config.KEY_FINGERPRINT_SECRET, 'base64'),
    openEgress: () => openEgress(config),
    openFiles: () => openFiles(config),
    endpointSealer: createEndpointSealer(config.WEBHOOK_KEYS),
    operatorName,
    close: () => db.destroy(),
  };
}

/** Runs this process's command and sets the exit code; the environment overrides a `.env` file. */
export async function runAdminProcess(place: ConfigurationPlace): Promise<void> {
  // A reader such as `head` may close the pipe early.
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
