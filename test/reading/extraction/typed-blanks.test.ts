/** Made-up layouts with lines that are typed, and with names that are words of forms. */
import type { AuthorizationData, Box } from '../../../src/domain/auth-checks/extraction';
import type { InkStroke, Word } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { isNameLike } from '../../../src/reading/extraction/form-fields';
import { down, layout, page, rule, stroke, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];
const word = (text: string, x: number, y: number, width: number): Word => ({
  text,
  box: { x, y, width, height: 10 },
});

interface Drawn {
  readonly lines?: readonly Line[];
  readonly words?: readonly Word[];
  readonly rules?: readonly Box[];
  readonly strokes?: readonly InkStroke[];
}

function read({ lines = [], words = [], rules = [], strokes = [] }: Drawn): AuthorizationData {
  const plain = page([title, ...lines]);
  const all = { ...plain, words: [...plain.words, ...words], ink: { strokes, rules } };
  return extract(layout(all)).data;
}

describe('A typed line', () => {
  test('of underscores with spaces leaves the label that it touches readable [CHECK-56]', () => {
    const words = [
      word('_', 60, 100, 5),
      word('_', 70, 100, 5),
      word('_', 80, 100, 5),
      word('_D.O.B._', 90, 100, 40),
      ...Array.from({ length: 12 }, (_, index) => word('_', 135 + index * 8, 100, 5)),
      word('03/28/1960', 140, 99, 50),
    ];
    expect(read({ words }).patientDateOfBirth?.date).toBe('1960-03-28');
  });

  test.each(['.', '-'])('of %s is signed like one of underscores [CHECK-56]', sign => {
    const words = [word(`Signature${sign.repeat(50)}Date${sign.repeat(20)}`, 60, 600, 415)];
    const typed = word('10/21/2026', 385, 599, 50);
    const signed = read({ words: [...words, typed], strokes: [stroke(140, 592)] });
    expect(signed.signature.evidence).toBe('ink');
    expect(signed.signatureDate?.date).toBe('2026-10-21');
    const unsigned = read({ words: [...words, typed] });
    expect(unsigned.signature.evidence).toBe('none');
    const onDate = read({ words, strokes: [{ box: { x: 392, y: 592, width: 60, height: 14 }, fill: 0.15 }] });
    expect(onDate.signature.evidence).toBe('none');
  });

  test('in a sentence ends where its comma is, and the name on it is before that [CHECK-56]', () => {
    const words = [
      word('I,', 60, 200, 10),
      word('____________________,', 75, 200, 200),
      word('Marcus', 80, 199, 30),
      word('Brown', 115, 199, 25),
      word('authorize', 280, 200, 45),
      word('the', 330, 200, 15),
      word('release', 350, 200, 35),
    ];
    expect(read({ words }).patientName?.text).toBe('Marcus Brown');
    const blank = words.filter(({ text }) => !/Marcus|Brown/.test(text));
    expect(read({ words: blank }).patientName).toBeNull();
  });
});

test('A date counts on the line under its label, if all labels are over their lines [CHECK-56]', () => {
  const lines: Line[] = [
    [70, 236, 'Signature of patient'],
    [70, 263, 'Date'],
    [73, 283, '10/04/2026'],
  ];
  const rules = [rule(70, 255, 254), rule(70, 294, 114)];
  const strokes = [stroke(90, 222)];
  expect(read({ lines, rules, strokes }).signatureDate?.date).toBe('2026-10-04');
  expect(read({ lines: lines.slice(0, 2), rules, strokes }).signatureDate).toBeNull();
});

describe('A name', () => {
  test.each(['Christopher Page', 'MARY ANN PAGE', 'Page, Anne-Marie', 'Reno R Self'])(
    'may end with a word that forms use, too: %s [CHECK-57]',
    name => {
      expect(isNameLike(name)).toBe(true);
    },
  );

  test.each(['Signature Page', 'Cover Page', 'Next page', 'Patient Self', 'Page', 'Page Self', 'Your self'])(
    "isn't %s [CHECK-57]",
    text => {
      expect(isNameLike(text)).toBe(false);
    },
  );
});

describe('A value', () => {
  test('counts if it is typed so close to its label that both are one word [CHECK-58]', () => {
    const words = [
      word('BIRTHDATEJun.', 52, 164, 65),
      word('23,', 120, 164, 15),
      word('1953', 138, 164, 20),
      word('Name:Rosalind', 52, 140, 65),
      word('Villanueva', 120, 140, 50),
    ];
    const lines: Line[] = [[25, 140, 'Full']];
    const { patientDateOfBirth, patientName } = read({ words, lines });
    expect(patientDateOfBirth?.date).toBe('1953-06-23');
    expect(patientName?.text).toBe('Rosalind Villanueva');
  });

  test('of a name counts in a sentence that goes on with a place [CHECK-58]', () => {
    const words = ['I,', 'Christopher', 'Pryor', 'of', 'Dayton', 'hereby', 'authorize'].map((text, index) =>
      word(text, 60 + index * 60, 200, text.length * 5),
    );
    expect(read({ words }).patientName?.text).toBe('Christopher Pryor');
  });
});

describe('A signature with flat parts', () => {
  test('counts if one of them is right above its line [CHECK-58]', () => {
    const lines: Line[] = [
      [79, 717, 'Signature of patient'],
      [421, 704, 'Date:'],
    ];
    const rules = [rule(41, 713, 294), rule(440, 713, 120)];
    const tall = (x: number): InkStroke => ({ box: { x, y: 699, width: 7, height: 13 }, fill: 0.5 });
    const flat = rule(64, 711, 56);
    const strokes = [tall(64), tall(92), tall(113)];
    expect(read({ lines, rules: [...rules, flat], strokes }).signature.evidence).toBe('ink');
    expect(read({ lines, rules: [...rules, flat] }).signature.evidence).toBe('none');
    expect(read({ lines, rules, strokes: strokes.slice(0, 1) }).signature.evidence).toBe('none');
  });

  test('counts in its cell if they look like a line beside the label [CHECK-58]', () => {
    const lines: Line[] = [
      [59, 597, 'Date'],
      [149, 597, 'Patient signature'],
      [275, 627, 'Relationship'],
    ];
    const frame = [rule(55, 595, 540), rule(55, 625, 540), ...[55, 145, 354, 594].map(x => down(x, 595, 30))];
    const flat = rule(228, 609, 102);
    const strokes: InkStroke[] = [
      { box: { x: 200, y: 609, width: 30, height: 16 }, fill: 0.1 },
      { box: { x: 227, y: 608, width: 119, height: 17 }, fill: 0.12 },
    ];
    expect(read({ lines, rules: [...frame, flat], strokes }).signature.evidence).toBe('ink');
    expect(read({ lines, rules: frame }).signature.evidence).toBe('none');
    expect(read({ lines, rules: [...frame, flat] }).signature.evidence).toBe('none');
  });
});
