import { existsSync } from 'node:fs';
import { surviveClosedPipe } from '../platform/closed-pipe';
import { ConfigError } from '../platform/config';
import { parseConfig, type Config } from './config';
import { describeConfig } from './describe-config';

/**
 * Reads the environment for a process of this name, with a `.env` file of the working folder for missing
 * values. Answers `--help` with every key; ends the process with every problem if the configuration isn't
 * usable.
 */
export function readConfig(name: string): Config {
  if (process.argv.includes('--help')) {
    surviveClosedPipe();
    console.log(
      `${name}: configure it with environment variables, or with a .env file in the working folder.\n`,
    );
    console.log(describeConfig());
    process.exit(0);
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}
