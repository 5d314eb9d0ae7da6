/** Values that a form has several places for. */
import { findSplitBirth, findSplitName, findTicked } from '../../../src/domain/auth-checks/split-values';
import { segmentsOf } from '../../../src/domain/auth-checks/text-segments';
import type { DocumentLayout } from '../../../src/domain/auth-checks/document-layout';
import { layout, page, widget, type Line } from './layouts';

const segments = (paper: DocumentLayout) => paper.pages.flatMap(segmentsOf);
const lines = (...of: readonly Line[]): DocumentLayout => layout(page(of));

describe('a name in two places', () => {
  test.each<[string, DocumentLayout, string | undefined]>([
    [
      'behind labels beside each other',
      lines([60, 60, 'Last Name: Doe'], [300, 60, 'First Name: Jane']),
      'Jane Doe',
    ],
    [
      'on the lines below labels',
      layout(
        page(
          [
            [60, 60, 'Last name'],
            [300, 60, 'First name'],
            [62, 76, 'Doe'],
            [302, 76, 'Jane'],
          ],
          {
            rules: [
              { x: 60, y: 88, width: 200, height: 1 },
              { x: 300, y: 88, width: 200, height: 1 },
            ],
          },
        ),
      ),
      'Jane Doe',
    ],
    ['in Spanish', lines([60, 60, 'Apellidos: Ruiz Paz'], [300, 60, 'Nombre: Ana']), 'Ana Ruiz Paz'],
    ['with no first name', lines([60, 60, 'Last Name: Doe'], [300, 60, 'First Name:']), undefined],
    ['with another label for a name', lines([60, 60, 'Last Name:'], [60, 74, 'First Name:']), undefined],
  ])('%s', (_where, paper, name) => {
    expect(findSplitName(paper, segments(paper))?.text).toBe(name);
  });

  test('on two pages it is nobody’s', () => {
    const paper = layout(
      page([[60, 60, 'Last Name: Doe']]),
      page([[60, 60, 'First Name: Jane']], { number: 2 }),
    );
    expect(findSplitName(paper, segments(paper))).toBeNull();
  });
});

describe('a date of birth in three boxes', () => {
  const boxes = (month: string, day: string, year: string): DocumentLayout =>
    lines(
      [60, 60, 'Date of birth month'],
      [260, 60, 'Day'],
      [360, 60, 'Year'],
      [60, 76, month],
      [260, 76, day],
      [360, 76, year],
    );

  test.each([
    ['02', '29', '1984', '02/29/1984'],
    ['2', '9', '1984', '2/9/1984'],
    ['02', '30', '1984', undefined],
    ['02', '', '1984', undefined],
    ['02', 'x', '1984', undefined],
  ])('%s, %s and %s are %s', (month, day, year, text) => {
    const paper = boxes(month, day, year);
    expect(findSplitBirth(paper, segments(paper))?.text).toBe(text);
  });
});

describe('an option among others', () => {
  const question = /^purpose of/i;
  const form = (...ticked: readonly boolean[]): DocumentLayout =>
    layout(
      page(
        [
          [60, 60, 'Purpose of the disclosure:'],
          [80, 78, 'Legal'],
          [80, 94, 'Insurance'],
          [80, 110, 'Continuing care'],
        ],
        {
          widgets: ticked.map((isOn, index) =>
            widget('checkbox', [64, 77 + index * 16], {
              isOn,
              box: { x: 64, y: 77 + index * 16, width: 10, height: 10 },
            }),
          ),
        },
      ),
    );

  test('is the one that is ticked', () => {
    const paper = form(false, true, false);
    expect(findTicked(paper, segments(paper), question)?.text).toBe('Insurance');
  });

  test.each<[string, DocumentLayout]>([
    ['all boxes are empty', form(false, false, false)],
    ['there are no boxes', form()],
  ])('is none where %s', (_when, paper) => {
    expect(findTicked(paper, segments(paper), question)).toBeNull();
  });
});
