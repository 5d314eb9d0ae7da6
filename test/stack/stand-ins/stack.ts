/** The command of `tools/stack/main.ts` on the stand-ins beside it. */
import { runCommand } from '../../../tools/stack/command';

void runCommand(process.argv.slice(2), __filename, {
  entryFolders: [__dirname],
  environment: process.env,
}).then(exitCode => process.exit(exitCode));
