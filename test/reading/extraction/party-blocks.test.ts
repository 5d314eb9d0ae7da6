/** Parties that a form has in blocks of name, address, and phone. */
import { extract } from '../../../src/reading/extraction/extract';
import { layout, page, type Line } from './layouts';

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
