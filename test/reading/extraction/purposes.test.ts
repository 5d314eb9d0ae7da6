/** The purpose: a checked option, or what is written behind the question. */
import type { InkStroke, Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];
const options: readonly Line[] = [
  [50, 100, 'Purpose of disclosure:'],
  [74, 116, 'Insurance claim'],
  [214, 116, 'Legal matter'],
  [50, 150, 'Please send'],
  [74, 166, 'Progress summary'],
];

function purposeOf(lines: readonly Line[], over: Parameters<typeof page>[1] = {}): string | undefined {
  return extract(layout(page([title, ...lines], over))).data.purpose?.text;
}

const box = (x: number, y: number, isOn = false): Widget => ({
  ...widget('checkbox', [x, y], { isOn }),
  box: { x, y, width: 9, height: 9 },
});

/** Returns a stroke of a size: a cross, an empty square. */
const ink = (
  x: number,
  y: number,
  size: number,
  rows: (row: number, column: number) => boolean,
): InkStroke => ({
  box: { x, y, width: size, height: size },
  fill: 0.3,
  drawing: Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => (rows(row, column) ? '#' : '.')).join(''),
  ),
});
const cross = (x: number, y: number): InkStroke =>
  ink(x, y, 12, (row, column) => row === column || row + column === 11);
const square = (x: number, y: number): InkStroke =>
  ink(x, y, 12, (row, column) => [0, 11].includes(row) || [0, 11].includes(column));

test('A checked option is the purpose, up to the next box', () => {
  expect(purposeOf(options, { widgets: [box(60, 116), box(200, 116, true), box(60, 166)] })).toBe(
    'Legal matter',
  );
});

test('An option below another heading is no purpose', () => {
  expect(purposeOf(options, { widgets: [box(60, 116), box(200, 116), box(60, 166, true)] })).toBeUndefined();
});

test.each([
  ['a typed X', [[201, 116, 'X']] as readonly Line[], [] as readonly InkStroke[], 'Legal matter'],
  ['a cross in ink', [], [cross(199, 115)], 'Legal matter'],
  ['an empty square', [], [square(199, 115)], undefined],
])('Of options on paper, %s counts as it should', (_what, lines, strokes, expected) => {
  expect(purposeOf([...options, ...lines], { ink: { strokes, rules: [] } })).toBe(expected);
});

test('Several strokes of one size are printed, not marks', () => {
  const strokes = [cross(59, 115), cross(199, 115), cross(59, 165)];
  expect(purposeOf(options, { ink: { strokes, rules: [] } })).toBeUndefined();
});

test('What is written on the line behind the question is the purpose', () => {
  expect(
    purposeOf(
      [
        [60, 100, 'Purpose of disclosure:'],
        [190, 99, 'Personal injury claim'],
      ],
      { rules: [{ x: 180, y: 110, width: 300, height: 1 }] },
    ),
  ).toBe('Personal injury claim');
});

test('A question in Spanish ends before what is written below it in its cell', () => {
  const frame = [
    { x: 54, y: 149, width: 504, height: 1 },
    { x: 54, y: 181, width: 504, height: 1 },
    { x: 54, y: 149, width: 1, height: 33 },
    { x: 557, y: 149, width: 1, height: 33 },
  ];
  const lines: readonly Line[] = [
    [60, 153, 'Propósito de la divulgación'],
    [60, 166, 'Reclamo de seguro, a petición mía'],
  ];
  expect(purposeOf(lines, { ink: { strokes: [], rules: frame } })).toBe('Reclamo de seguro, a petición mía');
});
