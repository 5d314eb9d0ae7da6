/** Prints the score of real forms as Markdown tables with confidence intervals. */
import { sensitiveCategoryNames } from '../../src/domain/auth-checks/extraction';
import { shapes, valueNames } from '../forms/make-case';
import { table } from '../forms/report';
import { coreChecks, scoreValues, type Tally } from '../forms/score';
import { layoutFamilies } from './description';
import { isOnlyMeasured } from './halves';
import {
  allFour,
  blankClean,
  missedChecks,
  ofState,
  oneOfFour,
  printedReleaseAccuracy,
  releaseAccuracy,
  statementAccuracy,
  unsafeCounts,
  type Accuracy,
  type UnsafeCounts,
} from './real-tallies';
import type { RealOutcome } from './score-real';

/** The standard normal quantile of a 95 % interval. */
const z = 1.96;

/** Returns the Wilson score interval of a share at 95 %, from 0 to 1; `undefined` without any case. */
export function wilson({ hits, of }: Tally): readonly [least: number, most: number] | undefined {
  if (of === 0) return undefined;
  const share = hits / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

const percentOf = (share: number): string => (share * 100).toFixed(0);

function cell(score: Tally): string {
  const interval = wilson(score);
  if (interval === undefined) return '–';
  const [least, most] = interval;
  const { hits, of } = score;
  return `${percentOf(hits / of)} % (${percentOf(least)}–${percentOf(most)}), ${hits} of ${of}`;
}

const unsafeNames: Readonly<Record<keyof UnsafeCounts, string>> = {
  unsigned: 'unsigned: `signature` passes',
  anotherPerson: 'another person: name or birth date passes',
  sibling: 'sibling: name or birth date passes',
  birthdayTwoDaysOff: 'birthday two days off: birth date passes',
  expired: 'expired: `expiration` passes',
  missing: 'left out: the check of what is missing passes',
};

type Outcomes = readonly RealOutcome[];
type Measure = (outcomes: Outcomes) => Tally;
type AccuracyMeasure = (outcomes: Outcomes) => Accuracy;

/** Tables with a column, or two, for each shape of some documents. */
class ShapeTables {
  private readonly present: ReadonlyArray<(typeof shapes)[number]>;

  constructor(private readonly all: Outcomes) {
    this.present = shapes.filter(shape => all.some(({ truth }) => truth.shape === shape));
  }

  private ofShapes<T>(outcomes: Outcomes, of: (outcomes: Outcomes) => T): T[] {
    return this.present.map(shape => of(outcomes.filter(({ truth }) => truth.shape === shape)));
  }

  shares(head: string, rows: ReadonlyArray<readonly [string, Measure, Outcomes?]>): string {
    return table(
      [head, ...this.present],
      rows.map(([name, measure, outcomes = this.all]) => [
        name,
        ...this.ofShapes(outcomes, measure).map(cell),
      ]),
    );
  }

  accuracies(head: string, rows: ReadonlyArray<readonly [string, AccuracyMeasure]>): string {
    return table(
      [head, ...this.present.flatMap(shape => [`${shape}: precision`, 'recall'])],
      rows.map(([name, measure]) => [
        name,
        ...this.ofShapes(this.all, measure).flatMap(({ precision, recall }) => [
          cell(precision),
          cell(recall),
        ]),
      ]),
    );
  }
}

const nothing: Accuracy = { precision: { hits: 0, of: 0 }, recall: { hits: 0, of: 0 } };

function familyRows(releases: Outcomes): Array<readonly [string, Measure, Outcomes]> {
  const rows: Array<readonly [string, Outcomes]> = [
    ...layoutFamilies.map(
      family => [family, releases.filter(({ truth }) => truth.layout === family)] as const,
    ),
    ['with form fields', releases.filter(({ truth }) => truth.hasOwnFields)],
    ['without form fields', releases.filter(({ truth }) => !truth.hasOwnFields)],
    ['authorizations', releases.filter(({ truth }) => truth.kind === 'authorization')],
    ["patients' requests", releases.filter(({ truth }) => truth.kind === 'patient-request')],
  ];
  return rows.map(([name, outcomes]) => [name, allFour, outcomes]);
}

/** Returns the score of documents as Markdown, a column for each shape. */
export function realReportOf(title: string, all: Outcomes): string {
  // What isn't a release has nothing to pass; its blank places must still be read as blank.
  const releases = all.filter(({ truth }) => truth.kind !== 'other');
  const [everything, released] = [new ShapeTables(all), new ShapeTables(releases)];
  const everybody = ofState(all, 'signed')
    .map(({ truth }) => truth.person)
    .slice(0, 40);
  return [
    `\n### Real forms, ${title}: ${new Set(all.map(({ truth }) => truth.form)).size} forms, ` +
      `${all.length} documents\n`,
    'In parentheses: the 95 % confidence interval (Wilson).\n',
    released.shares('signed', [
      ['name, birth date, signature and date pass', allFour],
      ...coreChecks.map(
        check => [`\`${check}\` passes`, (outcomes: Outcomes) => oneOfFour(outcomes, check)] as const,
      ),
    ]),
    '\nName, birth date, signature and date pass, by layout family, form fields, and kind:\n',
    released.shares('', familyRows(releases)),
    '\nUnsafe: none of these may pass.\n',
    everything.shares(
      '',
      (Object.keys(unsafeNames) as ReadonlyArray<keyof UnsafeCounts>).map(name => [
        unsafeNames[name],
        outcomes => unsafeCounts(outcomes, everybody)[name],
      ]),
    ),
    '\nBlank forms: places in which no value is read.\n',
    everything.shares('', [
      ['all', outcomes => blankClean(outcomes)],
      ...valueNames.map(name => [`\`${name}\``, (outcomes: Outcomes) => blankClean(outcomes, name)] as const),
    ]),
    '\nValues of signed documents: how many of those read are right, and how many of those there are read.\n',
    released.accuracies(
      'value',
      valueNames.map(name => [
        `\`${name}\``,
        outcomes => scoreValues(ofState(outcomes, 'signed')).get(name) ?? nothing,
      ]),
    ),
    '\nPrinted statements, and releases of sensitive information, on signed documents:\n',
    released.accuracies('', [
      ...(['revocation', 'redisclosure', 'conditioning'] as const).map(
        name => [`\`${name}\``, (outcomes: Outcomes) => statementAccuracy(outcomes, name)] as const,
      ),
      ...sensitiveCategoryNames.map(
        category =>
          [`releases \`${category}\``, (outcomes: Outcomes) => releaseAccuracy(outcomes, category)] as const,
      ),
      ['releases by a printed sentence', printedReleaseAccuracy],
    ]),
  ].join('\n');
}

/** Returns which checks the signed documents don't pass, form by form, of forms that may be looked at. */
export function missesOf(outcomes: readonly RealOutcome[]): string {
  const rows = ofState(
    outcomes.filter(({ set }) => !isOnlyMeasured(set)),
    'signed',
  ).map(outcome => ({ outcome, missed: missedChecks(outcome) }));
  return rows
    .filter(({ missed }) => missed.length > 0)
    .map(({ outcome: { truth }, missed }) => `${truth.form} ${truth.shape}: ${missed.join(', ')}`)
    .join('\n');
}
