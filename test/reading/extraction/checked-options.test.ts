/** The relationship to the patient as a checked option. */
import type { Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

const lines: readonly Line[] = [
  [60, 40, 'Authorization to release health information'],
  [60, 100, 'Relationship to patient:'],
  [80, 118, 'Parent of a minor'],
  [80, 134, 'Legal guardian'],
  [60, 160, 'Purpose of the disclosure:'],
  [80, 178, 'Insurance'],
];

const box = (y: number, isOn = false): Widget => ({
  ...widget('checkbox', [64, y], { isOn }),
  box: { x: 64, y, width: 9, height: 9 },
});

function relationshipOf(over: readonly Line[], widgets: readonly Widget[]): string | undefined {
  return extract(layout(page([...lines, ...over], { widgets: [...widgets] }))).data.relationship?.text;
}

test('A checked box says the relationship', () => {
  expect(relationshipOf([], [box(118), box(134, true), box(178)])).toBe('Legal guardian');
});

test('A typed X says the relationship', () => {
  expect(relationshipOf([[66, 118, 'X']], [])).toBe('Parent of a minor');
});

test.each<[string, readonly Widget[]]>([
  ['all boxes are empty', [box(118), box(134), box(178)]],
  ['there are no boxes', []],
  ["another question's box is checked", [box(118), box(134), box(178, true)]],
])('No option counts if %s', (_, widgets) => {
  expect(relationshipOf([], widgets)).toBeUndefined();
});
