/** Panels from an untrusted page: noise, near misses, and every possible state. */
import fc from 'fast-check';
import {
  narrowingColumns,
  pagesMax,
  panelTextMax,
  writePanel,
  type Panel,
} from '../../src/domain/embeds/clinical-panel';
import { clinicalTabs, nameOfColumn, type ClinicalColumn } from '../../src/domain/embeds/clinical-tabs';

/** Texts with a meaning elsewhere. */
const hostile = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  ') or true --',
  '<script>',
  '${x}',
  '__proto__',
  'null',
  'é',
  '😀',
];
const nothing = { weight: 6, arbitrary: fc.constant('') };
const searched = fc.oneof(
  nothing,
  { weight: 2, arbitrary: fc.constantFrom(...hostile, 'a', 'Harbor', 'chest', 'x'.repeat(panelTextMax)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(text => text.replaceAll(/\p{Cc}/gu, '')) },
);
const day = fc.oneof(nothing, {
  weight: 2,
  arbitrary: fc.constantFrom('0100-01-01', '2021-03-01', '2021-05-10', '9999-12-31'),
});

function valueOf({ narrows }: ClinicalColumn): fc.Arbitrary<string> {
  if (narrows === undefined || narrows === 'part') return searched;
  return fc.oneof(nothing, { weight: 1, arbitrary: fc.constantFrom(...narrows) });
}

/** Every possible state of a page. */
export const panels: fc.Arbitrary<Panel> = fc
  .constantFrom(...clinicalTabs)
  .chain(tab =>
    fc.record({
      tab: fc.constant(tab),
      search: searched,
      from: day,
      to: day,
      filters: fc
        .tuple(
          ...narrowingColumns(tab).map(column =>
            valueOf(column).map(value => [nameOfColumn(column), value] as const),
          ),
        )
        .map(pairs => Object.fromEntries(pairs.filter(([, value]) => value !== ''))),
      order: fc.record({
        column: fc.constantFrom(...tab.columns.map(nameOfColumn)),
        direction: fc.constantFrom('asc', 'desc'),
      }),
      page: fc.oneof(fc.constantFrom(1, 2, pagesMax), fc.integer({ min: 1, max: pagesMax })),
    }),
  );

function encoded(values: unknown): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Values in a panel that ask for more than a page may. */
const wider = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown[]>(
    ...[
      'patient.id',
      'project.id',
      'company.id',
      'patient.firstName',
      '__proto__',
      'constructor',
      'visit.id',
    ],
    ...[0, -1, 1.5, 1e308, pagesMax + 1, 2, 'visits', 'desc', '2021-02-30', '2021-03-01T00:00:00Z', null, ''],
    ...[
      [['patient.id', 'other']],
      [['project.id', 'other']],
      [['visit.kind', 'Office; drop']],
      [[]],
      [1],
      {},
    ],
    [
      ['visit.kind', 'Office'],
      ['visit.kind', 'Inpatient'],
    ],
    'x'.repeat(panelTextMax + 1),
    'with\u0000nul',
    '\ud800',
  ),
);

/** A panel with parts changed, omitted, or added. */
const altered = fc
  .tuple(panels, fc.array(fc.tuple(fc.nat({ max: 9 }), wider), { minLength: 1, maxLength: 3 }))
  .map(([panel, changes]) => {
    const values: unknown[] = JSON.parse(Buffer.from(writePanel(panel), 'base64url').toString()) as unknown[];
    for (const [index, value] of changes) values[index] = value;
    return encoded(values);
  });

/** The text of a panel with one character changed. */
const misspelt = fc
  .tuple(panels, fc.nat(), fc.constantFrom('A', 'z', '_', '=', ' ', '%'))
  .map(([panel, at, other]) => {
    const text = writePanel(panel);
    const index = at % text.length;
    return text.slice(0, index) + other + text.slice(index + 1);
  });

/** Anything that may be in a query as a panel. */
export const panelTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: panels.map(writePanel) },
  { weight: 4, arbitrary: altered },
  { weight: 2, arbitrary: misspelt },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue().map(encoded) },
);
