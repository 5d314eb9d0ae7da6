/** Where a signature is looked for, what belongs to it, and what ink is none. */
import type { InkStroke } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { evidenceOf, read, title, twoRows, type Drawn } from './drawn-forms';
import { down, layout, page, penLine, rule, stroke, widget, type Line } from './layouts';

/** Printed capitals. */
const letters = (x: number, y: number): InkStroke[] =>
  Array.from({ length: 5 }, (_, at) => stroke(x + 13 * at, y, 9, 12));

describe('A signature', () => {
  test.each<readonly [string, Drawn, readonly InkStroke[]]>([
    [
      'on the line under its label, and not on that of the row above',
      {
        lines: [
          [60, 560, 'Print name:'],
          [125, 560, 'Jane Doe'],
          [60, 582, 'Signature of patient or guardian:'],
          [400, 582, 'Date'],
        ],
        rules: [rule(120, 570, 240), rule(60, 612, 300), rule(400, 612, 120)],
      },
      [stroke(80, 594)],
    ],
    [
      'beside the second line of its label',
      {
        lines: [
          [60, 560, 'Print name:'],
          [125, 560, 'Jane Doe'],
          [60, 578, 'Signature of patient or'],
          [60, 590, 'legal representative:'],
          [420, 590, 'Date:'],
        ],
        rules: [rule(120, 570, 240), rule(180, 600, 230), rule(450, 600, 90)],
      },
      [stroke(220, 582)],
    ],
    [
      'over the first line of its label',
      {
        lines: [
          [60, 602, 'Signature of patient or'],
          [60, 613, 'person authorized by law'],
          [300, 602, 'Date'],
        ],
        rules: [rule(60, 600, 200), rule(300, 600, 100)],
      },
      [stroke(80, 582)],
    ],
    [
      'in a box under its label',
      {
        lines: [
          [60, 580, 'Patient signature:'],
          [400, 580, 'Date:'],
        ],
        rules: [rule(60, 594, 300), rule(60, 626, 300), down(60, 594, 32), down(360, 594, 32)],
      },
      letters(80, 610),
    ],
    [
      'over its label at the floor of a cell',
      {
        lines: [
          [62, 620, 'Signature of patient'],
          [402, 620, 'Date'],
        ],
        rules: [
          rule(60, 594, 460),
          rule(60, 632, 460),
          down(60, 594, 38),
          down(400, 594, 38),
          down(520, 594, 38),
        ],
      },
      letters(64, 600),
    ],
    [
      'in the cell after that of its label',
      {
        lines: [
          [64, 602, 'Signature of patient or representative'],
          [434, 602, 'Date'],
        ],
        rules: [
          rule(60, 592, 460),
          rule(60, 622, 460),
          down(60, 592, 30),
          down(262, 592, 30),
          down(430, 592, 30),
          down(520, 592, 30),
        ],
      },
      letters(280, 600),
    ],
    [
      'on a line in the column after its label',
      {
        lines: [
          [60, 590, 'Signature:'],
          [60, 614, 'Date:'],
        ],
        rules: [rule(240, 600, 260), rule(240, 624, 120)],
      },
      [stroke(380, 584)],
    ],
  ])('is %s', (_where, drawn, pen) => {
    expect(evidenceOf({ ...drawn, strokes: pen })).toBe('ink');
    expect(evidenceOf(drawn)).toBe('none');
  });

  test("isn't a name in the row above whose flat stroke was taken for a line [CHECK-61]", () => {
    const drawn: Drawn = {
      lines: [
        [54, 389, 'Print name:'],
        [54, 407, 'Signature of patient, guardian, or legal representative:'],
        [394, 407, 'Date:'],
      ],
      rules: [rule(110, 397, 230), rule(166, 393, 52), rule(54, 434, 310), rule(394, 434, 140)],
      strokes: letters(170, 380),
    };
    expect(evidenceOf(drawn)).toBe('none');
    expect(evidenceOf({ ...drawn, strokes: [stroke(70, 416)] })).toBe('ink');
  });

  test("isn't a name that is written on the row below", () => {
    const drawn: Drawn = {
      lines: [
        [60, 602, 'Signature of patient'],
        [60, 626, 'Print name'],
      ],
      rules: [rule(60, 600, 300), rule(60, 624, 300)],
      strokes: [stroke(80, 608, 100, 15)],
    };
    expect(evidenceOf(drawn)).toBe('none');
  });

  test.each<readonly [string, Drawn]>([
    [
      'under its label, beside a date, on one line of underscores',
      {
        lines: [[60, 600, `Signature: ${'_'.repeat(40)} Date: ${'_'.repeat(12)}`]],
        strokes: [stroke(140, 592)],
      },
    ],
    [
      'over underscores with spaces between them, beside a date',
      {
        lines: [
          [60, 600, 'Patient signature'],
          ...Array.from({ length: 20 }, (_, at): Line => [150 + at * 9, 600, '_']),
          [345, 600, 'Date'],
          ...Array.from({ length: 8 }, (_, at): Line => [375 + at * 9, 600, '_']),
        ],
        strokes: [stroke(170, 590)],
      },
    ],
    [
      'on underscores that are as long as it is',
      {
        lines: [
          [60, 590, '_'.repeat(40)],
          [60, 602, 'Signature of patient'],
        ],
        rules: [rule(60, 599, 200)],
        strokes: [stroke(62, 588, 190, 12)],
      },
    ],
    [
      'above a label of more than fourteen words',
      {
        lines: [
          [
            60,
            602,
            'Signature of patient (or of the person who is authorized by law to sign for them, see page two)',
          ],
        ],
        rules: [rule(60, 600, 300)],
        strokes: [stroke(80, 582)],
      },
    ],
    [
      'below its label in a cell',
      {
        lines: [[64, 582, 'Patient signature']],
        rules: [rule(60, 580, 300), rule(60, 614, 300), down(60, 580, 34), down(360, 580, 34)],
        strokes: [stroke(80, 594)],
      },
    ],
    [
      'beside its label in a low cell',
      {
        lines: [[64, 602, 'Patient signature']],
        rules: [rule(60, 598, 400), rule(60, 616, 400), down(60, 598, 18), down(460, 598, 18)],
        strokes: [stroke(180, 599)],
      },
    ],
    [
      'beside its label on the line under a whole row',
      {
        lines: [
          [60, 600, 'Signature of patient'],
          [420, 600, 'Date'],
        ],
        rules: [rule(60, 612, 500)],
        strokes: [stroke(200, 594)],
      },
    ],
    [
      'on a line whose label only says who signs, beside a date',
      {
        lines: [
          [60, 602, 'Patient/Legal Representative'],
          [400, 602, 'Date'],
        ],
        rules: [rule(60, 600, 300), rule(400, 600, 120)],
        strokes: [stroke(80, 582)],
      },
    ],
    [
      'in several small strokes',
      {
        lines: [[60, 602, 'Signature of patient']],
        rules: [rule(60, 600, 300)],
        strokes: [stroke(80, 586, 13, 13), stroke(96, 586, 13, 13)],
      },
    ],
    [
      'through its line, over an empty form field',
      {
        lines: [[60, 602, 'Signature of patient']],
        rules: [rule(60, 600, 300)],
        strokes: [stroke(80, 590)],
        over: { widgets: [widget('text', [60, 586], { box: { x: 60, y: 586, width: 300, height: 14 } })] },
      },
    ],
  ])('is found %s [CHECK-52]', (_where, drawn) => {
    expect(evidenceOf(drawn)).toBe('ink');
    expect(evidenceOf({ ...drawn, strokes: [] })).toBe('none');
  });

  test('is found on a scan where recognition read its loops as letters', () => {
    const lines: Line[] = [[60, 602, 'Signature of patient']];
    const pen = page([title, ...lines], {
      source: 'recognition',
      confidence: 90,
      ink: { strokes: [stroke(80, 586, 60, 13)], rules: [rule(60, 600, 300)] },
    });
    const loops = { text: 'eee', confidence: 95, box: { x: 80, y: 586, width: 60, height: 13 } };
    expect(extract(layout({ ...pen, words: [...pen.words, loops] })).data.signature.evidence).toBe('ink');
    const name = { ...loops, text: 'Jane' };
    expect(extract(layout({ ...pen, words: [...pen.words, name] })).data.signature.evidence).toBe('none');
  });

  test("isn't a printed name in the next cell", () => {
    const drawn: Drawn = {
      lines: [
        [64, 582, 'Patient signature'],
        [264, 582, 'Printed name'],
        [270, 598, 'Jane Doe'],
      ],
      rules: [
        rule(60, 580, 400),
        rule(60, 614, 400),
        down(60, 580, 34),
        down(260, 580, 34),
        down(460, 580, 34),
      ],
    };
    expect(evidenceOf(drawn)).toBe('none');
    expect(read(drawn).signerName?.text).toBe('Jane Doe');
  });

  test("isn't a typed X that checks a box before a line", () => {
    const drawn: Drawn = {
      lines: [
        [60, 300, 'X'],
        [60, 602, 'Signature of patient'],
      ],
      rules: [rule(70, 310, 200), rule(60, 600, 300)],
      strokes: [stroke(80, 294)],
    };
    expect(evidenceOf(drawn)).toBe('none');
  });
});

describe('What belongs to a signature', () => {
  const dates: readonly Line[] = [[410, 588, '11/20/2026']];
  const otherDates: readonly Line[] = [[410, 648, '11/21/2026']];

  test("is the date of the patient's row, beside an empty row of a representative", () => {
    const found = read(twoRows('Signature of legal representative', [stroke(80, 582)], dates));
    expect(found.signatureDate?.date).toBe('2026-11-20');
  });

  test('is the date of the row that is signed', () => {
    const drawn = twoRows('Signature of legal representative', [stroke(80, 642)], [...dates, ...otherDates]);
    expect(read(drawn).signatureDate?.date).toBe('2026-11-21');
    const alone = twoRows('Signature of legal representative', [stroke(80, 582)], otherDates);
    expect(read(alone).signatureDate).toBeNull();
  });

  test("isn't the date of a witness", () => {
    expect(read(twoRows('Signature of witness', [stroke(80, 582)], otherDates)).signatureDate).toBeNull();
  });

  test.each<readonly [string, Drawn]>([
    [
      'in three boxes',
      {
        lines: [
          [60, 602, 'Signature of patient'],
          [430, 602, 'Date'],
          [404, 588, '11'],
          [434, 588, '20'],
          [464, 588, '2026'],
        ],
        rules: [rule(60, 600, 300), rule(400, 600, 28), rule(430, 600, 28), rule(460, 600, 30)],
      },
    ],
    [
      'behind its label on the same line of underscores',
      {
        lines: [
          [60, 600, `Signature: ${'_'.repeat(30)} Date: ${'_'.repeat(20)}`],
          [310, 597, '11/20/2026'],
        ],
      },
    ],
    [
      'to the left of the signature',
      {
        lines: [
          [60, 602, 'Date'],
          [200, 602, 'Signature of patient'],
          [66, 588, '11/20/2026'],
        ],
        rules: [rule(60, 600, 100), rule(200, 600, 300)],
      },
    ],
    [
      'in the line below',
      {
        lines: [
          [60, 602, 'Signature of patient'],
          [60, 640, 'Date'],
          [66, 626, '11/20/2026'],
        ],
        rules: [rule(60, 600, 300), rule(60, 638, 100)],
      },
    ],
  ])('is a date %s', (_where, drawn) => {
    expect(read(drawn).signatureDate?.date).toBe('2026-11-20');
  });

  test('is no relationship that the form only prints', () => {
    const lines: Line[] = [
      [60, 602, 'Signature of patient or representative'],
      [60, 640, 'Relationship to patient'],
      [60, 655, 'Verification of authority'],
    ];
    const drawn = { lines, rules: [rule(60, 600, 300), rule(60, 638, 300)], strokes: [stroke(80, 582)] };
    expect(read(drawn).relationship).toBeNull();
    const typed: Drawn = { ...drawn, lines: [...lines, [66, 625, 'Mother']] };
    expect(read(typed).relationship?.text).toBe('Mother');
  });
});

describe('Ink that is no signature', () => {
  const row: Drawn = { lines: [[60, 602, 'Signature of patient']], rules: [rule(60, 600, 300)] };
  const cross = Array.from({ length: 16 }, (_, y) =>
    Array.from({ length: 16 }, (_cell, x) =>
      Math.abs(x - y) < 2 || Math.abs(15 - x - y) < 2 ? '#' : '.',
    ).join(''),
  );

  test('is reported as a cross if it marks where to sign', () => {
    const x: InkStroke = { box: { x: 64, y: 582, width: 16, height: 16 }, fill: 0.3, drawing: cross };
    expect(read({ ...row, strokes: [x] }).signature).toMatchObject({ evidence: 'none', mark: 'cross' });
    const signed = read({ ...row, strokes: [x, stroke(100, 582)] }).signature;
    expect(signed).toMatchObject({ evidence: 'ink' });
    expect(signed.mark).toBeUndefined();
  });

  test.each<readonly [string, Partial<Drawn>]>([
    [
      'slanted',
      {
        strokes: [
          {
            box: { x: 70, y: 580, width: 160, height: 16 },
            fill: 0.1,
            drawing: Array.from({ length: 16 }, (_, y) =>
              Array.from({ length: 160 }, (_cell, x) => (Math.abs(15 - x / 10 - y) < 1.2 ? '#' : '.')).join(
                '',
              ),
            ),
          },
        ],
      },
    ],
    ['straight', { rules: [rule(60, 600, 300), rule(70, 590, 200)] }],
  ])('is reported as a %s line through the blank', (_how, drawn) => {
    expect(read({ ...row, ...drawn }).signature).toMatchObject({ evidence: 'none', mark: 'line' });
  });

  test('crosses a signature out, wherever it runs through it [CHECK-64]', () => {
    const drawn = { ...row, strokes: [stroke(70, 576, 120, 20)], rules: [rule(60, 600, 300)] };
    expect(read(drawn).signature.isCrossedOut).toBeUndefined();
    for (const [left, right] of [
      [586, 586],
      [580, 592],
      [576, 596],
    ] as const)
      expect(read({ ...drawn, penLines: [penLine(66, left, 194, right)] }).signature).toMatchObject({
        evidence: 'ink',
        isCrossedOut: true,
      });
  });

  test("isn't a line through a part of a signature", () => {
    const drawn = { ...row, strokes: [stroke(70, 576, 120, 20)], penLines: [penLine(66, 586, 140, 586)] };
    expect(read(drawn).signature.isCrossedOut).toBeUndefined();
  });

  test("isn't a line of the form that a signature runs across [CHECK-64]", () => {
    const drawn = { ...row, strokes: [stroke(70, 588, 120, 20)], penLines: [penLine(70, 599, 190, 600)] };
    expect(read({ ...drawn, rules: [rule(60, 600, 300)] }).signature.isCrossedOut).toBeUndefined();
  });

  test("isn't a line of underscores that a signature runs over [CHECK-62]", () => {
    const over = {
      lines: [...row.lines, [64, 576, '_'.repeat(24)] as const],
      strokes: [stroke(70, 576, 120, 20)],
    };
    const drawn = {
      ...over,
      rules: [rule(60, 600, 300), rule(64, 585, 132)],
      penLines: [penLine(64, 585, 196, 585)],
    };
    expect(read(drawn).signature).toMatchObject({ evidence: 'ink' });
    expect(read(drawn).signature.isCrossedOut).toBeUndefined();
  });
});
