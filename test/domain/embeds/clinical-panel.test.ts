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

const encoded = (said: unknown): string => Buffer.from(JSON.stringify(said)).toString('base64url');
const said: unknown[] = [
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

test('the tabs are those of the interface, visits first [EMBED-6]', () => {
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

test('a panel that was told restores its state, whatever that is [EMBED-9]', () => {
  fc.assert(
    fc.property(panels, panel => {
      const text = writePanel(panel);
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(parsePanel(text)).toEqual(panel);
    }),
    { numRuns: 500 },
  );
});

test('the longest texts in every field make a panel that can be given back [EMBED-9]', () => {
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
  ['another version', said.with(0, 2)],
  ['no version', said.slice(1)],
  ['an unknown tab', said.with(1, 'patients')],
  ['a text that is too long', said.with(2, 'x'.repeat(panelTextMax + 1))],
  ['a control character', said.with(2, 'a\nb')],
  ['a lone surrogate', said.with(2, '\ud800')],
  ['a day that is none', said.with(3, '2021-02-30')],
  ['an instant', said.with(3, '2021-01-01T00:00:00Z')],
  ['a filter of the patient', said.with(5, [['patient.id', 'p-2']])],
  ['a filter of the project', said.with(5, [['project.id', 'live']])],
  ['a filter of the company', said.with(5, [['company.id', 'other']])],
  ['a filter of a column that does not narrow', said.with(5, [['visit.ref', 'v1']])],
  ['a filter of another tab', said.with(5, [['procedure.code', '71046']])],
  ['a value that is no choice', said.with(5, [['visit.kind', 'Anything']])],
  [
    'a filter twice',
    said.with(5, [
      ['visit.kind', 'Office'],
      ['visit.kind', 'Office'],
    ]),
  ],
  ['a filter of nothing', said.with(5, [['visit.kind', '']])],
  ['filters that are no list', said.with(5, { 'visit.kind': 'Office' })],
  ['an order by whose it is', said.with(6, 'patient.firstName')],
  ['an order by the prototype', said.with(6, '__proto__')],
  ['a third direction', said.with(7, 'sideways')],
  ['page nought', said.with(8, 0)],
  ['half a page', said.with(8, 1.5)],
  ['a page too far', said.with(8, pagesMax + 1)],
  ['a page as a text', said.with(8, '2')],
  ['more than it has', [...said, 'patient.id']],
  ['less than it has', said.slice(0, -1)],
  ['an object', Object.fromEntries(said.entries())],
  ['nothing', null],
])('a panel with %s is none, and is not understood by half [EMBED-9]', (_what, other) => {
  expect(parsePanel(encoded(said))).toBeDefined();
  expect(parsePanel(encoded(other))).toBeUndefined();
});

test('a state has one spelling: blanks, padding, another alphabet, and what is too long, are refused [EMBED-9]', () => {
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

test('10,000 strange panels are a whole state of the page or none [EMBED-9] [DECISION-77]', () => {
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
  // Else the texts would be too strange to show anything.
  expect(understood.length).toBeGreaterThan(2_000);
});

test('cuts and cleans what was typed, and reports an invalid date [EMBED-6]', () => {
  const typed: Record<string, string> = {
    search: ' chest\u0000\tpain ',
    from: '2021-02-30',
    to: '2021-12-31',
    'visit.kind': 'Anything',
    'visit.reason': 'x'.repeat(500),
    'patient.id': 'p-2',
  };
  const { faults, ...narrowing } = readNarrowing(firstClinicalTab, field => typed[field] ?? '');
  expect(faults).toEqual({ from: 'must be a date, like 2026-11-22' });
  expect(narrowing).toEqual({
    search: 'chest pain',
    from: '',
    to: '2021-12-31',
    filters: { 'visit.reason': 'x'.repeat(panelTextMax) },
  });
  expect(parsePanel(writePanel({ ...firstPanel(firstClinicalTab), ...narrowing }))).toBeDefined();
});

test('only what narrows something counts as narrowed', () => {
  const first = firstPanel(firstClinicalTab);
  expect(isNarrowed(first)).toBe(false);
  expect(isNarrowed({ ...first, filters: { 'visit.kind': '' } })).toBe(false);
  for (const narrowing of [{ search: 'a' }, { from: '2021-01-01' }, { filters: { 'visit.kind': 'Office' } }])
    expect(isNarrowed({ ...first, ...narrowing })).toBe(true);
});
