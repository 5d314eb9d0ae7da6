/** The area in which rules and frames place a value. */
import { covered, ruledArea } from '../../../src/reading/extraction/value-areas';
import { segmentsOf } from '../../../src/reading/extraction/text-segments';
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { PageLayout } from '../../../src/reading/document-layout';
import { page } from './layouts';

const across = (x: number, y: number, width: number): Box => ({ x, y, width, height: 1 });
const down = (x: number, y: number, height: number): Box => ({ x, y, width: 1, height });

/** Returns the area of the label "Name:" at (60, 60), 10 points high, among these rules. */
function areaAmong(...rules: readonly Box[]): Box | undefined {
  const paper: PageLayout = page([[60, 60, 'Name:']], { rules });
  const [segment] = segmentsOf(paper);
  if (segment === undefined) throw new Error('a page of one line has no segment');
  return ruledArea(paper, { segment, to: segment.text.length }, 16);
}

/** Returns whether a word at this place lies in an area. */
const holds = (area: Box | undefined, x: number, y: number): boolean =>
  area !== undefined && covered({ x, y, width: 20, height: 10 }, [area]) > 0.7;

test.each<[string, readonly Box[], readonly [x: number, y: number], readonly [x: number, y: number]]>([
  ['on the line behind the label', [across(90, 70, 200)], [120, 59], [120, 74]],
  ['on the line below the label', [across(60, 95, 200)], [80, 82], [80, 100]],
  ['on the line above the label', [across(60, 58, 200)], [80, 46], [80, 72]],
  [
    'in the box for its letters right below the label, even with a rule above',
    [across(50, 57, 500), across(60, 72, 110), across(60, 90, 110)],
    [80, 76],
    [80, 46],
  ],
  [
    'in the frame below the label',
    [across(50, 55, 200), across(50, 95, 200), down(50, 55, 40), down(250, 55, 40)],
    [80, 80],
    [280, 80],
  ],
  [
    'in the next cell if the label fills its own',
    [across(50, 55, 300), across(50, 74, 300), down(50, 55, 19), down(110, 55, 19), down(350, 55, 19)],
    [150, 59],
    [150, 90],
  ],
])('The value area is %s', (_where, rules, inside, outside) => {
  const area = areaAmong(...rules);
  expect(holds(area, ...inside)).toBe(true);
  expect(holds(area, ...outside)).toBe(false);
});

test.each<[string, readonly Box[]]>([
  [
    'the label fills a row of a table, whose top rule belongs to the previous row',
    [across(50, 55, 500), across(50, 74, 500)],
  ],
  ['there are no rules', []],
  ['the next rule is far below', [across(60, 200, 200)]],
  ['the rules are on the other side of the page', [across(400, 70, 150)]],
])('There is no value area if %s', (_when, rules) => {
  expect(areaAmong(...rules)).toBeUndefined();
});

test('A box is covered by the part of it that lies in other boxes', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(covered(box, [])).toBe(0);
  expect(covered(box, [{ x: 5, y: 0, width: 10, height: 10 }])).toBe(0.5);
  expect(
    covered(box, [
      { x: 0, y: 0, width: 5, height: 10 },
      { x: 5, y: 5, width: 5, height: 5 },
    ]),
  ).toBe(0.75);
  expect(covered(box, [{ x: 20, y: 0, width: 5, height: 5 }])).toBe(0);
});
