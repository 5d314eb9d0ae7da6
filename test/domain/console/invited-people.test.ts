import { invitedNameMax, peopleIn } from '../../../src/domain/console/invited-people';

test('reads people as they are typed, and as a mail client copies them [CONSOLE-110]', () => {
  const typed = [
    'pat@acme.example Pat  Lee',
    '  "Diaz, Ana" <ana@acme.example>,',
    '',
    'ned@acme.example, Ned Moss',
    'ida@acme.example\tIda Orr',
    'lee@acme.example;Ann Lee',
  ].join('\r\n');
  expect(peopleIn(typed).map(({ email, name, fault }) => [email, name, fault])).toEqual([
    ['pat@acme.example', 'Pat Lee', undefined],
    ['ana@acme.example', 'Diaz, Ana', undefined],
    ['ned@acme.example', 'Ned Moss', undefined],
    ['ida@acme.example', 'Ida Orr', undefined],
    ['lee@acme.example', 'Ann Lee', undefined],
  ]);
});

test.each([
  ['Pat Lee', "This isn't an e-mail address."],
  ['Pat Lee pat@acme.example', "This isn't an e-mail address."],
  ['pat@acme.example', 'Enter a name after the address.'],
  ['<pat@acme.example>', 'Enter a name after the address.'],
  [`pat@acme.example ${'x'.repeat(invitedNameMax + 1)}`, 'Enter a name with at most 200 characters.'],
])('says what is wrong with %p, and keeps the line [CONSOLE-110]', (line, fault) => {
  expect(peopleIn(` ${line} `)).toMatchObject([{ line, fault }]);
});

test('names the second of two lines with the same address [CONSOLE-110]', () => {
  const faults = peopleIn('pat@acme.example Pat\nPAT@acme.example Pat').map(({ fault }) => fault);
  expect(faults).toEqual([undefined, 'This address is in the list twice.']);
});
