/** Words printed on a form, as opposed to those filled in. */
import { extract } from '../../../src/reading/extraction/extract';
import type { AuthorizationData, Box } from '../../../src/domain/auth-checks/extraction';
import type { Widget } from '../../../src/reading/document-layout';
import { layout, page, widget, type Line } from './layouts';

type Party = 'patientName' | 'disclosingParty' | 'recipient' | 'purpose' | 'expiration' | 'relationship';

const title: Line = [60, 40, 'Authorization to release health information'];
const across = (x: number, y: number, width: number): Box => ({ x, y, width, height: 1 });

function read(lines: readonly Line[], widgets: readonly Widget[] = [], rules: readonly Box[] = []) {
  return extract(layout(page([title, ...lines], { widgets, rules }))).data;
}

const textOf = (data: AuthorizationData, name: Party): string | undefined => data[name]?.text;

describe('Printed words [CHECK-33]', () => {
  test.each<readonly [string, Party, readonly Line[]]>([
    ['words that continue a label', 'patientName', [[60, 100, 'NAME OF PATIENT OR INDIVIDUAL']]],
    [
      'words that continue a label in Spanish',
      'relationship',
      [
        [60, 100, 'Firma'],
        [60, 120, 'Parentesco con el paciente'],
      ],
    ],
    [
      'a party that is only referred to',
      'disclosingParty',
      [[60, 100, 'I authorize the following provider to release my health records.']],
    ],
    [
      'the reader of the form',
      'disclosingParty',
      [[60, 100, 'This does not authorize you to discuss my care.']],
    ],
    [
      'options side by side',
      'relationship',
      [
        [60, 100, 'Signature of patient'],
        [60, 120, 'Relationship to the individual:'],
        [60, 134, 'Parent of minor'],
        [200, 134, 'Guardian'],
        [300, 134, 'Other ____'],
      ],
    ],
    [
      'the heading of the next section',
      'recipient',
      [
        [60, 100, 'Release to:'],
        [140, 100, 'Section 3. Information'],
      ],
    ],
    [
      'an address label',
      'recipient',
      [
        [60, 100, 'Release to:'],
        [140, 100, 'Street address, city, state, ZIP'],
      ],
    ],
    [
      'an address without a name',
      'recipient',
      [
        [60, 100, 'Release to:'],
        [140, 100, '4 Elm Street, Tucson, AZ 85701'],
      ],
    ],
    [
      'a phone number',
      'purpose',
      [
        [60, 100, 'Purpose:'],
        [140, 100, '617-555-0100'],
      ],
    ],
  ])('are not a value: %s', (_what, name, lines) => {
    expect(textOf(read(lines), name)).toBeUndefined();
  });

  test('are not a value if they are an option on the line below a question', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Reason for release of information:'],
      [60, 116, 'o At request of individual'],
    ];
    expect(textOf(read(lines, [], [across(58, 132, 400)]), 'purpose')).toBeUndefined();
  });

  test.each(['State Farm Insurance', 'City of Boston', '24 Hour Clinic'])('are a name: %s', name => {
    const lines: readonly Line[] = [
      [60, 100, 'Release to:'],
      [140, 100, name],
    ];
    expect(textOf(read(lines), 'recipient')).toBe(name);
  });
});

describe('A form field [CHECK-34]', () => {
  test('does not belong to a label that is merely nearby', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Address:'],
      [60, 118, 'Purpose: to treat me'],
    ];
    const widgets = [widget('text', [105, 98], { value: 'Mill Road at the river' })];
    expect(textOf(read(lines, widgets), 'purpose')).toBe('to treat me');
  });

  test('that is ticked answers the last question before it', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Purpose of the disclosure'],
      [60, 140, 'Information to be disclosed'],
      [80, 156, 'Entire medical record'],
    ];
    const box: Box = { x: 62, y: 156, width: 10, height: 10 };
    const widgets = [widget('checkbox', [62, 156], { isOn: true, box })];
    expect(textOf(read(lines, widgets), 'purpose')).toBeUndefined();
    const asked = read(
      [
        [60, 140, 'Purpose of the disclosure (check one)'],
        [80, 156, 'Legal matter'],
      ],
      widgets,
    );
    expect(textOf(asked, 'purpose')).toBe('Legal matter');
  });

  test('answers the question in its own column', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Information to be released:'],
      [80, 116, 'Entire medical record'],
      [320, 100, 'Purpose of release:'],
      [340, 116, 'Insurance'],
    ];
    const ticked = (x: number): Widget =>
      widget('checkbox', [x, 116], { isOn: true, box: { x, y: 116, width: 10, height: 10 } });
    expect(textOf(read(lines, [ticked(62), ticked(322)]), 'purpose')).toBe('Insurance');
  });

  test('on the line printed for a tick belongs to that option', () => {
    const box: Box = { x: 65, y: 116, width: 8, height: 8 };
    const lines: readonly Line[] = [
      [60, 100, 'Purpose of release (check one)'],
      [60, 116, '____ Changing doctors'],
    ];
    const data = read(lines, [widget('checkbox', [65, 116], { isOn: true, box })]);
    expect(textOf(data, 'purpose')).toBe('Changing doctors');
  });
});

describe('A printed default expiration [CHECK-36]', () => {
  const printed: Line = [
    60,
    140,
    'If no date is given, this authorization expires one year after signature.',
  ];

  test('applies if nothing else is filled in', () => {
    expect(textOf(read([printed]), 'expiration')).toBe('one year after signature');
  });

  test('gives way to a date', () => {
    const lines: readonly Line[] = [[60, 100, 'Expiration date: 01/06/2027'], printed];
    expect(textOf(read(lines), 'expiration')).toBe('01/06/2027');
  });
});

describe('A value directly after its label on a line [CHECK-37]', () => {
  test('is read completely from the start of its rule', () => {
    const lines: readonly Line[] = [[60, 100, 'Facility releasing information Harbor General Hospital']];
    const data = read(lines, [], [across(213, 111, 200)]);
    expect(textOf(data, 'disclosingParty')).toBe('Harbor General Hospital');
  });

  test('is read after a label in two languages', () => {
    const lines: readonly Line[] = [[60, 100, 'Patient name / Nombre del paciente: Jane Doe']];
    expect(textOf(read(lines), 'patientName')).toBe('Jane Doe');
  });
});
