import { gradePeople } from '../../../src/domain/matching/grades';
import { judgePeople, matchPerson, type Verdict } from '../../../src/domain/matching/match-person';
import type { Person } from '../../../src/domain/matching/person';
import { household, seededRandom, slips, spellings } from '../../support/households';

const households = 150;
const ranks: Readonly<Record<Verdict, number>> = { reject: 0, hold: 1, accept: 2 };

/** Every way in which a partner may write a person down. */
function writtenDown(person: Person, random: () => number): Array<readonly [string, Person]> {
  const spelled = Object.entries(spellings).map(([how, spell]) => [how, spell(person)] as const);
  const slipped = Object.entries(slips).map(([how, slip]) => [how, slip(person, random)] as const);
  return [...spelled, ...slipped];
}

test('Nobody in a household is accepted as another, however a partner writes them down [DECISION-83]', () => {
  let pairs = 0;
  const accepted: string[] = [];
  for (let seed = 1; seed <= households; seed += 1) {
    const random = seededRandom(seed);
    const members = household(seed);
    for (const { role, person } of members)
      for (const [how, theirs] of writtenDown(person, random))
        for (const other of members) {
          if (other.person === person) continue;
          pairs += 1;
          const { verdict, rule } = matchPerson(other.person, theirs);
          if (verdict === 'accept') accepted.push(`${other.role} for ${role}, ${how}: ${rule}`);
        }
  }
  expect(pairs).toBeGreaterThan(100_000);
  expect(accepted).toEqual([]);
});

test('Everybody with five exact fields is accepted, however their names are spelled', () => {
  const others: string[] = [];
  for (let seed = 1; seed <= households; seed += 1)
    for (const { role, person } of household(seed))
      for (const [how, spell] of Object.entries(spellings)) {
        const { verdict, rule, grades } = matchPerson(person, spell(person));
        if (verdict !== 'accept')
          others.push(`${role} ${how}: ${rule} first ${grades.first}, last ${grades.last}`);
      }
  expect([...new Set(others)]).toEqual([]);
});

test('Of a whole household only the patient is accepted', () => {
  for (let seed = 1; seed <= households; seed += 1) {
    const members = household(seed).map(({ person }, at) => ({ ...person, id: `p${at}` }));
    for (const patient of members) {
      const { identities } = judgePeople(patient, members);
      expect(identities.map(people => people.map(({ id }) => id))).toEqual([[patient.id]]);
    }
  }
});

describe('A verdict', () => {
  const people = Array.from({ length: 60 }, (_, seed) =>
    household(seed + 1).map(({ person }) => person),
  ).flat();
  const random = seededRandom(7);
  const pairs = people.flatMap((ours, at) =>
    [ours, people[(at + 1) % people.length] ?? ours].flatMap(person =>
      writtenDown(person, random).map(([how, theirs]) => ({ how, ours, theirs })),
    ),
  );

  test('is the same when the two sides change places', () => {
    for (const { how, ours, theirs } of pairs)
      expect({ how, grades: gradePeople(theirs, ours) }).toEqual({ how, grades: gradePeople(ours, theirs) });
  });

  test('never rises when an agreeing value is missing, nor falls when one is added', () => {
    const without: ReadonlyArray<readonly [string, Partial<Person>]> = [
      ['phones', { phones: [], emails: [] }],
      ['zipCodes', { zipCodes: [] }],
      ['sex', { sex: null }],
    ];
    for (const { how, ours, theirs } of pairs) {
      const full = matchPerson(ours, theirs);
      for (const [what, rest] of without) {
        const grades = gradePeople(ours, theirs);
        const agrees =
          (what === 'phones' && grades.contact === 'same') ||
          (what === 'zipCodes' && grades.zip === 'same') ||
          (what === 'sex' && grades.sex === 'same');
        if (!agrees) continue;
        const less = matchPerson(ours, { ...theirs, ...rest });
        expect({ how, what, isHigher: ranks[less.verdict] > ranks[full.verdict] }).toEqual({
          how,
          what,
          isHigher: false,
        });
      }
    }
  });

  test('doesn’t depend on the order of the people in an answer', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const members = household(seed).map(({ person }, at) => ({ ...person, id: `p${at}` }));
      const [patient] = members;
      if (patient === undefined) continue;
      const verdicts = (order: typeof members): Record<string, string> =>
        Object.fromEntries(
          judgePeople(patient, order).judged.map(({ candidate, match }) => [candidate.id, match.rule]),
        );
      expect(verdicts(members.toReversed())).toEqual(verdicts(members));
    }
  });
});
