/** `npm start`, `npm stop`, `npm run status`: the embedded stack. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

surviveClosedPipe();
if (existsSync('.env')) process.loadEnvFile('.env');
void runCommand(process.argv.slice(2), __filename, {
  entryFolders: [join(__dirname, '../../src/main'), __dirname],
  environment: process.env,
}).then(exitCode => process.exit(exitCode));
