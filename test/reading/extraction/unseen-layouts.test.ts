/** Made-up layouts with the habits that kept forms we had never seen from passing. */
import type { AuthorizationData, Box } from '../../../src/domain/auth-checks/extraction';
import type { InkStroke, PageLayout, Word } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { findSignatureRows, pageLinesOf } from '../../../src/reading/extraction/signature-rows';
import { segmentsOf } from '../../../src/reading/extraction/text-segments';
import { writingLinesOf } from '../../../src/reading/extraction/writing-lines';
import { down, layout, page, rule, stroke, widget, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];

interface Drawn {
  readonly lines: readonly Line[];
  readonly rules?: readonly Box[];
  readonly strokes?: readonly InkStroke[];
  readonly words?: readonly Word[];
}

function pageOf({ lines, rules = [], strokes = [], words = [] }: Drawn): PageLayout {
  const plain = page([title, ...lines]);
  return { ...plain, words: [...plain.words, ...words], ink: { strokes, rules } };
}

const read = (drawn: Drawn): AuthorizationData => extract(layout(pageOf(drawn))).data;

describe('A signature', () => {
  test.each<[string, Line]>([
    ['about what was received', [60, 575, 'I have read this form and have received a copy of it.']],
    ['that starts with the reader', [60, 575, 'By signing I acknowledge that the staff has explained this']],
  ])('counts under a sentence %s [CHECK-53]', (_, sentence) => {
    const lines: Line[] = [sentence, [60, 592, 'Signature:'], [420, 592, 'Date:']];
    const rules = [rule(115, 602, 280), rule(450, 602, 100)];
    expect(read({ lines, rules, strokes: [stroke(140, 585)] }).signature.evidence).toBe('ink');
    expect(read({ lines, rules }).signature.evidence).toBe('none');
  });

  test('still belongs to others if a heading above it says so [CHECK-53]', () => {
    const lines: Line[] = [
      [60, 575, 'Records received by'],
      [60, 592, 'Signature:'],
      [420, 592, 'Date:'],
    ];
    const rules = [rule(115, 602, 280), rule(450, 602, 100)];
    expect(read({ lines, rules, strokes: [stroke(140, 585)] }).signature.evidence).toBe('none');
  });

  test('counts on a line that is one word with the labels before and after it [CHECK-53]', () => {
    const words = [
      {
        text: `SIGNATURE:${'_'.repeat(56)}DATE:${'_'.repeat(20)}`,
        box: { x: 60, y: 592, width: 450, height: 10 },
      },
    ];
    const rules = [rule(120, 602, 262), rule(412, 602, 98)];
    const signed = { lines: [], words, rules, strokes: [stroke(150, 588, 110, 10)] };
    expect(read(signed).signature.evidence).toBe('ink');
    expect(read({ ...signed, strokes: [] }).signature.evidence).toBe('none');
  });

  test('counts in its cell if it hangs over the floor, and not if it is in the next one [CHECK-53]', () => {
    const lines: Line[] = [
      [64, 524, 'Signature:'],
      [404, 524, 'Date:'],
      [64, 545, 'If signed by a representative, relationship:'],
      [64, 558, 'Witness:'],
    ];
    const rules = [
      ...[520, 542, 555, 577].map(y => rule(60, y, 500)),
      ...[60, 560].map(x => down(x, 520, 57)),
      down(400, 520, 22),
    ];
    const signature = (y: number): string =>
      read({ lines, rules, strokes: [stroke(140, y, 60, 23)] }).signature.evidence;
    expect(signature(529)).toBe('ink');
    expect(signature(555)).toBe('none');
  });
});

describe('Check marks', () => {
  test("under the end of a sentence aren't a signature [CHECK-53]", () => {
    const lines: Line[] = [
      [27, 551, 'We release the following only if you check the box and provide an additional'],
      [27, 562, 'signature:'],
      [42, 590, 'Mental health'],
    ];
    const rules = [572, 605, 627].map(y => rule(25, y, 563));
    const drawn = pageOf({ lines, rules, strokes: [stroke(28, 580, 30, 16)] });
    expect(findSignatureRows(pageLinesOf(layout(drawn), segmentsOf(drawn)))).toEqual([]);
  });

  test("in two columns don't add up to a signature [CHECK-53]", () => {
    const lines: Line[] = [
      [60, 602, 'Signature of patient'],
      [460, 602, 'Date'],
    ];
    const rules = [rule(60, 600, 380), rule(460, 600, 100)];
    const columns = [stroke(64, 584, 12, 14), stroke(400, 584, 13, 14)];
    expect(read({ lines, rules, strokes: columns }).signature.evidence).toBe('none');
    const letters = [0, 1, 2, 3].map(index => stroke(64 + index * 16, 584, 12, 14));
    expect(read({ lines, rules, strokes: letters }).signature.evidence).toBe('ink');
  });
});

test('A signature of several strokes counts where it hides the middle of its line [CHECK-53]', () => {
  const lines: Line[] = [
    [54, 724, 'Patient’s Signature:'],
    [402, 724, 'Date:'],
    [54, 748, 'Relationship to patient:'],
    [180, 748, 'Parent or guardian'],
  ];
  const rules = [rule(49, 740, 99), rule(358, 740, 204)];
  const strokes = [stroke(149, 729, 41, 20), stroke(181, 734, 176, 16)];
  expect(read({ lines, rules, strokes }).signature.evidence).toBe('ink');
  expect(writingLinesOf(pageOf({ lines, rules, strokes }))).toEqual([{ y: 740, left: 49, right: 562 }]);
});

test('Labels in one word with their typed lines are where the ink of the lines leaves room [CHECK-53]', () => {
  const text = `SIGNATURE:${'_'.repeat(10)}DATE:${'_'.repeat(5)}`;
  const words = [{ text, box: { x: 60, y: 592, width: 450, height: 10 } }];
  const drawn = pageOf({ lines: [], words, rules: [rule(120, 601, 280), rule(430, 601, 80)] });
  const [lines] = pageLinesOf(layout(drawn), segmentsOf(drawn));
  const date = lines?.pieces.find(piece => piece.text === 'DATE:');
  expect(date?.box).toMatchObject({ x: 400, width: 30 });
});

describe('A sensitive category', () => {
  const box = (x: number, y: number, isOn: boolean) =>
    widget('checkbox', [x, y], { isOn, box: { x, y, width: 8, height: 8 } });
  const hivOn = (lines: readonly Line[], isOn: boolean): string | undefined =>
    extract(layout(page([title, ...lines], { widgets: [box(48, 331, isOn)] }))).data.sensitive.hiv;

  test.each<[string, readonly Line[]]>([
    [
      'under words that exclude',
      [
        [40, 312, 'Please check what you would like excluded from the records'],
        [60, 330, 'HIV/AIDS'],
      ],
    ],
    ['that says not to release it', [[60, 330, 'Do not release HIV/AIDS information']]],
  ])("isn't released by a mark %s [CHECK-54]", (_, lines) => {
    expect(hivOn(lines, true)).toBe('notRequested');
  });

  test.each([
    'Please check what you would like included in the records',
    'We do not release the following unless you check its box',
  ])('is released by a mark under: %s [CHECK-54]', heading => {
    const lines: Line[] = [
      [40, 312, heading],
      [60, 330, 'HIV/AIDS'],
    ];
    expect(hivOn(lines, true)).toBe('released');
    expect(hivOn(lines, false)).toBe('notRequested');
  });

  test.each([
    'This authorization is not valid for use or disclosure of psychotherapy notes in any case.',
    'This authorization does not include psychotherapy notes, which need another form.',
  ])("isn't released by a sentence that leaves it out: %s [CHECK-54]", sentence => {
    expect(read({ lines: [[60, 330, sentence]] }).sensitive.psychotherapyNotes).not.toBe('blanket');
  });
});

describe("The patient's name", () => {
  test.each([
    'I authorize Springfield Clinic to release medical information of:',
    'Please send the complete records of the patient:',
    'I ask that you share health information regarding',
  ])('is read behind a sentence: %s [CHECK-54]', sentence => {
    const x = 60 + sentence.length * 5 + 10;
    const lines: Line[] = [
      [60, 110, sentence],
      [x + 4, 110, 'Ada Doe'],
    ];
    expect(read({ lines, rules: [rule(x, 120, 150)] }).patientName?.text).toBe('Ada Doe');
    expect(read({ lines: [[60, 110, sentence]], rules: [rule(x, 120, 150)] }).patientName).toBeNull();
  });

  test('is read on a page that mentions a power of attorney, and not on a power of attorney [CHECK-54]', () => {
    const front: Line[] = [
      [60, 110, `Patient Name:${'_'.repeat(3)} Ada Doe`],
      [360, 110, 'Date of birth: 02/29/1984'],
      ...Array.from({ length: 10 }, (_, index): Line => [60, 140 + index * 16, 'Words of the form itself.']),
      [60, 320, 'Please list your health care power of attorney, and bring a copy of your'],
      [60, 336, 'power of attorney form. I authorize the release of records.'],
    ];
    const back = page(
      [
        [60, 52, 'Signature of patient'],
        [400, 52, 'Date'],
      ],
      { number: 2, rules: [rule(60, 50, 300), rule(400, 50, 120)] },
    );
    expect(
      extract(layout(page([[60, 60, 'Contact information'], ...front]), back)).data.patientName?.text,
    ).toBe('Ada Doe');
    const paper: Line[] = [[60, 60, 'Health care power of attorney'], ...front];
    expect(extract(layout(page(paper), back)).data.patientName).toBeNull();
  });
});

describe('The expiration', () => {
  const signedOn: Line[] = [
    [60, 612, 'Signature of patient'],
    [400, 612, 'Date'],
    [402, 598, '10/01/2026'],
  ];
  const rules = [rule(60, 610, 300), rule(400, 610, 120)];
  const expirationOf = (lines: readonly Line[]): string | undefined =>
    read({ lines: [...lines, ...signedOn], rules, strokes: [stroke(80, 592)] }).expiration?.text;
  const term: Line = [60, 300, 'This authorization is valid for one year from the date of signature.'];

  test('is the date that was written in, if it is before the end of the printed term [CHECK-55]', () => {
    expect(expirationOf([term, [60, 330, 'Expiration date: 12/31/2026']])).toBe('12/31/2026');
    expect(expirationOf([term, [60, 320, '12/31/2026'], [60, 332, '(Expiration Date)']])).toBe('12/31/2026');
  });

  test('is the printed term, if it ends before the date that was written in [CHECK-55]', () => {
    expect(expirationOf([term, [60, 330, 'Expiration date: 12/31/2029']])).toBe(
      'one year from the date of signature',
    );
  });

  test('is the date that was written in, if the printed term only holds without one [CHECK-55]', () => {
    const sentence: Line = [60, 300, 'If no date is given, it expires one year after signature.'];
    expect(expirationOf([sentence, [60, 330, 'This authorization expires on: 12/31/2029']])).toBe(
      '12/31/2029',
    );
  });

  test.each<[string, Line]>([
    ['of birth', [60, 330, 'Date of birth: 02/29/1984']],
    ['of service', [60, 330, 'Dates of service until: 01/05/2027']],
    ['of the form', [60, 330, 'Form revised 12/01/2026']],
    ['before the signature', [60, 330, 'Valid until: 05/01/2020']],
  ])("isn't a date %s [CHECK-55]", (_, line) => {
    expect(expirationOf([term, line])).toBe('one year from the date of signature');
  });
});

describe('On a blank form', () => {
  test.each<[string, 'recipient' | 'purpose', readonly Line[]]>([
    ['captions', 'recipient', [[60, 330, 'Release to: Facility/Provider/Name Address']]],
    ['a topic', 'recipient', [[60, 330, 'Information released to: Sexually Transmitted Disease']]],
    ['the word for a direction', 'recipient', [[60, 330, 'Release records to: FROM']]],
    ['a question', 'purpose', [[60, 330, 'Purpose of disclosure: Why are we sending the records?']]],
    [
      'short lines before options',
      'purpose',
      [[60, 330, 'Purpose: ___ Insurance Coverage ___ Legal Purposes']],
    ],
  ])('%s are no value of %s [CHECK-55]', (_, name, lines) => {
    expect(read({ lines })[name]).toBeNull();
  });
});
