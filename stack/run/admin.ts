/**
 * `npm run admin -- …`: the operators' command line; where nothing is configured, on the stack of a folder.
 */
import { runAdminProcess } from '../../src/main/admin-process';
import { ConfigError } from '../../src/platform/config';
import { OperatorError } from '../../src/usecases/operator-error';
import { settingOf, type Environment } from './externals';
import { readStackEnvironment } from './stack-environment';
import { StackError } from './stack-error';
import { stateFolderAt, usualState } from './state-folder';

/**
 * The shell's environment where it names a database and no folder of a stack, else what the stack in the
 * folder was given.
 * @throws ConfigError when no stack was ever ready there
 * @throws OperatorError when the shell names services of its own by halves
 */
function environmentOf(state: string | undefined, shell: Environment): Environment {
  const isConfigured = ['DATABASE_URL', 'KEY_FINGERPRINT_SECRET'].every(
    name => settingOf(shell, name) !== undefined,
  );
  const isFolderNamed = state !== undefined || settingOf(shell, 'RECORDWELL_STATE') !== undefined;
  if (!isFolderNamed && isConfigured) return shell;
  const folder = stateFolderAt(state ?? usualState(shell));
  const ofStack = stackEnvironmentOf(folder, shell);
  if (ofStack !== undefined) return ofStack;
  const place = state === undefined ? '`npm start` makes one' : '`npm start -- --state DIR` makes one';
  throw new ConfigError([
    `DATABASE_URL: is not set, and no stack was ever ready in ${folder.path}: ${place}.`,
  ]);
}

function stackEnvironmentOf(...where: Parameters<typeof readStackEnvironment>): Environment | undefined {
  try {
    return readStackEnvironment(...where);
  } catch (error) {
    if (error instanceof StackError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

void runAdminProcess({
  options: [{ flags: '--state <DIR>', description: 'take the configuration of the stack in this folder' }],
  sentence:
    'The configuration is read from the environment or .env; without one, the stack in ' +
    'RECORDWELL_STATE or .recordwell is used.',
  read: ({ state }) => environmentOf(typeof state === 'string' ? state : undefined, process.env),
});
