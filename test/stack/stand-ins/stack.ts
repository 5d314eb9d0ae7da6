/** The command of `src/main/stack.ts` on the stand-ins beside it. */
import { runCommand } from '../../../src/stack/command';

void runCommand(process.argv.slice(2), __filename, {
  entriesFolder: __dirname,
  environment: process.env,
}).then(exitCode => process.exit(exitCode));
