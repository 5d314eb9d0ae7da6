/** Parties that a form has in blocks of name, address, and phone. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { Word } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, widget, type Line } from './layouts';

function partiesOf(...lines: readonly Line[]) {
  const { disclosingParty, recipient } = extract(
    layout(page([[60, 40, 'Authorization to release health information'], ...lines])),
  ).data;
  return { from: disclosingParty?.text, to: recipient?.text };
}

test.each<readonly [string, string, string, string]>([
  ['a heading', 'Release FROM:', 'Release TO:', 'Name:'],
  [
    'a question',
    'Who can share the information?',
    'Who can receive and use the health information?',
    'Person/Organization Name:',
  ],
  ['Spanish', '2. Quién entrega la información', '3. Quién recibe la información', 'Persona o institución:'],
])('The party is read from the name field below %s [CHECK-35]', (_what, from, to, name) => {
  expect(
    partiesOf(
      [60, 100, from],
      [60, 116, name],
      [200, 116, 'Harbor General Hospital'],
      [60, 132, 'Address:'],
      [200, 132, '4 Elm Street'],
      [60, 200, to],
      [60, 216, name],
      [200, 216, 'Acme Law Group'],
      [60, 232, 'Address:'],
      [200, 232, '77 W 9th St'],
    ),
  ).toEqual({ from: 'Harbor General Hospital', to: 'Acme Law Group' });
});

test('Parties in blocks side by side are read from their own columns [CHECK-35]', () => {
  expect(
    partiesOf(
      [60, 100, 'Release FROM:'],
      [320, 100, 'Release TO:'],
      [60, 116, 'Name: Harbor General Hospital'],
      [320, 116, 'Name: Acme Law Group'],
      [60, 132, 'Address: 4 Elm Street'],
      [320, 132, 'Address: 77 W 9th St'],
    ),
  ).toEqual({ from: 'Harbor General Hospital', to: 'Acme Law Group' });
});

test('An empty block has no party, whatever else is printed in it [CHECK-35]', () => {
  expect(
    partiesOf(
      [60, 100, 'Release FROM:'],
      [60, 116, 'Name: ____________'],
      [60, 132, 'Address: ____________'],
      [60, 200, 'Release TO:'],
      [60, 216, 'Name: ____________'],
    ),
  ).toEqual({ from: undefined, to: undefined });
});

const title: Line = [60, 40, 'Authorization to release health information'];

/** Returns a line to write on, drawn at a height. */
const rule = (x: number, y: number, width = 250): Box => ({ x, y, width, height: 1 });

function partiesOn(lines: readonly Line[], over: Parameters<typeof page>[1] = {}) {
  const { disclosingParty, recipient } = extract(layout(page([title, ...lines], over))).data;
  return { from: disclosingParty?.text, to: recipient?.text };
}

describe('A party is read where forms have it', () => {
  test.each<readonly [string, readonly Line[], readonly Box[]]>([
    [
      'on the line behind its cue',
      [
        [60, 100, 'Information released by:'],
        [190, 99, 'Harbor General Hospital'],
        [60, 140, 'Release records to:'],
        [190, 139, 'Acme Law Group'],
      ],
      [rule(185, 110), rule(185, 150)],
    ],
    [
      'over a caption below its line',
      [
        [60, 100, 'I hereby authorize'],
        [170, 99, 'Harbor General Hospital'],
        [190, 112, '(Name of hospital or facility)'],
        [430, 100, 'to release my records to'],
        [62, 134, 'Acme Law Group'],
        [190, 148, '(Name of person or organization)'],
      ],
      [rule(160, 110), rule(60, 146, 400)],
    ],
  ])('%s', (_what, lines, rules) => {
    expect(partiesOn(lines, { rules })).toEqual({ from: 'Harbor General Hospital', to: 'Acme Law Group' });
  });

  test('in a form field under its label, although the next label is as near', () => {
    const fields = [
      { ...widget('text', [60, 110], { value: 'Harbor General Hospital' }) },
      { ...widget('text', [60, 143], { value: 'Dr. Paul Ferris' }) },
    ];
    const lines: readonly Line[] = [
      [60, 100, 'Who may disclose the information'],
      [60, 133, 'Who may receive the information'],
    ];
    expect(partiesOn(lines, { widgets: fields })).toEqual({
      from: 'Harbor General Hospital',
      to: 'Dr. Paul Ferris',
    });
  });

  test('in a checked option below its question', () => {
    const box = (y: number, isOn: boolean) => ({
      ...widget('checkbox', [60, y], { isOn }),
      box: { x: 60, y, width: 9, height: 9 },
    });
    const lines: readonly Line[] = [
      [50, 100, 'I authorize the following facility:'],
      [74, 116, 'Newberry Hospital'],
      [74, 132, 'Carlisle Hospital'],
    ];
    expect(partiesOn(lines, { widgets: [box(116, false), box(132, true)] }).from).toBe('Carlisle Hospital');
  });

  test('in a sentence that names the facility', () => {
    expect(partiesOn([[60, 100, 'I authorize Valley Medical Group, P.C. to release my records.']]).from).toBe(
      'Valley Medical Group, P.C.',
    );
  });
});

describe('Print is no party', () => {
  test.each<readonly [string, readonly Line[], readonly Box[]]>([
    [
      'an underlined name',
      [
        [60, 100, 'Release records to:'],
        [170, 99, 'Center For Sight'],
      ],
      [rule(169, 110, 82)],
    ],
    [
      'options without a mark',
      [
        [60, 100, 'Release records to:'],
        [170, 99, 'Newberry Hospital'],
        [330, 99, 'Carlisle Hospital'],
      ],
      [rule(165, 110, 300)],
    ],
    [
      'a name that the page has elsewhere, too',
      [
        [60, 60, 'Harbor General Hospital'],
        [60, 100, 'Release records to:'],
        [60, 120, 'Name:'],
        [100, 119, 'Harbor General Hospital'],
      ],
      [rule(95, 130)],
    ],
    [
      'a kind of records',
      [
        [60, 100, 'Release to:'],
        [130, 99, 'Mental Health Treatment'],
      ],
      [rule(125, 110)],
    ],
    ['where to return the form', [[60, 700, 'Return this form to: Harbor General Hospital']], []],
    [
      'a sentence about others who receive records',
      [[60, 700, 'We may release records to Acme Law Group.']],
      [],
    ],
  ])('%s', (_what, lines, rules) => {
    expect(partiesOn(lines, { rules }).to).toBeUndefined();
  });

  test('the patient is no facility', () => {
    const lines: readonly Line[] = [
      [60, 80, 'Patient name:'],
      [140, 79, 'Margaret Patel'],
      [60, 120, 'Release records from:'],
      [190, 119, 'Margaret Patel'],
    ];
    expect(partiesOn(lines, { rules: [rule(135, 90), rule(185, 130)] }).from).toBeUndefined();
  });
});

test('A company that printed its name as the recipient is read, although its form names it elsewhere', () => {
  const named: readonly Line[] = [
    [60, 20, 'Contoso Claims'],
    [60, 100, 'Recipient: Contoso Claims'],
    [60, 130, 'People who collect records for Contoso Claims may receive them on its behalf.'],
  ];
  expect(partiesOn(named, { rules: [rule(115, 112)] }).to).toBe('Contoso Claims');
});

test.each([
  ['the recipient of the sample', 'Sandbox Sample Recipient', 'Sandbox Sample Recipient'],
  ['no one, beside an address', '', undefined],
])('In cells for a recipient and their address, %s is read [CHECK-35]', (_what, name, expected) => {
  const lines: readonly Line[] = [
    [59, 263, 'Recipient (name of person or organization)'],
    [59, 274, name],
    [311, 263, 'Recipient address'],
    [311, 274, '1 Example Plaza, Chicago, IL 60601'],
  ];
  const frame: readonly Box[] = [
    { x: 54, y: 259, width: 504, height: 1 },
    { x: 54, y: 289, width: 504, height: 1 },
    ...[54, 306, 557].map(x => ({ x, y: 259, width: 1, height: 31 })),
  ];
  expect(partiesOn(lines, { rules: frame }).to).toBe(expected);
});

/** Returns a form with fields: the patient's name, who discloses, who receives, and another recipient. */
const ownForm = (name: string, to: string, other = '') =>
  partiesOn(
    [
      [60, 70, 'Patient name:'],
      [60, 120, 'Release FROM:'],
      [60, 136, 'Name:'],
      [60, 200, 'Release TO:'],
      [60, 216, 'Name:'],
      [60, 240, 'Name:'],
    ],
    {
      widgets: [
        widget('text', [140, 68], { value: name }),
        widget('text', [140, 134], { value: 'Harbor General Hospital' }),
        widget('text', [140, 214], { value: to }),
        widget('text', [140, 238], { value: other }),
      ],
    },
  );

test('A patient may be the recipient of their own records, if no one else is', () => {
  const from = 'Harbor General Hospital';
  expect(ownForm('Mary Smith', 'Mary Smith')).toEqual({ from, to: 'Mary Smith' });
  expect(ownForm('Mary Smith', 'Mary Smith', 'John Roe')).toEqual({ from, to: 'John Roe' });
  expect(ownForm('Mary Smith', '')).toEqual({ from, to: undefined });
  const lines: readonly Line[] = [
    [60, 70, 'Patient name: Mary Smith'],
    [60, 200, 'Release TO:'],
    [60, 216, 'Name:'],
    [120, 215, 'Mary Smith'],
  ];
  expect(partiesOn(lines, { rules: [rule(110, 226)] })).toEqual({ from: undefined, to: 'Mary Smith' });
});

/** Returns words that are pieces of their own, 25 on a row. */
function grid(count: number, textOf: (index: number) => string): Word[] {
  return Array.from({ length: count }, (_, index) => ({
    text: textOf(index),
    box: { x: 10 + (index % 25) * 40, y: 10 + Math.floor(index / 25) * 6, width: 20, height: 5 },
  }));
}

const lines = Array.from({ length: 600 }, (_, index) => rule(0, 10 + index * 1.3, 1_000));
/** Questions side by side, with a column of words and one of checked options below all of them. */
const asked = [
  ...Array.from({ length: 40 }, (_, index) => ({
    text: 'purpose',
    box: { x: 100 + index * 20, y: 10, width: 8, height: 3 },
  })),
  ...Array.from({ length: 600 }, (_, index) => ({
    text: 'personor'.repeat(25 + (index % 5)),
    box: { x: 50, y: 11.1 + index * 0.014, width: 900, height: 0.01 },
  })),
  ...Array.from({ length: 60 }, (_, index) => [
    { text: 'x', box: { x: 900, y: 24 + index, width: 5, height: 0.8 } },
    { text: 'Treatment', box: { x: 908, y: 24 + index, width: 40, height: 0.8 } },
  ]).flat(),
];

test.each([
  ['cues and names on lines', grid(3_000, index => (index % 25 === 0 ? 'from:' : `Harbor${index}`)), lines],
  ['questions and options', asked, []],
])('A page full of %s takes a few seconds at most [CHECK-35]', (_what, words, rules) => {
  // The processor's time, because other tests run, too.
  const before = process.cpuUsage();
  extract(layout(page([], { words, rules })));
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
});
