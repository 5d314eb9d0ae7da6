import {
  byLikelihood,
  likelihoodOf,
  likelyLine,
  likelyName,
  possibleLine,
  possibleName,
  soleFacility,
  type Likelihood,
  type Likeness,
} from '../../../src/domain/clinical/facility-match';

const here = { uid: 'here', matchLine: '1 main st' };
const there = { uid: 'there', matchLine: '2 main st' };
const alsoHere = { uid: 'also here', matchLine: '1 main st' };

test.each([
  { found: [], sole: undefined, why: 'there is none' },
  { found: [here], sole: 'here', why: 'there is one' },
  { found: [there], sole: 'there', why: 'an NPI has one place in the ZIP, whatever its street' },
  { found: [here, there], sole: 'here', why: 'an NPI has several places, and one is at the address' },
  { found: [here, alsoHere], sole: undefined, why: 'two share a name and an address' },
  { found: [there, there], sole: undefined, why: 'there are several, none at the address' },
])('The facility is $sole if $why [REQUEST-21]', ({ found, sole }) => {
  expect(soleFacility(found, { matchLine: '1 main st' })?.uid).toBe(sole);
});

const unlike: Likeness = { name: 0, line: 0, isSameZip: false, isSameNpi: false };
const below = (threshold: number): number => threshold - 0.01;

test.each<[string, Partial<Likeness>, Likelihood | undefined]>([
  ['its NPI in its ZIP', { isSameNpi: true, isSameZip: true }, 'same'],
  ['its name, line and ZIP', { name: 1, line: 1, isSameZip: true }, 'same'],
  ['its name and line in another ZIP', { name: 1, line: 1 }, 'possible'],
  ['a similar name and line in its ZIP', { name: likelyName, line: likelyLine, isSameZip: true }, 'likely'],
  ['a less similar line', { name: likelyName, line: below(likelyLine), isSameZip: true }, 'possible'],
  ['a similar name elsewhere', { name: likelyName, line: likelyLine }, 'possible'],
  ['a somewhat similar name', { name: possibleName }, 'possible'],
  ['a less similar name', { name: below(possibleName), line: 1 }, undefined],
  ['its line in its ZIP under another name', { line: possibleLine, isSameZip: true }, 'possible'],
  ['a less similar line under another name', { line: below(possibleLine), isSameZip: true }, undefined],
  ['its NPI elsewhere', { isSameNpi: true }, 'possible'],
])('A facility with %s gets its likelihood [REQUEST-21]', (_, likeness, likelihood) => {
  expect(likelihoodOf({ ...unlike, ...likeness })).toBe(likelihood);
});

test('Facilities are ordered by likelihood, then by similarity [REQUEST-21]', () => {
  const shown = (likelihood: Likelihood, name: number) => ({ ...unlike, likelihood, name });
  const ordered = [shown('same', 0.1), shown('likely', 0.9), shown('likely', 0.7), shown('possible', 1)];
  expect(ordered.toReversed().toSorted(byLikelihood)).toEqual(ordered);
});
