import { extract } from '../../../src/reading/extraction/extract';
import type { AuthorizationData } from '../../../src/domain/auth-checks/extraction';
import type { DocumentLayout } from '../../../src/reading/document-layout';
import { layout, page, widget, type Line } from './layouts';
import { unitsOf } from '../../support/processor-work';

const title: Line = [60, 40, 'Authorization to release health information'];

function read(document: DocumentLayout): AuthorizationData {
  return extract(document).data;
}

function values(document: DocumentLayout) {
  const { patientName, patientDateOfBirth, signatureDate, signerName, relationship } = read(document);
  return {
    name: patientName?.text,
    birth: patientDateOfBirth?.date,
    signed: signatureDate?.date,
    signer: signerName?.text,
    relationship: relationship?.text,
  };
}

describe('The value of a label', () => {
  test.each<readonly [string, readonly Line[]]>([
    [
      'behind the label',
      [
        [60, 100, 'Patient Name: Jane Doe'],
        [300, 100, 'Date of Birth: 02/29/1984'],
      ],
    ],
    ['behind the label on one line', [[60, 100, 'Patient Name: Jane Doe DOB: 02/29/1984']]],
    [
      'behind the label on a line of underscores',
      [[60, 100, 'Patient name ____Jane Doe____ DOB ___02/29/1984___']],
    ],
    [
      'beside the label',
      [
        [60, 100, 'Name of patient'],
        [180, 100, 'Jane Doe'],
        [300, 100, 'Birthdate'],
        [380, 100, '02/29/1984'],
      ],
    ],
    [
      'below the label',
      [
        [60, 100, 'Patient name'],
        [60, 114, 'Jane Doe'],
        [300, 100, 'Date of birth'],
        [300, 114, '02/29/1984'],
      ],
    ],
    [
      'above the label',
      [
        [60, 100, 'Jane Doe'],
        [300, 100, '02/29/1984'],
        [60, 114, 'Name of Patient'],
        [300, 114, 'D.O.B.'],
      ],
    ],
    [
      'in a sentence',
      [
        [60, 100, 'I, Jane Doe, hereby authorize the release.'],
        [60, 130, 'Date of birth: 02/29/1984'],
      ],
    ],
  ])('is found %s', (_side, lines) => {
    expect(values(layout(page([title, ...lines])))).toMatchObject({ name: 'Jane Doe', birth: '1984-02-29' });
  });

  test("is found in a nearby form field, whatever the field's name", () => {
    const document = layout(
      page([title, [60, 100, 'Patient name'], [60, 130, 'Date of birth']], {
        widgets: [
          widget('text', [130, 98], { name: 'sign', tooltip: 'Date', value: 'Jane Doe' }),
          widget('text', [130, 128], { name: 'field 7', value: '02/29/1984' }),
        ],
      }),
    );
    expect(values(document)).toMatchObject({ name: 'Jane Doe', birth: '1984-02-29' });
  });

  test('is missing if the form is blank', () => {
    const lines: Line[] = [
      [60, 100, 'Patient name: ______________________'],
      [300, 100, 'Date of birth: ____/____/______'],
      [60, 130, 'Address: _______________'],
      [60, 600, 'Signature of patient ____________________'],
      [400, 600, 'Date ____________'],
    ];
    expect(values(layout(page([title, ...lines])))).toEqual({});
  });

  test('is not taken from misleading words', () => {
    const lines: Line[] = [
      [60, 100, 'Records of birth defects of 01/01/2001'],
      [60, 130, 'Witness printed name: Mary Poe'],
    ];
    expect(values(layout(page([title, ...lines])))).toMatchObject({ birth: undefined, signer: undefined });
  });
});

describe('The evidence of a signature', () => {
  const line: Line = [60, 600, 'Signature of patient or representative'];
  const sound = { signer: 'Jane Doe', signedAt: null, coversDocument: true, isIntact: true };
  const evidence = (document: DocumentLayout): string => read(document).signature.evidence;

  test.each<readonly [string, DocumentLayout, string]>([
    ['none on an empty line', layout(page([title, line])), 'none'],
    ['none without a line', layout(page([title])), 'none'],
    ['ink above the label', layout(page([title, line], { scribble: [80, 578] })), 'ink'],
    [
      'ink beside the label',
      layout(page([title, [60, 600, 'Patient signature:']], { scribble: [170, 592] })),
      'ink',
    ],
    ['none for ink elsewhere', layout(page([title, line], { scribble: [80, 300] })), 'none'],
    [
      'none for ink on the line of a witness',
      layout(page([title, line, [60, 700, 'Witness signature']], { scribble: [80, 678] })),
      'none',
    ],
    [
      'none for ink under a printed word',
      layout(page([title, line, [80, 580, 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww']], { scribble: [80, 578] })),
      'none',
    ],
    [
      'an annotation on the line',
      layout(
        page([title, line], {
          annotations: [{ kind: 'stamp', box: { x: 70, y: 575, width: 90, height: 20 } }],
        }),
      ),
      'annotation',
    ],
    ['a typed /s/', layout(page([title, line, [70, 582, '/s/ Jane Doe']])), 'typedMark'],
    ['a typed name', layout(page([title, line, [70, 582, 'Jane Doe']])), 'typedName'],
    [
      'a name in a field',
      layout(page([title, line], { widgets: [widget('text', [70, 580], { value: 'Jane Doe' })] })),
      'typedName',
    ],
    [
      'none for print beside an empty field, which is where a name would be typed [CHECK-31]',
      layout(page([title, line, [70, 582, 'Wet Ink']], { widgets: [widget('text', [70, 580])] })),
      'none',
    ],
    [
      'a typed /s/ above an empty field',
      layout(page([title, line, [70, 582, '/s/ Jane Doe']], { widgets: [widget('text', [70, 580])] })),
      'typedMark',
    ],
    [
      'none for print above a section heading',
      layout(page([title, [60, 600, 'SECTION V - CONSENT AND SIGNATURE'], [70, 582, 'Jane Doe']])),
      'none',
    ],
    [
      'a typed name on a line that starts a section',
      layout(page([title, [60, 600, 'Part B signature _________________'], [160, 596, 'Jane Doe']])),
      'typedName',
    ],
    [
      'none for print above the question who may sign',
      layout(
        page([title, [60, 600, 'If not the patient, basis for authority to sign'], [70, 582, 'Jane Doe']]),
      ),
      'none',
    ],
    [
      'the mark of a signing service',
      layout(page([title, line, [60, 20, 'DocuSign Envelope ID: 1234']])),
      'envelope',
    ],
    [
      'a signature over the whole file',
      { ...layout(page([title, line])), signatures: [sound] },
      'digitalSignature',
    ],
    [
      'none for a signature that leaves out part of the file',
      { ...layout(page([title, line])), signatures: [{ ...sound, coversDocument: false }] },
      'none',
    ],
    [
      'none for a signature over changed bytes',
      { ...layout(page([title, line])), signatures: [{ ...sound, isIntact: false }] },
      'none',
    ],
  ])('is %s', (_what, document, expected) => {
    expect(evidence(document)).toBe(expected);
  });

  test('is handwriting on a scan even if recognition took it for words', () => {
    const scan = page([title, line, [80, 580, 'Jnne Dcc'], [400, 580, '11/20/2026'], [400, 600, 'Date']], {
      source: 'recognition',
      confidence: 90,
      scribble: [80, 578],
    });
    expect(evidence(layout(scan))).toBe('ink');
    expect(read(layout(scan)).signatureDate?.date).toBe('2026-11-20');
  });
});

describe('The type of a document', () => {
  test.each([
    ['I authorize the release of my medical records.', 'hipaaAuthorization'],
    [
      'Under HITECH I direct you to send my health information to a third party. I authorize it.',
      'hitechDirective',
    ],
    [
      'I may inspect my protected health information under 45 CFR 164.524. I authorize its release.',
      'hipaaAuthorization',
    ],
    ['Request under 45 CFR 164.524(c)(3)(ii)', 'hitechDirective'],
    ['I authorize the clinic to disclose my healthcare information.', 'hipaaAuthorization'],
    ['Notice of Privacy Practices', 'noticeOfPrivacyPractices'],
    ['Consent to release of substance use disorder records', 'part2Consent'],
    ['Invoice of the month', 'unknown'],
  ])('with the text %p is %s', (text, type) => {
    expect(read(layout(page([[60, 40, text]]))).documentType).toBe(type);
  });
});

describe('The requested information', () => {
  const asked = (source: 'text' | 'recognition', boxes: readonly [string, string]) =>
    read(
      layout(
        page([title, [60, 300, `${boxes[0]} Medical records`], [60, 320, `${boxes[1]} Billing records`]], {
          source,
        }),
      ),
    ).information;

  test.each([
    ['text', '☑', '☐', 1, false],
    ['text', '☐', '☐', 0, false],
    ['recognition', '@', 'O', 1, false],
    ['recognition', 'O', 'O', 0, true],
  ] as const)('in %s with boxes %s and %s is read or unclear', (source, first, second, count, isUnclear) => {
    const { items, isUnclear: unclear } = asked(source, [first, second]);
    expect({ count: items.length, isUnclear: unclear }).toEqual({ count, isUnclear });
  });
});

describe('A sensitive category [CHECK-10]', () => {
  const hiv = (text: string, more: readonly Line[] = []): string | undefined =>
    read(layout(page([title, ...more, [60, 300, text]]))).sensitive.hiv;

  test.each([
    ['☐ HIV/AIDS test results', 'notRequested'],
    ['☑ HIV/AIDS test results', 'released'],
    ['[X] HIV/AIDS test results', 'released'],
    ['[ ] HIV/AIDS test results', 'notRequested'],
    ['HIV/AIDS test results', 'notRequested'],
    ['I authorize the release of all records including HIV test results.', 'blanket'],
    ['HIV records are not disclosed unless I initial below.', 'notRequested'],
    ['Nothing of the kind', undefined],
  ])('in %p is %s', (text, release) => {
    expect(hiv(text)).toBe(release);
  });

  test('is released only with initials if the form asks for them', () => {
    const asks: Line = [60, 280, 'Tick the box and write your initials:'];
    expect(hiv('☑ HIV/AIDS test results ______', [asks])).toBe('initialsMissing');
    expect(hiv('☑ HIV/AIDS test results JD', [asks])).toBe('released');
  });
});

describe('A sensitive category in a sentence across lines [CHECK-39]', () => {
  const over = (...texts: readonly string[]) =>
    read(layout(page(texts.map((text, index): Line => [60, 100 + index * 12, text])))).sensitive.hiv;

  test('is released if the category is on the line after the release', () => {
    expect(
      over(
        'I understand that the records that are released to the recipient may contain',
        'results of tests for HIV and AIDS.',
      ),
    ).toBe('blanket');
  });

  test('is not released if the next line restricts the release', () => {
    expect(
      over(
        'This authorization may include disclosure of information relating to HIV and AIDS',
        'only if I place my initials on the line in Item 9.',
      ),
    ).toBe('notRequested');
  });

  test('is released below a bullet or an indented first line, where the next line begins elsewhere', () => {
    const hanging = (first: Line, next: string) => read(layout(page([first, [60, 112, next]]))).sensitive.hiv;
    const contains = 'I understand that the records that are released to the recipient may contain';
    expect(hanging([48, 100, `• ${contains}`], 'results of tests for HIV and AIDS.')).toBe('blanket');
    expect(hanging([84, 100, contains], 'results of tests for HIV and AIDS.')).toBe('blanket');
    expect(hanging([48, 100, contains], 'results of tests for HIV and AIDS.')).toBe('notRequested');
  });

  test.each([
    'The released records do not include notes about HIV or AIDS.',
    'I know that the clinic needs my written authorization to release records about HIV.',
  ])('is not released by %p', sentence => {
    expect(over(sentence)).toBe('notRequested');
  });

  test('is released if its name is broken between two lines', () => {
    const lines: readonly Line[] = [
      [60, 100, 'The records that are released to the recipient may contain what is known about mental'],
      [60, 112, 'health services.'],
    ];
    expect(read(layout(page(lines))).sensitive.mentalHealth).toBe('blanket');
  });

  test.each([
    ['The records that are released contain HIV tests, except psychotherapy notes.', 'blanket'],
    ['All records are released, excluding psychotherapy notes and HIV tests.', 'notRequested'],
    ['Records about HIV are released unless I ask for something else.', 'blanket'],
    ['Federal law says that records about HIV cannot be released to others.', 'notRequested'],
    ['Records about HIV are not disclosed to anyone without my consent.', 'notRequested'],
    ['The law prohibits that the recipient discloses records about HIV.', 'notRequested'],
    ['Please initial to release records about HIV.', 'notRequested'],
  ])('in %p is: %s', (sentence, release) => {
    expect(over(sentence)).toBe(release);
  });

  test('is released although another paragraph mentions it without releasing it', () => {
    expect(
      over(
        'The records that are released may contain results of tests for HIV.',
        'Minors who are fourteen years old or older sign for themselves if care is about HIV.',
      ),
    ).toBe('blanket');
  });

  test.each([
    ['mentalHealth', 'The records that are released may be about physical and mental illness.'],
    ['mentalHealth', 'The records that are released may be about behavioral or mentai health services.'],
    ['std', 'The records that are released may be about sexually-transmitted disease.'],
    ['hiv', 'The records that are released may be about AlDS.'],
    ['hiv', 'The records that are released may be about human immunodeficiency virus.'],
  ] as const)('is found as %s in %p', (category, sentence) => {
    const lines: readonly Line[] = [[60, 100, sentence]];
    expect(read(layout(page(lines))).sensitive[category]).toBe('blanket');
  });

  test('is not found in notes of a counselor about substance use, which are a kind of their own', () => {
    const lines: readonly Line[] = [
      [60, 100, 'We release Substance Abuse Disorder notes with another form.'],
    ];
    expect(read(layout(page(lines))).sensitive).not.toHaveProperty('substanceUse');
  });

  test('is not released by short lines, which are separate options', () => {
    expect(over('Records to be released', 'HIV test results')).toBe('notRequested');
  });
});

describe('A document made to be slow', () => {
  test.each([
    ['labels', 'DOB'],
    ['signature lines', 'Signature of patient'],
    ['sensitive words', 'HIV'],
    ['items', 'billing'],
    ['separators', ':'.repeat(90)],
    ['dates', '1/1/'],
  ])('takes little work: nothing but %s', (_what, text) => {
    const lines = Array.from({ length: 10_000 }, (_, index): Line => [
      (index % 8) * 70,
      Math.floor(index / 8) * 0.6,
      text,
    ]);
    const pages = Array.from({ length: 4 }, (_, index) => page(lines, { number: index + 1 }));
    expect(unitsOf(() => extract(layout(...pages)))).toBeLessThan(400);
  });
});

describe('The stored text of a document', () => {
  test('contains nothing that PostgreSQL rejects', () => {
    const { text } = extract(layout(page([[60, 40, 'Jane\0Doe \ud800 \u0007x']])));
    expect(text).toBe('JaneDoe \ufffd x');
  });

  test('contains nothing that PostgreSQL rejects in any field, wherever it is cut', () => {
    for (const length of [198, 199, 200, 299, 300, 599, 600, 999, 1_000]) {
      const long = `${`medical records ${'x'.repeat(1_000)}`.slice(0, length)}\u{1F600}\u{1F600} \0 \udc00`;
      const lines: Line[] = [
        title,
        [60, 100, `Purpose: ${long}`],
        [60, 130, `Recipient: ${long}`],
        [60, 160, long],
      ];
      const widgets = [widget('text', [60, 190], { value: long })];
      const stored = JSON.stringify(
        extract(layout(page([...lines, [60, 190, 'Reason for disclosure']], { widgets }))),
      );
      expect(stored).not.toMatch(/\\ud[89a-f]|\\u0000/);
    }
  });

  test('is limited in length', () => {
    const many = Array.from({ length: 500 }, (_, index): Line => [10, index, 'x'.repeat(1_000)]);
    expect(extract(layout(page(many))).text.length).toBeLessThanOrEqual(200_000);
  });
});

describe('The legibility of a document [CHECK-32]', () => {
  /** Returns a recognized page with this many words. */
  const recognised = (number: number, words: number, confidence: number) =>
    page(
      Array.from({ length: words }, (_, index): Line => [60, 20 + index * 12, 'word']),
      { number, source: 'recognition', confidence },
    );
  const printed = (number: number, words: number) => ({
    ...recognised(number, words, 0),
    source: 'text' as const,
    confidence: null,
  });

  test.each<[string, DocumentLayout, number, number | null]>([
    ['is that of its worst page', layout(recognised(1, 50, 90), recognised(2, 60, 70)), 2, 70],
    ['ignores a photographed card beside it', layout(recognised(1, 50, 90), recognised(2, 30, 20)), 2, 90],
    ['ignores an empty back page', layout(recognised(1, 50, 90), recognised(2, 0, 0)), 2, 90],
    ['ignores a card beside a form with text', layout(printed(1, 80), recognised(2, 30, 20)), 1, null],
    ['is that of a short paper if there is no other page', layout(recognised(1, 30, 40)), 1, 40],
    ['is unknown if nothing was recognized', layout(printed(1, 80)), 0, null],
  ])('%s', (_what, document, recognisedPages, confidence) => {
    expect(extract(document).legibility).toEqual({ recognisedPages, confidence });
  });
});

test.each([
  ['I consent to treatment by the clinic.', true],
  ['Consent for surgery', true],
  ['Assignment of benefits: I assign them to the clinic.', true],
  ['I consent to the disclosure of my records.', false],
])('A paper that also consents to something else is compound: "%s" %s', (text, isCompound) => {
  const document = layout(
    page([
      [60, 60, 'Authorization to disclose health information'],
      [60, 300, text],
    ]),
  );
  expect(read(document).isCompound).toBe(isCompound);
});
