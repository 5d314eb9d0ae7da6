/** The dates of service that a form covers: ranges, periods, and checked options. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, rule, widget, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];

function datesOf(
  lines: readonly Line[],
  rules: readonly Box[] = [],
  widgets: readonly Widget[] = [],
): string | undefined {
  const paper = page([title, ...lines], { rules, widgets: [...widgets] });
  return extract(layout(paper)).data.datesOfService?.text;
}

const field = (x: number, y: number, width: number, value: string): Widget => ({
  ...widget('text', [x, y], { value }),
  box: { x, y, width, height: 12 },
});
const box = (x: number, y: number, isOn = false): Widget => ({
  ...widget('checkbox', [x, y], { isOn }),
  box: { x, y, width: 9, height: 9 },
});

describe('Two dates in their blanks are a range [CHECK-60]', () => {
  test.each<[string, string, string]>([
    ['from and to', 'Dates of service from (date)', 'to (date)'],
    ['between and and', 'For treatment received between', 'and'],
    ['in Spanish', 'Fechas de tratamiento desde:', 'Hasta:'],
    ['with the head of the row', 'Date range', 'to'],
  ])('%s', (_, before, between) => {
    const lines: readonly Line[] = [
      [60, 100, before],
      [240, 99, '02/11/2019'],
      [320, 100, between],
      [400, 99, '04/24/2025'],
    ];
    expect(datesOf(lines, [rule(236, 110, 70), rule(396, 110, 70)])).toBe('02/11/2019 - 04/24/2025');
  });

  test('in form fields that cover the ends of their labels', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Records covering the period of'],
      [300, 100, '(date) to'],
    ];
    const fields = [field(200, 99, 90, '02/11/2019'), field(340, 99, 90, '04/24/2025')];
    expect(datesOf(lines, [], fields)).toBe('02/11/2019 - 04/24/2025');
  });

  test('in a field for each part of a date', () => {
    const lines: readonly Line[] = [
      [60, 100, 'For the following dates or time frame: From:'],
      [400, 100, 'To:'],
    ];
    const parts = ['02', '11', '2019', '04', '24', '2025'].map((value, index) =>
      field((index < 3 ? 290 : 330) + index * 32, 99, 28, value),
    );
    expect(datesOf(lines, [], parts)).toBe('02/11/2019 - 04/24/2025');
  });

  test('up to the present', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Dates of service from'],
      [240, 100, 'to'],
    ];
    const fields = [field(170, 99, 60, '01/2019'), field(260, 99, 60, 'Present')];
    expect(datesOf(lines, [], fields)).toBe('01/2019 - Present');
  });

  test.each<[string, readonly Line[]]>([
    ['a term', [[60, 100, 'This authorization is valid from 01/05/2026 to 01/05/2027']]],
    ['a birth and a signature', [[60, 100, 'Date of birth 01/05/1980 and signed 01/05/2026']]],
    ['two dates without a word between them', [[60, 100, 'Seen on 01/05/2020, 01/05/2021']]],
  ])('but not %s', (_, lines) => {
    expect(datesOf(lines)).toBeUndefined();
  });
});

test.each(['01/01/2019 - 06/30/2025', '2015 to present', 'All dates', 'Past 2 years', '3/4/2024'])(
  'A period at a label is read: %s',
  text => {
    expect(
      datesOf(
        [
          [60, 100, 'Dates of service:'],
          [170, 99, text],
        ],
        [rule(166, 110, 200)],
      ),
    ).toBe(text);
  },
);

test('One of two dates on a line is no date of service [CHECK-60]', () => {
  const lines: readonly Line[] = [
    [60, 100, 'Dates of service:'],
    [170, 99, '02/11/2019'],
    [300, 99, '04/24/2025'],
  ];
  expect(datesOf(lines, [rule(166, 110, 70), rule(296, 110, 70)])).toBeUndefined();
});

test('A checked option is read, if it says which dates', () => {
  const lines: readonly Line[] = [
    [60, 100, 'Dates of service:'],
    [80, 116, 'All dates of treatment'],
    [80, 132, 'Past two years'],
  ];
  expect(datesOf(lines, [], [box(64, 116, true), box(64, 132)])).toBe('All dates of treatment');
  expect(datesOf(lines, [], [box(64, 116), box(64, 132, true)])).toBe('Past two years');
  expect(datesOf(lines, [], [box(64, 116), box(64, 132)])).toBeUndefined();
});

test('A page full of questions, dates, and options takes a few seconds at most [CHECK-35]', () => {
  const texts = ['Expires', 'until', '01/02/2027', 'Dates of service', 'All dates', 'x'];
  const words = Array.from({ length: 1_000 }, (_, index) => ({
    text: texts[index % texts.length] ?? '',
    box: { x: 10 + (index % 25) * 40, y: 10 + Math.floor(index / 25) * 6, width: 20, height: 5 },
  }));
  const before = process.cpuUsage();
  extract(layout(page([], { words, rules: words.map(({ box: { x, y } }) => rule(x, y + 5, 22)) })));
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
});
