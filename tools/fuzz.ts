/**
 * `npm run fuzz`: Schemathesis with all its checks against the OpenAPI document of an API that is started for it over
 * services of its own. `--max-examples N` per operation (default 15), `--seed N`; with `--url URL --key KEY
 * [--company ID --project ID]` against one that runs already. What stands after `--` goes to Schemathesis as it is.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { cacheDirectory } from './stack/cache';
import { startApiWorld } from '../test/support/api-world';
import { prepareTemplateDatabase } from '../test/support/database';
import { fileOf } from '../test/support/operations/records';
import { startTestServices, stopTestServices } from '../test/support/test-services';

const run = promisify(execFile);
const requirements = join(__dirname, 'fuzz/requirements.txt');
const config = join(__dirname, 'fuzz/schemathesis.toml');
const pythonHelp =
  '`npm run fuzz` needs Python 3.10 or later with venv: on Debian and Ubuntu `apt-get install python3-venv`, elsewhere https://www.python.org/downloads/.';

/** Where the API is, and who calls it. */
interface Target {
  readonly url: string;
  readonly key: string;
  /** Values of the path parameters that exist there, by parameter. */
  readonly params: Readonly<Record<string, string>>;
}

/** Stands for a parameter nobody gave: well-formed, and nobody's. */
const nobodys = '00000000-0000-4000-8000-000000000000';

async function assertPython(): Promise<void> {
  const script = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  await run('python3', ['-c', script]).catch(() => {
    throw new Error(pythonHelp);
  });
}

/** The Schemathesis of `requirements.txt` in an environment of its own, made once per version of that file. */
async function prepareSchemathesis(): Promise<string> {
  const pins = readFileSync(requirements);
  const version = /^schemathesis==([0-9.]+)/m.exec(pins.toString())?.[1] ?? 'unknown';
  const hash = createHash('sha256').update(pins).digest('hex').slice(0, 8);
  const environment = join(cacheDirectory(), `schemathesis-${version}-${hash}`);
  const program = join(environment, 'bin/schemathesis');
  const complete = join(environment, 'complete');
  if (existsSync(complete)) return program;
  console.log(`Installing Schemathesis ${version} into ${environment} (once).`);
  await assertPython();
  // Not moved into place when done, as the programs of the cache are: an environment cannot be moved.
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
  await run(join(environment, 'bin/python'), [...pip, '-r', requirements]);
  await run('touch', [complete]);
  return program;
}

async function schemathesis(program: string, target: Target, options: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-fuzz-'));
  const args = ['--config-file', config, 'run', `${target.url}/openapi.json`, '--url', target.url];
  const child = spawn(program, [...args, '--checks', 'all', '--continue-on-failure', ...options], {
    stdio: 'inherit',
    // Hypothesis keeps a database of examples where it runs.
    cwd: folder,
    env: {
      ...process.env,
      RECORDWELL_FUZZ_KEY: target.key,
      RECORDWELL_FUZZ_COMPANY: target.params['companyId'] ?? nobodys,
      RECORDWELL_FUZZ_PROJECT: target.params['projectId'] ?? nobodys,
      RECORDWELL_FUZZ_PATIENT: target.params['patientId'] ?? nobodys,
      RECORDWELL_FUZZ_REQUEST: target.params['recordRequestId'] ?? nobodys,
      RECORDWELL_FUZZ_FILE: target.params['filename'] ?? nobodys,
    },
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', exitCode => resolve(exitCode ?? 1));
  });
  await rm(folder, { recursive: true, force: true });
  return code;
}

/** Starts an API over real services, calls `use`, and stops all of it. */
async function withOwnApi(use: (target: Target) => Promise<number>): Promise<number> {
  await startTestServices();
  try {
    await prepareTemplateDatabase();
    const world = await startApiWorld();
    try {
      const company = await world.company('demo');
      const params = await fileOf({ world, company, fresh: randomUUID });
      return await use({ url: world.url, key: company.sandboxKey, params });
    } finally {
      await world.close();
    }
  } finally {
    await stopTestServices();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'max-examples': { type: 'string', default: '15' },
      seed: { type: 'string', default: '1' },
      url: { type: 'string' },
      key: { type: 'string' },
      company: { type: 'string', default: 'demo' },
      project: { type: 'string', default: 'demo-sandbox' },
    },
  });
  const program = await prepareSchemathesis();
  const options = ['--max-examples', values['max-examples'], '--seed', values.seed, ...positionals];
  const { url, key, company, project } = values;
  if (url === undefined) return withOwnApi(target => schemathesis(program, target, options));
  if (key === undefined) throw new Error('--url needs --key: a sandbox key of that API.');
  return schemathesis(program, { url, key, params: { companyId: company, projectId: project } }, options);
}

void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then(code => process.exit(code));
