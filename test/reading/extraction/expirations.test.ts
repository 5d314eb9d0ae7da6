/** When an authorization ends: what is written, a checked option, or a printed term. */
import type { Box } from '../../../src/domain/auth-checks/extraction';
import type { Widget } from '../../../src/reading/document-layout';
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, rule, widget, type Line } from './layouts';

const title: Line = [60, 40, 'Authorization to release health information'];
/** A signature's row with its date. */
const signed: readonly Line[] = [
  [60, 612, 'Signature of patient'],
  [400, 612, 'Date'],
  [402, 598, '10/01/2026'],
];
const signedRules = [rule(60, 610, 300), rule(400, 610, 120)];

interface Paper {
  readonly lines: readonly Line[];
  readonly rules?: readonly Box[];
  readonly widgets?: readonly Widget[];
}

function expirationOf({ lines, rules = [], widgets = [] }: Paper): string | undefined {
  const paper = page([title, ...lines, ...signed], {
    scribble: [80, 592],
    rules: [...rules, ...signedRules],
    widgets: [...widgets],
  });
  return extract(layout(paper)).data.expiration?.text;
}

const box = (x: number, y: number, isOn = false): Widget => ({
  ...widget('checkbox', [x, y], { isOn }),
  box: { x, y, width: 9, height: 9 },
});
const field = (x: number, y: number, value: string, width = 160): Widget => ({
  ...widget('text', [x, y], { value }),
  box: { x, y, width, height: 12 },
});

const printed = (text: string): Paper => ({ lines: [[60, 300, text]] });

test.each([
  ['It expires 90 days after I sign it, unless revoked.', '90 days after I sign it'],
  [
    'This authorization terminates six months from the date of consent.',
    'six months from the date of consent',
  ],
  ['It will remain in effect for one (1) year or until I revoke it in writing.', 'one (1) year'],
  ['It will expire in ninety (90) days unless I give another date.', 'ninety (90) days'],
  ['IF LEFT BLANK, THIS AUTHORIZATION WILL EXPIRE IN 120 DAYS.', '120 DAYS'],
  ['This authorization expires at the end of the lawsuit.', 'the end of the lawsuit'],
])('A form prints its term: %s', (text, term) => {
  expect(expirationOf(printed(text))).toBe(term);
});

test.each([
  'This authorization is valid until it is revoked in writing.',
  'My revocation will be effective after 30 days.',
  'It is valid for each child who is under 14 years of age.',
  'Access to the portal will expire in 30 days.',
  'It is valid for one year from Valley Clinic does not require this form.',
])('Other sentences print no term: %s', text => {
  expect(expirationOf(printed(text))).toBeUndefined();
});

test('Of two printed terms, the one that ends first counts [CHECK-55]', () => {
  const lines: readonly Line[] = [
    [60, 300, 'It is no longer valid after two years from the date of signature.'],
    [60, 330, 'This authorization expires one year from the date of signature.'],
  ];
  expect(expirationOf({ lines })).toBe('one year from the date of signature');
});

describe('What is written [CHECK-55]', () => {
  const term: Line = [60, 300, 'It will expire in one year unless I give another date or event here:'];
  const blank = [rule(60, 334, 300)];

  test.each(['End of treatment', 'When my case is closed', '03/15/2027', 'Mar 15, 2028'])(
    'below the words that ask for it counts before a default: %s',
    text => {
      expect(expirationOf({ lines: [term, [64, 323, text]], rules: blank })).toBe(text);
    },
  );

  test('behind words whose end it covers, in a field, counts', () => {
    const lines: readonly Line[] = [[60, 300, 'This authorization will expire on this date or event:']];
    expect(expirationOf({ lines, widgets: [field(300, 299, 'Aug 15, 2027')] })).toBe('Aug 15, 2027');
  });

  test('in the middle of a long sentence counts', () => {
    const lines: readonly Line[] = [
      [60, 300, 'It expires (i) after 6 months, or (ii) on the date specified here:'],
      [400, 300, '12/31/2026'],
    ];
    expect(expirationOf({ lines, rules: [rule(398, 311, 80)] })).toBe('12/31/2026');
  });

  test('in a list below the question counts, if it is a date after signing', () => {
    const lines: readonly Line[] = [
      [60, 300, 'This authorization expires in one year unless otherwise marked here:'],
      [80, 320, '( ) on the day that I choose'],
      [240, 319, '05/15/2027'],
    ];
    expect(expirationOf({ lines, rules: [rule(236, 330, 120)] })).toBe('05/15/2027');
  });

  test("that can't be read leaves no default", () => {
    expect(expirationOf({ lines: [term] })).toBe('one year');
    const lines: readonly Line[] = [[60, 300, 'It expires in one year unless I write until:']];
    expect(expirationOf({ lines, widgets: [field(290, 299, '15')] })).toBeUndefined();
  });

  test.each<[string, readonly Line[]]>([
    ['a date of service', [[60, 330, 'Dates of service from 01/05/2026 to 01/05/2027']]],
    ['an appointment', [[60, 330, 'My next appointment is on 01/05/2027']]],
    [
      "the end of the form's approval",
      [
        [400, 60, 'OMB No. 0900-0000'],
        [400, 74, 'Expiration Date: 07/31/2027'],
      ],
    ],
  ])("isn't %s", (_, lines) => {
    expect(expirationOf({ lines: [term, ...lines] })).toBe('one year');
  });
});

describe('A checked option', () => {
  const lines: readonly Line[] = [
    [60, 300, 'This authorization expires (check one):'],
    [80, 318, 'One year from the date signed'],
    [80, 334, 'When my case is closed'],
    [80, 350, 'On the following date:'],
  ];

  test('is the end', () => {
    expect(expirationOf({ lines, widgets: [box(64, 318), box(64, 334, true), box(64, 350)] })).toBe(
      'When my case is closed',
    );
  });

  test('that asks for a date is answered by the date', () => {
    const widgets = [box(64, 318), box(64, 334), box(64, 350, true), field(196, 348, '05/15/2027')];
    expect(expirationOf({ lines, widgets })).toBe('05/15/2027');
  });

  test('is none if no box is checked', () => {
    expect(expirationOf({ lines, widgets: [box(64, 318), box(64, 334), box(64, 350)] })).toBeUndefined();
  });
});
