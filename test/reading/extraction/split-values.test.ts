/** Values that a form splits across several places. */
import { extract } from '../../../src/reading/extraction/extract';
import type { DocumentLayout } from '../../../src/reading/document-layout';
import { layout, page, widget, type Line } from './layouts';

const nameIn = (paper: DocumentLayout) => extract(paper).data.patientName?.text;
const birthIn = (paper: DocumentLayout) => extract(paper).data.patientDateOfBirth?.text;
const lines = (...of: readonly Line[]): DocumentLayout => layout(page(of));

describe('A name in two places', () => {
  test.each<[string, DocumentLayout, string | undefined]>([
    [
      'is read after labels side by side',
      lines([60, 60, 'Last Name: Doe'], [300, 60, 'First Name: Jane']),
      'Jane Doe',
    ],
    [
      'is read below the labels',
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
    ['is read in Spanish', lines([60, 60, 'Apellidos: Ruiz Paz'], [300, 60, 'Nombre: Ana']), 'Ana Ruiz Paz'],
    [
      'is not read without a first name',
      lines([60, 60, 'Last Name: Doe'], [300, 60, 'First Name:']),
      undefined,
    ],
    [
      'is not read if another label takes its place',
      lines([60, 60, 'Last Name:'], [60, 74, 'First Name:']),
      undefined,
    ],
  ])('%s', (_where, paper, name) => {
    expect(nameIn(paper)).toBe(name);
  });

  test('is not read across two pages', () => {
    const paper = layout(
      page([[60, 60, 'Last Name: Doe']]),
      page([[60, 60, 'First Name: Jane']], { number: 2 }),
    );
    expect(nameIn(paper)).toBeUndefined();
  });
});

describe('A date of birth in three boxes', () => {
  const boxes = (month: string, day: string, year: string): DocumentLayout =>
    layout(
      page(
        [
          [60, 60, 'Date of birth month'],
          [260, 60, 'Day'],
          [360, 60, 'Year'],
          [60, 76, month],
          [260, 76, day],
          [360, 76, year],
        ],
        { rules: [60, 260, 360].map(x => ({ x, y: 88, width: 80, height: 1 })) },
      ),
    );

  test.each([
    ['02', '29', '1984', '02/29/1984'],
    ['2', '9', '1984', '2/9/1984'],
    ['02', '30', '1984', undefined],
    ['02', '', '1984', undefined],
    ['02', 'x', '1984', undefined],
  ])('is read from %s, %s, and %s as %s', (month, day, year, text) => {
    const paper = boxes(month, day, year);
    expect(birthIn(paper)).toBe(text);
  });
});

/** Returns a label with a row of fields below it, each 100 points wide, by default 10 apart. */
const fieldsBelow = (label: string, values: readonly string[], apart = 110): DocumentLayout =>
  layout(
    page([[60, 60, label]], {
      widgets: values.map((value, index) => ({
        ...widget('text', [60 + index * apart, 74], { value }),
        box: { x: 60 + index * apart, y: 74, width: 100, height: 14 },
      })),
    }),
  );

describe('Fields in a row below one label [CHECK-31]', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['Patient name (first, middle initial, last)', ['Jane', 'Q', 'Doe'], 'Jane Q Doe'],
    ['Patient name (first, middle initial, last)', ['Jane', '', 'Doe'], 'Jane Doe'],
    ["1. VETERAN/BENEFICIARY'S NAME (First, Middle Initial, Last)", ['Jane', '', 'Doe'], 'Jane Doe'],
    ["Veteran's name", ['Jane', 'Doe'], 'Jane Doe'],
    ['Patient name (last, first, middle)', ['Doe', 'Jane', 'Q'], 'Jane Q Doe'],
    ['Patient name (first, last)', ['Jane', ''], undefined],
    ['Patient name (first, last)', ['', ''], undefined],
    ['Patient name and number', ['Jane', '1234567'], undefined],
    ['Name of the hospital', ['Harbor', 'General'], undefined],
  ])('are the parts of a name: %s %j', (label, values, name) => {
    const paper = fieldsBelow(label, values);
    expect(nameIn(paper)).toBe(name);
  });

  test.each<[readonly string[], string | undefined]>([
    [['11', '05', '1981'], '11/05/1981'],
    [['1', '5', '1981'], '1/5/1981'],
    [['11', '05', '1981', ''], '11/05/1981'],
    [['02', '30', '1981'], undefined],
    [['11', '', '1981'], undefined],
    [['11', '05', '81'], '11/05/81'],
    [['', '', ''], undefined],
  ])('are month, day, and year of birth: %j is %s', (values, text) => {
    const paper = fieldsBelow('4. DATE OF BIRTH (MM/DD/YYYY)', values);
    expect(birthIn(paper)).toBe(text);
  });

  test('do not include a field that is farther apart', () => {
    const paper = fieldsBelow('Patient name (first, last)', ['Jane', 'Doe'], 180);
    expect(nameIn(paper)).toBeUndefined();
  });
});
