/** `npm run admin -- …`: the operators' command line. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { runAdmin, type AdminSession } from '../admin/run-admin';
import { ConfigError } from '../platform/config';
import { parseConfig, type Config } from './config';
import { StackError } from '../../tools/stack/stack-error';
import { readStackEnvironment } from '../../tools/stack/stack-environment';
import { stateFolderAt } from '../../tools/stack/state-folder';
import { openDatabase } from '../store/database';
import { createEgress } from '../webhooks/egress/egress';
import { openFiles } from './open-files';
import { OperatorError } from '../usecases/operator-error';

const statementTimeoutMs = 30_000;
/** A command line waits longer for a connection than a request does. */
const acquireTimeoutMs = 5_000;

/** The environment, with `.env` below it; where it names no database, what the stack in the folder was given. */
function findEnvironment(stateFolder: string | undefined): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const isConfigured =
    (process.env['DATABASE_URL'] ?? '') !== '' && (process.env['KEY_FINGERPRINT_SECRET'] ?? '') !== '';
  if (stateFolder === undefined && isConfigured) return process.env;
  const folder = stateFolderAt(stateFolder ?? '.recordwell');
  const ofStack = readStackEnvironment(folder, process.env);
  if (ofStack !== undefined) return ofStack;
  const place = stateFolder === undefined ? '`npm start` makes one' : '`npm start -- --state DIR` makes one';
  throw new ConfigError([
    `DATABASE_URL: is not set, and no stack was ever ready in ${folder.path}: ${place}.`,
  ]);
}

function readAdminConfig(stateFolder: string | undefined): Config {
  try {
    return parseConfig(findEnvironment(stateFolder));
  } catch (error) {
    if (error instanceof StackError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

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

function open(stateFolder: string | undefined): AdminSession {
  const config = readAdminConfig(stateFolder);
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
    openEgress: () => createEgress({ allowCidrs: config.WEBHOOK_ALLOW_CIDRS }),
    openFiles: () => openFiles(config),
    operatorName,
    close: () => db.destroy(),
  };
}

// `… | head` closes our output when it has seen enough; that is no failure.
process.stdout.on('error', error => {
  if (Reflect.get(error, 'code') === 'EPIPE') process.exit(0);
  throw error;
});

async function main(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const terminal = { stdin, stdout, stderr, isInteractive: stdin.isTTY && stderr.isTTY };
  process.exitCode = await runAdmin(process.argv.slice(2), { terminal, open });
}

void main();
