/**
 * `npm run chaos`: retrievals under load while the API, the worker, PostgreSQL, and Temporal are killed at
 * random, on a separate stack, with a receiver that refuses a fifth of the posts. Exits with 0 only if
 * nothing was lost and nothing was done twice.
 */
import { parseArgs } from 'node:util';
import { victimOf, victims } from './kill';
import { runChaos } from './run';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';

const help = `Kills every part of a stack under load and checks that nothing is lost or done twice.

  npm run chaos                          50 kills of each part
  npm run chaos -- --kills N --seed S    N kills of each; the same seed kills in the same order
  npm run chaos -- --only worker         kill only this part: ${victims.join(', ')}
  npm run chaos -- --live                run searches of a live project, through the test partner's files
  npm run chaos -- --pending 5000        let 5,000 events wait for one receiver when the kills begin
  npm run chaos -- --temporal-down 60    stop only Temporal, for 60 seconds under load`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      'temporal-down': { type: 'string' },
      'every-ms': { type: 'string', default: '2000' },
      pending: { type: 'string', default: '0' },
      live: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const down = values['temporal-down'];
  const only = values.only === undefined ? undefined : victimOf(values.only);
  if (values.only !== undefined && only === undefined)
    throw new Error(`--only must be one of ${victims.join(', ')}.`);
  console.log(`Seed ${values.seed}`);
  const startedAt = performance.now();
  const { problems, figures, state } = await runChaos({
    parts: only === undefined ? victims : [only],
    kills: Number(values.kills),
    temporalDownMs: down === undefined ? undefined : Number(down) * 1000,
    // Work gets done in most pauses.
    pauseMaxMs: 8_000,
    seed: Number(values.seed),
    failShare: 0.2,
    isLive: values.live,
    pending: Number(values.pending),
    everyMs: Number(values['every-ms']),
    // A queue of thousands drains at some fifty events a second, and kills cost it minutes.
    drainMs: 300_000 + Number(values.pending) * 100,
    isQuiet: false,
    tell: line =>
      console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`),
  });
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(26)}${figure}`);
  for (const problem of problems.slice(0, 50)) console.log(`✗ ${problem}`);
  if (problems.length === 0) console.log('✓ Nothing was lost and nothing was done twice.');
  else console.log(`Broken promises: ${problems.length}. The stopped stack is in ${state}.`);
  return problems.length === 0 ? 0 : 1;
}

surviveClosedPipe();
void main().then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
