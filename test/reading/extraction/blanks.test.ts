/** The places of a page that people write in. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { PageLayout } from '../../../src/reading/document-layout';
import { blanksOf, linesOf } from '../../../src/reading/extraction/blanks';
import { page, widget } from './layouts';

const across = (x: number, y: number, width: number): Box => ({ x, y, width, height: 1 });
const down = (x: number, y: number, height: number): Box => ({ x, y, width: 1, height });

/** Returns each blank as `kind left-right at floor`. */
const shown = (paper: PageLayout): string[] =>
  blanksOf(paper).map(
    ({ kind, box }) =>
      `${kind} ${Math.round(box.x)}-${Math.round(box.x + box.width)} at ${Math.round(box.y + box.height)}`,
  );

test('A drawn line is a blank as high as people write, or up to the previous line', () => {
  const paper = page([], { rules: [across(100, 200, 150), across(100, 214, 150)] });
  expect(blanksOf(paper).map(({ box }) => [box.y, box.height])).toEqual([
    [180, 20],
    [201, 13],
  ]);
});

test.each([
  ['underscores after a label', 'Name: __________', ['line 80-130 at 108']],
  [
    'underscores in one word with two labels',
    'Name:________Born:________',
    ['line 75-115 at 108', 'line 140-180 at 108'],
  ],
  ['dashes', 'Name: ----------', ['line 80-130 at 108']],
  ['dots', 'Name: ..........', ['line 80-130 at 108']],
  ['the parts of a date', 'Born: ___/___/____', ['line 80-140 at 108']],
])('%s are a blank', (_what, text, blanks) => {
  expect(shown(page([[50, 100, text]]))).toEqual(blanks);
});

test('Underscores are where their ink is, not where letters of one width would be', () => {
  const paper = page([[50, 100, 'Name:________Born:________']], {
    rules: [across(90, 109, 30), across(150, 109, 40)],
  });
  expect(shown(paper)).toEqual(['line 90-120 at 109', 'line 150-190 at 109']);
  expect(linesOf(paper).words.map(({ text, box }) => [text, box.x, box.width])).toEqual([
    ['Name:', 50, 40],
    ['Born:', 120, 30],
  ]);
});

test('The parts of a line that a scan has broken are one blank, and two lines with a gap are two', () => {
  expect(shown(page([], { rules: [across(50, 100, 40), across(92, 101, 40)] }))).toEqual([
    'line 50-132 at 100',
  ]);
  expect(shown(page([], { rules: [across(50, 100, 40), across(110, 100, 40)] }))).toHaveLength(2);
});

test('Cells are between two vertical and two horizontal lines, whatever else is on the page', () => {
  const rules = [
    ...[100, 130, 160].map(y => across(50, y, 300)),
    ...[50, 200, 350].map(x => down(x, 100, 60)),
    across(50, 300, 100),
  ];
  expect(shown(page([], { rules })).toSorted()).toEqual([
    'cell 201-350 at 130',
    'cell 201-350 at 160',
    'cell 51-200 at 130',
    'cell 51-200 at 160',
    'line 50-150 at 300',
    // People also write above the first row.
    'line 50-350 at 100',
  ]);
});

test('The frame of a section is no cell, and the lines in it are blanks', () => {
  const rules = [across(50, 100, 300), across(50, 400, 300), down(50, 100, 300), down(350, 100, 300)];
  expect(shown(page([], { rules: [...rules, across(100, 200, 100)] }))).toContain('line 100-200 at 200');
  expect(shown(page([], { rules })).filter(text => text.startsWith('cell'))).toEqual([]);
});

test('A form field counts instead of the line under it', () => {
  const field = widget('text', [100, 188], { value: 'Ada Quist' });
  const paper = page([], { rules: [across(100, 201, 160)], widgets: [field] });
  expect(blanksOf(paper)).toEqual([{ kind: 'field', page: 1, box: field.box, widget: field }]);
});

test('A page full of lines has a limited number of blanks', () => {
  const rules = Array.from({ length: 600 }, (_, index) => index * 1.2).flatMap(at => [
    across(0, at, 600),
    down(at, 0, 780),
  ]);
  expect(blanksOf(page([], { rules })).length).toBeLessThan(5_000);
});
