/** What a form prints, and what somebody wrote on it. */
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

describe('print is nobody’s value [CHECK-33]', () => {
  test.each<readonly [string, Party, readonly Line[]]>([
    ['words with which a label goes on', 'patientName', [[60, 100, 'NAME OF PATIENT OR INDIVIDUAL']]],
    [
      'a label that goes on in Spanish',
      'relationship',
      [
        [60, 100, 'Firma'],
        [60, 120, 'Parentesco con el paciente'],
      ],
    ],
    [
      'somebody who is only pointed at',
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
      'the heading of the next part',
      'recipient',
      [
        [60, 100, 'Release to:'],
        [140, 100, 'Section 3. Information'],
      ],
    ],
    [
      'the label of an address',
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
      'a telephone',
      'purpose',
      [
        [60, 100, 'Purpose:'],
        [140, 100, '617-555-0100'],
      ],
    ],
  ])('%s', (_what, name, lines) => {
    expect(textOf(read(lines), name)).toBeUndefined();
  });

  test('an option to tick on the line below a question is none', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Reason for release of information:'],
      [60, 116, 'o At request of individual'],
    ];
    expect(textOf(read(lines, [], [across(58, 132, 400)]), 'purpose')).toBeUndefined();
  });

  test.each(['State Farm Insurance', 'City of Boston', '24 Hour Clinic'])('%s is a name', name => {
    const lines: readonly Line[] = [
      [60, 100, 'Release to:'],
      [140, 100, name],
    ];
    expect(textOf(read(lines), 'recipient')).toBe(name);
  });
});

describe('a field belongs to the words that it stands at [CHECK-34]', () => {
  test('not to a label that is near', () => {
    const lines: readonly Line[] = [
      [60, 100, 'Address:'],
      [60, 118, 'Purpose: to treat me'],
    ];
    const widgets = [widget('text', [105, 98], { value: 'Mill Road at the river' })];
    expect(textOf(read(lines, widgets), 'purpose')).toBe('to treat me');
  });

  test('and what is ticked answers the question that comes last before it', () => {
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

  test('in its own column', () => {
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

  test('a box that lies on the line printed for a tick is the option’s', () => {
    const box: Box = { x: 65, y: 116, width: 8, height: 8 };
    const lines: readonly Line[] = [
      [60, 100, 'Purpose of release (check one)'],
      [60, 116, '____ Changing doctors'],
    ];
    const data = read(lines, [widget('checkbox', [65, 116], { isOn: true, box })]);
    expect(textOf(data, 'purpose')).toBe('Changing doctors');
  });
});

describe('an end that is printed for who gives none [CHECK-36]', () => {
  const printed: Line = [
    60,
    140,
    'If no date is given, this authorization expires one year after signature.',
  ];

  test('counts where nothing else is filled in', () => {
    expect(textOf(read([printed]), 'expiration')).toBe('one year after signature');
  });

  test('and gives way to a date', () => {
    const lines: readonly Line[] = [[60, 100, 'Expiration date: 01/06/2027'], printed];
    expect(textOf(read(lines), 'expiration')).toBe('01/06/2027');
  });
});

describe('a value on the line right behind its label [CHECK-37]', () => {
  test('is read whole from where the line begins', () => {
    const lines: readonly Line[] = [[60, 100, 'Facility releasing information Harbor General Hospital']];
    const data = read(lines, [], [across(213, 111, 200)]);
    expect(textOf(data, 'disclosingParty')).toBe('Harbor General Hospital');
  });

  test('and a label in two languages is one', () => {
    const lines: readonly Line[] = [[60, 100, 'Patient name / Nombre del paciente: Jane Doe']];
    expect(textOf(read(lines), 'patientName')).toBe('Jane Doe');
  });
});
