/**
 * `npm run forms:score`: reads authorizations as production does, generated ones, filled-in real ones, and
 * federal ones, and prints the accuracy of the extracted values and the checks.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';
import { realStates } from '../real-forms/filling';
import { realSets, type RealSet } from '../real-forms/halves';
import { missesOf, realReportOf } from '../real-forms/report-real';
import { hasFolder, realFormsFolder, scoreReal, type RealRun } from '../real-forms/score-real';
import { scoreFederal } from './federal';
import { shapes, type Shape } from './make-case';
import { cachedReader, type Read } from './readings';
import { federalReportOf, reportOf } from './report';
import { scoreGenerated } from './score-generated';

const help = `Measures the analysis of authorizations on generated, real, and federal forms.

  npm run forms:score                                  every set, both halves, all shapes, one person for each
  npm run forms:score -- --sets real                   some sets: generated, real, federal
  npm run forms:score -- --half development            the half that readers are developed with (or held-out)
  npm run forms:score -- --half more-development       more real forms, with --forms DIR (or more-check)
  npm run forms:score -- --half other-development      forms of other organizations (or other-check)
  npm run forms:score -- --kinds fields,flattened      some shapes: fields, flattened, scanned
  npm run forms:score -- --people 3                    more people for each layout (1 to 20)
  npm run forms:score -- --fill 1                      real forms filled in by other people with other hands
  npm run forms:score -- --states signed               real forms in some states only
  npm run forms:score -- --layout hospital-boxed       one generated layout of the development half
  npm run forms:score -- --form NAME                   one real form that may be looked at
  npm run forms:score -- --misses                      name the real forms whose signed documents don't pass
  npm run forms:score -- --keep DIR                    keep each document with its truth (held-out ones never)
  npm run forms:score -- --fresh                       ignore cached readings

The blank real forms are in --forms DIR, the folder that REAL_FORMS names, or ../shared/data/real-forms. The
federal ones are in --federal DIR, FEDERAL_FORMS, or ../shared/data/forms. A set whose folder is missing is
left out, and a line says so.`;

const peopleMax = 20;
const fillMax = 20;
const sets = ['generated', 'real', 'federal'] as const;

function chosen<Name extends string>(option: string, given: string, known: readonly Name[]): Name[] {
  return given.split(',').map(name => {
    const found = known.find(one => one === name);
    if (found === undefined) throw new Error(`--${option}: there is no ${name}: ${known.join(', ')}`);
    return found;
  });
}

/** Prints that a set is left out, or throws if its folder was given. */
function leaveOut(set: string, option: string, folder: string, given: string | undefined): void {
  if (given !== undefined) throw new Error(`--${option}: there is no folder ${folder}`);
  console.log(`\nThe ${set} forms are left out: there is no folder ${folder}. Name it with --${option} DIR.`);
}

async function printGenerated(run: Parameters<typeof scoreGenerated>[0]): Promise<void> {
  const outcomes = await scoreGenerated(run);
  for (const part of ['development', 'held-out'] as const) {
    const own = outcomes.filter(({ truth }) => truth.half === part);
    if (own.length > 0) console.log(reportOf(part, own));
  }
}

async function printReal(run: RealRun, hasMisses: boolean): Promise<void> {
  const outcomes = await scoreReal(run);
  const titles: Readonly<Record<RealSet, string>> = {
    development: 'development half',
    'held-out': 'held-out half',
    'more-development': 'more forms for development',
    'more-check': 'more forms to check with',
    'other-development': 'forms of other organizations for development',
    'other-check': 'forms of other organizations to check with',
  };
  for (const set of [...realSets, null]) {
    const own = outcomes.filter(outcome => outcome.set === set);
    const title = set === null ? 'before the halves are drawn' : titles[set];
    if (own.length > 0) console.log(realReportOf(title, own));
  }
  if (hasMisses) console.log(`\nSigned documents that don't pass:\n${missesOf(outcomes)}`);
}

async function printFederal(given: string | undefined, read: Read): Promise<void> {
  const folder = resolve(
    given ?? process.env['FEDERAL_FORMS'] ?? join(__dirname, '../../../shared/data/forms'),
  );
  if (await hasFolder(folder)) console.log(federalReportOf(await scoreFederal(folder, read)));
  else leaveOut('federal', 'federal', folder, given);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sets: { type: 'string' },
      half: { type: 'string' },
      kinds: { type: 'string', default: shapes.join(',') },
      people: { type: 'string', default: '1' },
      fill: { type: 'string', default: '0' },
      states: { type: 'string' },
      layout: { type: 'string' },
      form: { type: 'string' },
      forms: { type: 'string' },
      misses: { type: 'boolean', default: false },
      keep: { type: 'string' },
      federal: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const people = Number(values.people);
  if (!Number.isInteger(people) || people < 1 || people > peopleMax)
    throw new Error(`--people must be a whole number from 1 to ${peopleMax}`);
  const fill = Number(values.fill);
  if (!Number.isInteger(fill) || fill < 0 || fill > fillMax)
    throw new Error(`--fill must be a whole number from 0 to ${fillMax}`);
  const states = values.states === undefined ? undefined : chosen('states', values.states, realStates);
  const [set] = values.half === undefined ? [] : chosen('half', values.half, realSets);
  const { layout, form, keep } = values;
  const wanted = chosen('sets', values.sets ?? setsFor(layout, form), sets);
  const kinds: Shape[] = chosen('kinds', values.kinds, shapes);
  const read = await cachedReader(values.fresh);
  const half = set === 'development' || set === 'held-out' ? set : undefined;
  const isMore = set !== undefined && half === undefined;
  if (wanted.includes('generated') && !isMore)
    await printGenerated({ half, shapes: kinds, people, layout, keep, read });
  if (wanted.includes('real')) {
    const folder = realFormsFolder(values.forms);
    if (await hasFolder(folder))
      await printReal(
        { folder, set, shapes: kinds, people, fill, states, form, keep, isFresh: values.fresh, read },
        values.misses,
      );
    else leaveOut('real', 'forms', folder, values.forms);
  }
  if (wanted.includes('federal') && !isMore) await printFederal(values.federal, read);
}

/** One layout or one form is of one set. */
function setsFor(layout: string | undefined, form: string | undefined): string {
  if (layout === undefined && form === undefined) return sets.join(',');
  return [...(layout === undefined ? [] : ['generated']), ...(form === undefined ? [] : ['real'])].join(',');
}

surviveClosedPipe();
void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
