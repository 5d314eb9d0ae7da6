/**
 * `npm run clients`: lints the OpenAPI document, and tests each client generator: generates, compiles, and
 * makes four calls and an error against an API started for it with its own services. With names, only these.
 * A generator whose tools are missing is skipped, as the last lines say.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generators, installations, type Generator } from './clients/generators';
import { clientExamples, npmProgram } from './clients/programs';
import { run } from './clients/run';
import { findOnPath } from '../stack/run/cache';
import type { ApiWorld, TestCompany } from '../test/support/api-world';
import { withOwnApi } from '../test/support/own-api';
import { seedVisits } from '../test/support/seeded-visits';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const sources = join(__dirname, 'clients');
const knownPatient = 'known';

/** Runs work and prints how long it took, in seconds. */
async function timed(work: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await work();
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

async function lint(document: string): Promise<void> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const redocly = [await npmProgram('redocly'), 'lint', '--config', join(sources, 'redocly.yaml'), document];
  const spectral = [await npmProgram('spectral'), 'lint', '--ruleset', join(sources, 'spectral.yaml')];
  await run(redocly, { env: quiet });
  await run([...spectral, '--fail-severity', 'hint', document]);
}

/** Generates, compiles, and calls, each in the generator's own folder. */
async function attempt(
  generator: Generator,
  document: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `recordwell-client-${generator.name}-`));
  try {
    await cp(join(clientExamples, generator.name), folder, { recursive: true });
    await writeFile(join(folder, 'openapi.json'), document);
    const [program, calls] = [await generator.program(), await generator.calls()];
    const generated = await timed(() =>
      run([...program, ...generator.command.split(' ').slice(1)], { cwd: folder }),
    );
    const compiled = await timed(() => generator.compile(folder));
    const env = { ...environment, RECORDWELL_PATIENT: `client-${generator.name}` };
    const called = await timed(() => run(calls, { cwd: folder, env }));
    console.log(
      `ok   ${generator.name}: generated in ${generated}, compiled in ${compiled}, called in ${called}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns whether everything tested works */
async function attemptAll(
  tried: readonly Generator[],
  world: ApiWorld,
  company: TestCompany,
): Promise<boolean> {
  await seedVisits(world, company, { project: company.projects.Sandbox, patientId: knownPatient });
  const document = (await world.call('GET', '/openapi.json')).text;
  const environment = {
    RECORDWELL_URL: world.url,
    RECORDWELL_KEY: company.sandboxKey,
    RECORDWELL_COMPANY: company.id,
    RECORDWELL_PROJECT: company.projects.Sandbox,
    RECORDWELL_KNOWN_PATIENT: knownPatient,
  };
  let isFine = true;
  for (const generator of tried) {
    await attempt(generator, document, environment).catch((error: unknown) => {
      isFine = false;
      console.log(`FAIL ${generator.name}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return isFine;
}

/** Returns what a generator needs and the machine lacks, in words. */
async function lackOf({ needs }: Generator): Promise<string> {
  const found = await Promise.all(
    needs.map(async need => ((await findOnPath(need)) === undefined ? [need] : [])),
  );
  return [...new Set(found.flat().map(need => installations[need]))].join(', ');
}

async function main(): Promise<number> {
  const names = process.argv.slice(2);
  const unknown = names.find(name => generators.every(generator => generator.name !== name));
  if (unknown !== undefined) {
    console.error(`${unknown} must be one of ${generators.map(({ name }) => name).join(', ')}.`);
    return 64;
  }
  const wanted = generators.filter(({ name }) => names.length === 0 || names.includes(name));
  const lacks = await Promise.all(
    wanted.map(async generator => ({ generator, lack: await lackOf(generator) })),
  );
  console.log(
    'ok   Redocly and Spectral, without a warning: ' +
      (await timed(() => lint(join(sources, '../../openapi.json')))),
  );
  const tried = lacks.filter(({ lack }) => lack === '').map(({ generator }) => generator);
  const isFine = await withOwnApi((world, company) => attemptAll(tried, world, company));
  for (const { generator, lack } of lacks)
    if (lack !== '') console.log(`Skipped: ${generator.name}. It needs ${lack}.`);
  return isFine ? 0 : 1;
}

surviveClosedPipe();
void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then(code => process.exit(code));
