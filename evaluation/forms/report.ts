import type { FederalFinding } from './federal';
import type { Half } from './halves';
import { shapes, valueNames } from './make-case';
import {
  contentChecks,
  coreChecks,
  ofShape,
  scoreCheck,
  scorePromises,
  scoreValues,
  scoreWords,
  type Outcome,
  type PromiseScore,
  type Tally,
} from './score';

function percent({ hits, of }: Tally, digits = 0): string {
  return of === 0 ? '–' : `${((100 * hits) / of).toFixed(digits)} % of ${of}`;
}

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const promiseRows: ReadonlyArray<readonly [string, (score: PromiseScore) => Tally]> = [
  ['signed: name, birth date, signature and date pass', score => score.allFour],
  ...coreChecks.map(
    check =>
      [
        `signed: \`${check}\` passes`,
        (score: PromiseScore) => score.core.get(check) ?? { hits: 0, of: 0 },
      ] as const,
  ),
  ['signed: `signature` passes or warns', score => score.signatureSeen],
  ['signed with a typed name: `signature` warns', score => score.typedWarns],
  ['unsigned: `signature` passes', score => score.unsignedPass],
  ['unsigned: `signature` passes or warns', score => score.unsignedNotFailed],
  ['another person passes name or birth date', score => score.othersPass],
  ['a sibling passes name or birth date', score => score.siblingsPass],
  ['a namesake passes the birth date', score => score.namesakesPass],
  ['blank: places in which no value is read', score => score.blankClean],
];

/** Returns the score of one half as Markdown tables with a column for each shape. */
export function reportOf(half: Half, outcomes: readonly Outcome[]): string {
  const present = shapes.filter(shape => ofShape(outcomes, shape).length > 0);
  const everybody = outcomes.map(({ truth }) => truth.person).slice(0, 40);
  const promises = present.map(shape => scorePromises(ofShape(outcomes, shape), everybody));
  const values = present.map(shape => scoreValues(ofShape(outcomes, shape)));
  return [
    `\n### ${half === 'held-out' ? 'Held-out' : 'Development'} half, ` +
      `${new Set(outcomes.map(({ truth }) => truth.layout)).size} layouts, ${outcomes.length} ` +
      'documents\n',
    table(
      ['', ...present],
      promiseRows.map(([name, of]) => [name, ...promises.map(score => percent(of(score)))]),
    ),
    `\nWords of scans that are wrong or missing: ${percent(scoreWords(outcomes), 1)}.`,
    '\nOf the values that are read, how many are right (precision), and of those that stand there, ' +
      'how many are read (recall):\n',
    table(
      ['value', ...present.flatMap(shape => [`${shape}: precision`, 'recall'])],
      valueNames.map(name => [
        `\`${name}\``,
        ...values.flatMap(score => {
          const value = score.get(name);
          return value === undefined ? ['–', '–'] : [percent(value.precision), percent(value.recall)];
        }),
      ]),
    ),
    '\nSigned documents, passed / warning / failed:\n',
    table(
      ['check', ...present],
      contentChecks.map(check => [
        `\`${check}\``,
        ...present.map(shape => {
          const { passed, warning, failed } = scoreCheck(ofShape(outcomes, shape), check, 'signed');
          return `${passed} / ${warning} / ${failed}`;
        }),
      ]),
    ),
  ].join('\n');
}

/** Returns the results for federal forms as a Markdown table with a row for each expectation. */
export function federalReportOf(findings: readonly FederalFinding[]): string {
  return [
    '\n### Federal forms\n',
    table(
      ['form', 'what must hold', 'holds'],
      findings.map(({ form, claim, holds }) => [form, claim, holds ? 'yes' : 'no']),
    ),
  ].join('\n');
}
