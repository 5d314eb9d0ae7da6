/**
 * Decides whether a person in a partner's records is our patient: points for agreement, vetoes that no
 * agreement outweighs, and the reasons, to explain a match. The weights are our own: birth date and names are
 * enough only if all three agree; with one slip among them, something else must agree too.
 */
import { isOneSlipApart, plainName, type Person } from './person';

/** A reason for points. */
export interface MatchPoint {
  readonly rule: string;
  readonly points: number;
}

/** Why a match is refused regardless of its score. */
export type MatchVeto = 'lastName' | 'birthDate' | 'firstNameAndBirthDate';

/** How well two people agree, without any of their values. */
export interface Match {
  readonly score: number;
  readonly points: readonly MatchPoint[];
  readonly vetoes: readonly MatchVeto[];
  readonly isAccepted: boolean;
}

/** The score from which records are accepted as the patient's. */
export const acceptedFrom = 70;

type Agreement = 'same' | 'similar' | 'initial' | 'other';

function compareNames(ours: readonly string[], theirs: readonly string[]): Agreement {
  const [a, b] = [ours, theirs].map(names => names.map(plainName).filter(name => name !== ''));
  const pairs = (a ?? []).flatMap(x => (b ?? []).map(y => [x, y] as const));
  if (pairs.some(([x, y]) => x === y)) return 'same';
  // A hyphenated name and one of its halves, or a first name with and without a middle name.
  const isPart = (x: string, y: string): boolean => x.split(' ').includes(y) || y.split(' ').includes(x);
  if (pairs.some(([x, y]) => isPart(x, y) || isOneSlipApart(x, y))) return 'similar';
  return pairs.some(([x, y]) => (x.length === 1 || y.length === 1) && x[0] === y[0]) ? 'initial' : 'other';
}

type DateAgreement = 'same' | 'exchanged' | 'onePart' | 'other' | 'unknown';

function compareBirthDates(ours: string | null, theirs: string | null): DateAgreement {
  if (ours === null || theirs === null) return 'unknown';
  if (ours === theirs) return 'same';
  const [a, b] = [ours.split('-'), theirs.split('-')];
  if (a[0] === b[0] && a[1] === b[2] && a[2] === b[1]) return 'exchanged';
  return a.filter((part, index) => part !== b[index]).length === 1 ? 'onePart' : 'other';
}

const nameRules = {
  last: { same: 25, similar: 15, initial: 0, other: 0 },
  first: { same: 15, similar: 10, initial: 5, other: 0 },
} as const;
const birthRules = { same: 40, exchanged: 20, onePart: 15, other: 0, unknown: 0 } as const;

function overlap(a: readonly string[], b: readonly string[], length?: number): boolean {
  const cut = (text: string): string => text.slice(0, length).toLowerCase();
  const ours = new Set(a.map(cut));
  return b.some(entry => ours.has(cut(entry)));
}

function addressPoint(ours: Person, theirs: Person): MatchPoint {
  if (overlap(ours.zipCodes, theirs.zipCodes, 5)) return { rule: 'zipSame', points: 10 };
  if (overlap(ours.zipCodes, theirs.zipCodes, 3)) return { rule: 'zipArea', points: 3 };
  return { rule: 'zipOther', points: 0 };
}

function sexPoint(ours: Person, theirs: Person): MatchPoint {
  if (ours.sex === null || theirs.sex === null) return { rule: 'sexUnknown', points: 0 };
  return ours.sex === theirs.sex ? { rule: 'sexSame', points: 5 } : { rule: 'sexOther', points: -10 };
}

/** Compares our patient with a person of a partner's records. */
export function matchPerson(ours: Person, theirs: Person): Match {
  const last = compareNames(ours.lastNames, theirs.lastNames);
  const first = compareNames(ours.firstNames, theirs.firstNames);
  const birth = compareBirthDates(ours.birthDate, theirs.birthDate);
  const points: MatchPoint[] = [
    { rule: `birthDate:${birth}`, points: birthRules[birth] },
    { rule: `lastName:${last}`, points: nameRules.last[last] },
    { rule: `firstName:${first}`, points: nameRules.first[first] },
    sexPoint(ours, theirs),
    addressPoint(ours, theirs),
    ...(overlap(ours.phones, theirs.phones) ? [{ rule: 'phoneSame', points: 10 }] : []),
    ...(overlap(ours.emails, theirs.emails) ? [{ rule: 'emailSame', points: 10 }] : []),
  ];
  const vetoes: MatchVeto[] = [
    ...(last === 'other' || last === 'initial' ? ['lastName' as const] : []),
    ...(birth === 'other' ? ['birthDate' as const] : []),
    ...(birth !== 'same' && (first === 'other' || first === 'initial')
      ? ['firstNameAndBirthDate' as const]
      : []),
  ];
  const score = points.reduce((sum, point) => sum + point.points, 0);
  return { score, points, vetoes, isAccepted: vetoes.length === 0 && score >= acceptedFrom };
}

/**
 * Whether two people in a partner's records can be the same: no value that both have contradicts the other.
 */
function areConsistent(a: Person, b: Person): boolean {
  const isSameOrUnknown = <T>(x: T | null, y: T | null): boolean => x === null || y === null || x === y;
  return (
    isSameOrUnknown(a.birthDate, b.birthDate) &&
    isSameOrUnknown(a.sex, b.sex) &&
    ['same', 'similar'].includes(compareNames(a.lastNames, b.lastNames)) &&
    compareNames(a.firstNames, b.firstNames) !== 'other'
  );
}

/**
 * Clusters people who can be the same: each joins the first cluster with all of whose members they are
 * consistent. Two or more clusters are conflicting identities.
 */
export function clusterPeople<P extends Person>(people: readonly P[]): P[][] {
  const clusters: P[][] = [];
  for (const person of people) {
    const home = clusters.find(cluster => cluster.every(member => areConsistent(member, person)));
    if (home === undefined) clusters.push([person]);
    else home.push(person);
  }
  return clusters;
}
