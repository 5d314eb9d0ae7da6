/**
 * `npm run fuzz`: Schemathesis with all its checks against the OpenAPI document of an API started for it with
 * its own services. `--max-examples N` per operation (default 15), `--seed N`; with
 * `--url URL --key KEY [--company ID --project ID]` against a running one. Arguments after `--` go to
 * Schemathesis unchanged.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonEnvironment } from './python/environment';
import { fileOf } from '../test/support/operations/records';
import { withOwnApi } from '../test/support/own-api';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const requirements = join(__dirname, 'fuzz/requirements.txt');
const config = join(__dirname, 'fuzz/schemathesis.toml');

/** The API's location, and the caller. */
interface Target {
  readonly url: string;
  readonly key: string;
  /** Existing values of the path parameters, by parameter. */
  readonly params: Readonly<Record<string, string>>;
}

/** The value of a missing parameter: valid, but of no record. */
const nobodys = '00000000-0000-4000-8000-000000000000';

/** Returns the Schemathesis of `requirements.txt`, in its own environment. */
async function prepareSchemathesis(): Promise<string> {
  const version = /^schemathesis==([0-9.]+)/m.exec(readFileSync(requirements, 'utf8'))?.[1] ?? 'unknown';
  return join(await pythonEnvironment(`schemathesis-${version}`, requirements), 'schemathesis');
}

/** Operations tested by one process. */
interface Share {
  readonly name: string;
  readonly options: readonly string[];
}

/**
 * Schemathesis keeps one core busy, mostly with requests of browse, which have some 300 fields each; requests
 * that follow from each other (links of the document) are among the others.
 */
const shares: readonly Share[] = [
  { name: 'all but browse', options: ['--exclude-path-regex', '/browse$'] },
  { name: 'browse', options: ['--include-path-regex', '/browse$'] },
];

/** Operations chosen by the caller are tested by one process: a second choice would widen theirs. */
function sharesFor(options: readonly string[]): readonly Share[] {
  return options.some(option => /^--(in|ex)clude-(?!checks)/.test(option))
    ? [{ name: 'chosen', options: [] }]
    : shares;
}

/** Tests one share. @returns its exit code, and its output unless that was shown directly */
async function tryShare(
  program: string,
  target: Target,
  options: readonly string[],
  isShown: boolean,
): Promise<{ readonly exitCode: number; readonly printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recordwell-fuzz-'));
  const args = ['--config-file', config, 'run', `${target.url}/openapi.json`, '--url', target.url];
  const child = spawn(program, [...args, '--checks', 'all', '--continue-on-failure', ...options], {
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // Hypothesis keeps a database of examples in its working folder.
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
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code ?? 1));
  });
  await rm(folder, { recursive: true, force: true });
  return { exitCode, printed };
}

/** Tests all shares in parallel. @returns the first exit code that isn't 0, otherwise 0 */
async function schemathesis(program: string, target: Target, options: readonly string[]): Promise<number> {
  const outcomes = await Promise.all(
    sharesFor(options).map(async (share, index) => ({
      name: share.name,
      // Two progress displays can't share a terminal: the second one's output is printed when both are done.
      ...(await tryShare(program, target, [...share.options, ...options], index === 0)),
    })),
  );
  for (const { name, printed } of outcomes) if (printed !== '') console.log(`\n${name}:\n\n${printed}`);
  return outcomes.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0;
}

/** Fuzzes an API started for it, with records for the paths. */
async function fuzzOwnApi(program: string, options: readonly string[]): Promise<number> {
  return withOwnApi(async (world, company) => {
    const params = await fileOf({ world, company, fresh: randomUUID });
    return schemathesis(program, { url: world.url, key: company.sandboxKey, params }, options);
  });
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
  if (url === undefined) return fuzzOwnApi(program, options);
  if (key === undefined) throw new Error('--url needs --key, a sandbox key of that API.');
  return schemathesis(program, { url, key, params: { companyId: company, projectId: project } }, options);
}

surviveClosedPipe();
void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then(code => process.exit(code));
