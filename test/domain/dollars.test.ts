import { centsOf, dollarText, plainDollars } from '../../src/domain/dollars';

test.each<[string, number | undefined]>([
  ['25', 2_500],
  ['$25.00', 2_500],
  [' 1,250.50 ', 125_050],
  ['0.01', 1],
  ['10000', 1_000_000],
  ['12,345,678', 1_234_567_800],
  ['', undefined],
  ['25.5', undefined],
  ['1,25', undefined],
  ['-3', undefined],
  ['25 USD', undefined],
  ['twenty', undefined],
])('The amount %j is %j cents [REQUEST-43]', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test('An amount is written for people, and for forms and files [REQUEST-43]', () => {
  expect([dollarText(125_050), dollarText(1)]).toEqual(['$1,250.50', '$0.01']);
  expect([plainDollars(125_050), plainDollars(3_000)]).toEqual(['1250.50', '30.00']);
  expect(centsOf(plainDollars(125_050))).toBe(125_050);
});
