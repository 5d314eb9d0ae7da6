/**
 * `npm run bench`: measures the product and reports whether it meets its bars. Each bench ends with its
 * figures, one JSON line each. With `--check`, each bench only verifies in one short round that both sides
 * give equal answers, and asserts no times.
 */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench';
import { browse, browseExport, browseSearch } from './browse';
import { chart } from './chart';
import { clinicalData } from './clinical-data';
import { createPatientBench } from './create-patient';
import { endpointDrain } from './endpoint-drain';
import { eventLatency } from './event-latency';
import { firstStart } from './first-start';
import { getPatient } from './get-patient';
import { hangingReceivers } from './hanging-receivers';
import { limiter } from './limiter';
import { loadAverage, refuseToStart } from './measure/machine';
import { noisyNeighbor } from './noisy-neighbor';
import { openModel } from './open-model';
import { overload } from './overload';
import { pages } from './pages';
import { readDocumentBench } from './read-document';
import { retrievals } from './retrievals';
import { isPassed, runBenches, summaryOf } from './runner';
import { siteResolution } from './site-resolution';
import { startup } from './startup';
import { webhookDeliveries } from './webhook-deliveries';
import { surviveClosedPipe } from '../src/platform/closed-pipe';

const benches: readonly Bench[] = [
  getPatient,
  limiter,
  createPatientBench,
  webhookDeliveries,
  eventLatency,
  endpointDrain,
  hangingReceivers,
  retrievals,
  openModel,
  overload,
  noisyNeighbor,
  browse,
  browseExport,
  browseSearch,
  clinicalData,
  pages,
  siteResolution,
  chart,
  readDocumentBench,
  startup,
  firstStart,
];

const roundsDefault = 5;
const secondsDefault = 6;
const rowsMax = 100_000_000;
/**
 * Enough for every bench to call both sides a few times. autocannon takes at least a second for each
 * measurement anyway.
 */
const check = { rounds: 1, seconds: 0.5, rows: 10_000 };

const help = `Measures the product on this machine, and compares each figure with its bar.

  npm run bench                   run all benches, about an hour
  npm run bench -- NAME …         run these benches
  npm run bench -- --check        run one short round of each over little data: verifies that both sides give
                                  equal answers, and asserts no times

  --force                         start even if the load average is above 2.5; then trust only ratios
  --rounds N                      the number of rounds that count (default: ${roundsDefault})
  --seconds N                     how long one measurement of a round lasts (default: ${secondsDefault})
  --rows N                        visits in the large tables of browse and browse-export, and facilities of
                                  site-resolution (default: a million)
  --profile DIR                   write CPU profiles of the product's processes there, for Chrome's or
                                  Node's inspector
  --help                          show this help

${benches.map(({ name, purpose }) => `  ${name.padEnd(20)}${purpose}`).join('\n')}`;

function describeMachine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return (
    `${cpus().length} x ${first?.model ?? 'unknown'}, ${memory}, Node ${process.version}, commit ` + commit
  );
}

function chosen(names: readonly string[]): readonly Bench[] {
  const unknown = names.filter(name => !benches.some(bench => bench.name === name));
  if (unknown.length > 0) throw new Error(`No bench is named ${unknown.join(', ')}.\n\n${help}`);
  return names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
}

function wholeNumber(text: string, name: string, max = 9_999): number {
  const value = Number(text);
  if (!/^[1-9]\d{0,8}$/.test(text) || value > max)
    throw new Error(`--${name} must be a whole number from 1 to ${max}.`);
  return value;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      rows: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { check: isCheck } = values;
  const timed = { rounds: roundsDefault, seconds: secondsDefault, rows: undefined };
  const usual = isCheck ? check : timed;
  const options = {
    isCheck,
    rounds: values.rounds === undefined ? usual.rounds : wholeNumber(values.rounds, 'rounds'),
    seconds: values.seconds === undefined ? usual.seconds : wholeNumber(values.seconds, 'seconds'),
    rows: values.rows === undefined ? usual.rows : wholeNumber(values.rows, 'rows', rowsMax),
    profiles: values.profile === undefined ? undefined : resolve(values.profile),
  };
  const selected = chosen(positionals);
  const load = loadAverage();
  console.log(`${describeMachine()}; load average ${load.toFixed(2)}`);
  const refusal = refuseToStart(load, isCheck || values.force);
  if (refusal !== undefined) throw new Error(refusal);
  const outcomes = await runBenches(selected, options, console.log);
  console.log(['', ...summaryOf(outcomes, isCheck)].join('\n'));
  return outcomes.every(outcome => isPassed(outcome, isCheck)) ? 0 : 1;
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
