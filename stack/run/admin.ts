/** `npm run admin -- …`: the operators' command line. Without a configuration, it uses a folder's stack. */
import { runAdminProcess } from '../../src/main/admin-process';
import { ConfigError } from '../../src/platform/config';
import { OperatorError } from '../../src/usecases/operator-error';
import { settingOf, type Environment } from './externals';
import { readStackEnvironment } from './stack-environment';
import { StackError } from './stack-error';
import { stateFolderAt, usualState } from './state-folder';

/**
 * Returns the shell's environment if it configures a database and no stack folder is selected; otherwise the
 * environment of the stack in the folder.
 * @throws ConfigError if no stack was ever ready there
 * @throws OperatorError if the shell configures only some services of its own
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
  const start = state === undefined ? '`npm start`' : '`npm start -- --state DIR`';
  throw new ConfigError([
    `DATABASE_URL: isn't set, and no stack was ever ready in ${folder.path}. Run ${start} to start one.`,
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
  options: [{ flags: '--state <DIR>', description: 'use the configuration of the stack in this folder' }],
  sentence:
    'The configuration comes from the environment or .env, or else from the stack in ' +
    'RECORDWELL_STATE or .recordwell.',
  read: ({ state }) => environmentOf(typeof state === 'string' ? state : undefined, process.env),
});
