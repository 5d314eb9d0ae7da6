/** The command of `stack/run/main.ts` on the stand-ins beside it. */
import { runCommand } from '../../../stack/run/command';

void runCommand(process.argv.slice(2), __filename, {
  entryFolders: [__dirname],
  environment: process.env,
}).then(exitCode => process.exit(exitCode));
