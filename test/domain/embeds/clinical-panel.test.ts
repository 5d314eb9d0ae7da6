import fc from 'fast-check';
import {
  firstPanel,
  isNarrowed,
  narrowingColumns,
  pagesMax,
  panelCharactersMax,
  panelTextMax,
  parsePanel,
  readNarrowing,
  writePanel,
  type Panel,
} from '../../../src/domain/embeds/clinical-panel';
import {
  clinicalTabNames,
  clinicalTabs,
  findClinicalTab,
  firstClinicalTab,
  nameOfColumn,
} from '../../../src/domain/embeds/clinical-tabs';
import { panels, panelTexts } from '../../support/random-panels';

const encoded = (stated: unknown): string => Buffer.from(JSON.stringify(stated)).toString('base64url');
const stated: unknown[] = [
  1,
  'visits',
  'pain',
  '2021-01-01',
  '',
  [['visit.kind', 'Office']],
  'visit.kind',
  'asc',
  2,
];

test('The clinical tabs are those of the specification, visits first [EMBED-6]', () => {
  expect(clinicalTabNames).toEqual([
    'visits',
    'procedures',
    'diagnoses',
    'prescription-fills',
    'lab-results',
  ]);
  expect(clinicalTabs.map(({ name }) => name)).toEqual(clinicalTabNames);
  expect(firstClinicalTab.name).toBe('visits');
  expect(['visit', 'Visits', '', undefined, 7].map(findClinicalTab)).toEqual(Array(5).fill(undefined));
});

test("A panel's state survives writing and parsing, whatever it is [EMBED-9]", () => {
  fc.assert(
    fc.property(panels, panel => {
      const text = writePanel(panel);
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(parsePanel(text)).toEqual(panel);
    }),
    { numRuns: 500 },
  );
});

test('A panel with the longest text in every field can be parsed again [EMBED-9]', () => {
  for (const tab of clinicalTabs) {
    const text = '諾'.repeat(panelTextMax);
    const filters = Object.fromEntries(
      narrowingColumns(tab).map(column => [
        nameOfColumn(column),
        column.narrows === 'part' ? text : (column.narrows?.at(0) ?? ''),
      ]),
    );
    const days = { from: '2021-01-01', to: '2021-12-31' };
    const panel: Panel = { ...firstPanel(tab), ...days, search: text, filters, page: pagesMax };
    expect(writePanel(panel).length).toBeLessThanOrEqual(panelCharactersMax);
    expect(parsePanel(writePanel(panel))).toEqual(panel);
  }
});

test.each<[string, unknown]>([
  ['another version', stated.with(0, 2)],
  ['no version', stated.slice(1)],
  ['an unknown tab', stated.with(1, 'patients')],
  ['a text over the limit', stated.with(2, 'x'.repeat(panelTextMax + 1))],
  ['a control character', stated.with(2, 'a\nb')],
  ['a lone surrogate', stated.with(2, '\ud800')],
  ['an invalid day', stated.with(3, '2021-02-30')],
  ['an instant', stated.with(3, '2021-01-01T00:00:00Z')],
  ['a filter of the patient', stated.with(5, [['patient.id', 'p-2']])],
  ['a filter of the project', stated.with(5, [['project.id', 'live']])],
  ['a filter of the company', stated.with(5, [['company.id', 'other']])],
  ['a filter of a column that does not narrow', stated.with(5, [['visit.ref', 'v1']])],
  ['a filter of another tab', stated.with(5, [['procedure.code', '71046']])],
  ['a filter value that is not a choice', stated.with(5, [['visit.kind', 'Anything']])],
  [
    'the same filter twice',
    stated.with(5, [
      ['visit.kind', 'Office'],
      ['visit.kind', 'Office'],
    ]),
  ],
  ['an empty filter', stated.with(5, [['visit.kind', '']])],
  ['filters that are not a list', stated.with(5, { 'visit.kind': 'Office' })],
  ['an order by patient', stated.with(6, 'patient.firstName')],
  ['an order by the prototype', stated.with(6, '__proto__')],
  ['a third direction', stated.with(7, 'sideways')],
  ['page 0', stated.with(8, 0)],
  ['half a page', stated.with(8, 1.5)],
  ['a page over the limit', stated.with(8, pagesMax + 1)],
  ['a page as a text', stated.with(8, '2')],
  ['an extra element', [...stated, 'patient.id']],
  ['a missing element', stated.slice(0, -1)],
  ['an object instead of a list', Object.fromEntries(stated.entries())],
  ['null', null],
])('A panel with %s is rejected as a whole [EMBED-9]', (_what, other) => {
  expect(parsePanel(encoded(stated))).toBeDefined();
  expect(parsePanel(encoded(other))).toBeUndefined();
});

test("A panel's state has one spelling: spaces, padding, another alphabet, and long texts are rejected [EMBED-9]", () => {
  const text = writePanel({ ...firstPanel(firstClinicalTab), search: '??>>' });
  const json = Buffer.from(text, 'base64url').toString();
  for (const other of [
    '',
    `${text}=`,
    ` ${text}`,
    `${text}%`,
    Buffer.from(json).toString('base64'),
    Buffer.from(` ${json}`).toString('base64url'),
    Buffer.from(Buffer.concat([Buffer.from([0xff]), Buffer.from(json)])).toString('base64url'),
    'A'.repeat(panelCharactersMax + 1),
    encoded(Array.from({ length: 2_000 }, () => [])),
  ])
    expect(parsePanel(other)).toBeUndefined();
});

test('Each of 10,000 random panel texts is a valid page state or rejected [EMBED-9] [DECISION-77]', () => {
  const understood = fc
    .sample(panelTexts, 10_000)
    .map(text => ({ text, panel: parsePanel(text) }))
    .filter(({ panel }) => panel !== undefined);
  const wrong = understood.filter(({ text, panel }) => {
    if (panel === undefined) return true;
    const { tab, filters, order, page } = panel;
    const names = new Set(tab.columns.map(nameOfColumn));
    return (
      writePanel(panel) !== text ||
      !clinicalTabs.includes(tab) ||
      ![...Object.keys(filters), order.column].every(name => names.has(name)) ||
      !(page >= 1 && page <= pagesMax)
    );
  });
  expect(wrong).toEqual([]);
  // Otherwise too few texts would be valid to prove anything.
  expect(understood.length).toBeGreaterThan(2_000);
});

test('Typed filters are trimmed and cleaned, and an invalid date is reported [EMBED-6]', () => {
  const typed: Record<string, string> = {
    search: ' chest\u0000\tpain ',
    from: '2021-02-30',
    to: '2021-12-31',
    'visit.kind': 'Anything',
    'visit.reason': 'x'.repeat(500),
    'patient.id': 'p-2',
  };
  const { faults, ...narrowing } = readNarrowing(firstClinicalTab, field => typed[field] ?? '');
  expect(faults).toEqual({ from: 'must be a real date, like 11/22/2026' });
  expect(narrowing).toEqual({
    search: 'chest pain',
    from: '',
    to: '2021-12-31',
    filters: { 'visit.reason': 'x'.repeat(panelTextMax) },
  });
  expect(parsePanel(writePanel({ ...firstPanel(firstClinicalTab), ...narrowing }))).toBeDefined();
});

test('A panel counts as narrowed only by a search, a date, or a filter value', () => {
  const first = firstPanel(firstClinicalTab);
  expect(isNarrowed(first)).toBe(false);
  expect(isNarrowed({ ...first, filters: { 'visit.kind': '' } })).toBe(false);
  for (const narrowing of [{ search: 'a' }, { from: '2021-01-01' }, { filters: { 'visit.kind': 'Office' } }])
    expect(isNarrowed({ ...first, ...narrowing })).toBe(true);
});
