import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { InkStroke, PageLayout } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { signaturesOn } from '../../../src/reading/extraction/ink-evidence';
import { layout, page, rule, stroke, widget, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];

function read(lines: readonly Line[], over: Partial<PageLayout> = {}, strokes: readonly InkStroke[] = []) {
  const ink = { strokes, rules: over.ink?.rules ?? [] };
  return extract(layout(page([title, ...lines], { ...over, ink }))).data;
}
const birthIn = (data: AuthorizationData): string | undefined => data.patientDateOfBirth?.date;
const nameIn = (data: AuthorizationData): string | undefined => data.patientName?.text;

describe('A date of birth', () => {
  test.each<[string, string, readonly [string, string][]]>([
    ['whose field is named after it', '1984-02-29', [['Date of Birth', '2/29/1984']]],
    ['in a field with a joined name', '1984-02-29', [['patientBirthDate', '02-29-1984']]],
    [
      'in three fields, of which the first is named after it',
      '1984-02-29',
      [
        ['DOB', '02'],
        ['undefined', '29'],
        ['undefined_2', '1984'],
      ],
    ],
    ['whose field is named in Portuguese', '1984-02-29', [['Data de nascimento', '29 Feb 1984']]],
  ])('is read %s, without a label on the page [CHECK-49]', (_, date, fields) => {
    const widgets = fields.map(([name, value], index) =>
      widget('text', [80 + index * 40, 120], {
        name,
        value,
        box: { x: 80 + index * 40, y: 120, width: 30, height: 14 },
      }),
    );
    expect(birthIn(read([], { widgets }))).toBe(date);
  });

  test("isn't read from a field with another name", () => {
    const widgets = ['Date of service', 'Date', 'Employer'].map((name, index) =>
      widget('text', [80 + index * 100, 120], {
        name,
        value: '02/29/1984',
        box: { x: 80 + index * 100, y: 120, width: 90, height: 14 },
      }),
    );
    expect(birthIn(read([], { widgets }))).toBeUndefined();
  });
});

describe("The patient's name", () => {
  test.each<[string, readonly [string, string][]]>([
    ['after the patient', [['Patients Name', 'Ada Doe']]],
    [
      'in two fields for its parts',
      [
        ['Last Name', 'Doe'],
        ['First Name', 'Ada'],
      ],
    ],
  ])('is read from a field that is named %s [CHECK-49]', (_, fields) => {
    const widgets = fields.map(([name, value], index) =>
      widget('text', [80 + index * 200, 120], {
        name,
        value,
        box: { x: 80 + index * 200, y: 120, width: 150, height: 14 },
      }),
    );
    expect(nameIn(read([], { widgets }))).toBe('Ada Doe');
  });

  test.each(['Emergency contact name', 'Name of representative', 'Physician name', 'Maiden Name'])(
    "isn't read from the field: %s",
    name => {
      const widgets = [
        widget('text', [80, 120], { name, value: 'Ada Doe', box: { x: 80, y: 120, width: 150, height: 14 } }),
      ];
      expect(nameIn(read([], { widgets }))).toBeUndefined();
    },
  );

  test('is the name over or beside the date of birth if no label names it [CHECK-49]', () => {
    expect(
      nameIn(
        read([
          [60, 100, 'Ada Doe'],
          [60, 124, 'Date of birth: 02/29/1984'],
        ]),
      ),
    ).toBe('Ada Doe');
    expect(
      nameIn(
        read([
          [60, 124, 'Ada Doe'],
          [300, 124, 'Date of birth: 02/29/1984'],
        ]),
      ),
    ).toBe('Ada Doe');
  });

  test("isn't the name beside the date of birth if the name is an emergency contact's", () => {
    expect(
      nameIn(
        read([
          [60, 88, 'Emergency contact'],
          [60, 100, 'Ada Doe'],
          [60, 124, 'Date of birth: 02/29/1984'],
        ]),
      ),
    ).toBeUndefined();
  });
});

describe('Ink that is on no row', () => {
  test('is the signature if the nearest words ask the patient to sign [CHECK-49]', () => {
    const lines: Line[] = [
      [60, 634, '(Signature of patient or authorized representative)'],
      [400, 634, '(Date)'],
    ];
    const data = read([...lines, [400, 615, '11/20/2026']], {}, [stroke(90, 606, 180, 20)]);
    expect([data.signature.evidence, data.signatureDate?.date]).toEqual(['ink', '2026-11-20']);
  });

  test.each([['Signature of witness'], ['Printed name'], ['Medical records department']])(
    "isn't the signature if the nearest words are: %s",
    text => {
      expect(read([[60, 628, text]], {}, [stroke(90, 606, 180, 20)]).signature.evidence).toBe('none');
    },
  );

  test("isn't a signature if it is a column of check marks", () => {
    const marks = [stroke(60, 560, 24, 16), stroke(60, 580, 24, 16), stroke(60, 600, 24, 16)];
    expect(signaturesOn(page([], { ink: { strokes: marks, rules: [] } }))).toEqual([]);
    expect(signaturesOn(page([], { ink: { strokes: [stroke(60, 560)], rules: [] } }))).toHaveLength(1);
  });
});

test('A tall letter joins no lines that it reaches across', () => {
  const lines: Line[] = [
    [60, 100, 'Patient name'],
    [300, 100, 'Date of birth'],
    [60, 112, 'Ada Doe'],
    [300, 112, '2 Mar 1994'],
  ];
  const tall = { text: 'I', box: { x: 360, y: 95, width: 4, height: 30 } };
  const base = page([title, ...lines], { ink: { strokes: [], rules: [rule(40, 90, 500)] } });
  const data = extract(layout({ ...base, words: [...base.words, tall] })).data;
  expect([nameIn(data), birthIn(data)]).toEqual(['Ada Doe', '1994-03-02']);
});
