/** Compares an analysis with the truth. */
import { compareNames } from '../../src/domain/auth-checks/compare-names';
import type { AuthorizationData, Extraction, Refusal } from '../../src/domain/auth-checks/extraction';
import { judge, type CheckName } from '../../src/domain/auth-checks/judge';
import { endOfTerm } from '../../src/domain/auth-checks/stated-term';
import type { CalendarDate } from '../../src/domain/clinical/calendar-date';
import { valueNames, type Shape, type Truth, type ValueName } from './make-case';
import { namesakeOf, siblingOf, type Person } from './people';

/** The day on which the test set is analyzed: everything was signed before, and nothing has expired. */
export const judgedOn: CalendarDate = '2026-11-01';

/** The reading of one document, with its truth. */
export interface Outcome {
  readonly truth: Truth;
  readonly reading: Extraction | Refusal;
  /** For a scan: the recognized words, and the printed ones. */
  readonly words?: { readonly read: readonly string[]; readonly printed: readonly string[] };
}

/** A share of cases. */
export interface Tally {
  readonly hits: number;
  readonly of: number;
}

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '');
}

/** Whether most words of the truth were read, and not many others: names often include addresses. */
function isSameText(read: string, truth: string): boolean {
  const [found, wanted] = [words(read), words(truth)];
  const common = wanted.filter(word => found.includes(word)).length;
  return common >= wanted.length * 0.75 && found.length <= wanted.length + 8;
}

/** Returns a value as read; a date as a calendar date. */
export function readValue(data: AuthorizationData, name: ValueName): string | null {
  if (name === 'patientDateOfBirth' || name === 'signatureDate') return data[name]?.date ?? null;
  return data[name]?.text ?? null;
}

/** A reading, and the parts of its truth that values are compared with. */
export interface ReadValues {
  readonly truth: Pick<Truth, 'person' | 'values'> & { readonly state: string };
  readonly reading: Extraction | Refusal;
}

function isRight(name: ValueName, read: string, truth: ReadValues['truth']): boolean {
  const wanted = truth.values[name];
  if (wanted === null) return false;
  if (name === 'patientDateOfBirth' || name === 'signatureDate') return read === wanted.text;
  if (name === 'patientName')
    return (
      compareNames(read, { firstName: truth.person.firstName, lastNames: [truth.person.lastName] }) === 'same'
    );
  return isSameText(read, wanted.text) || (name === 'expiration' && isSameEnd(read, wanted.text, truth));
}

/** Whether two texts end on one day: `12 months from the date signed`, and the whole sentence with it. */
function isSameEnd(read: string, wanted: string, { values }: ReadValues['truth']): boolean {
  const [end, wantedEnd] = [read, wanted].map(text => endOfTerm(text, values.signatureDate?.text ?? null));
  return end !== undefined && end === wantedEnd;
}

/** Returns the words for a comparison, without punctuation and order. */
function bare(texts: readonly string[]): string[] {
  return texts
    .join(' ')
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\d/.\-@$%]+/u)
    .map(word => word.replaceAll(/^[.\-/]+|[.\-/]+$/g, ''))
    .filter(word => /[\p{L}\d]/u.test(word));
}

/**
 * Returns how many words of scans are wrong or missing, or how many were read in addition, whichever is more.
 */
export function scoreWords(outcomes: readonly Outcome[]): Tally {
  let [wrong, of] = [0, 0];
  for (const { words: both } of outcomes) {
    if (both === undefined) continue;
    const [printed, read] = [bare(both.printed), bare(both.read)];
    const left = new Map<string, number>();
    for (const word of printed) left.set(word, (left.get(word) ?? 0) + 1);
    let right = 0;
    for (const word of read) {
      const count = left.get(word) ?? 0;
      right += Math.min(1, count);
      left.set(word, Math.max(0, count - 1));
    }
    wrong += Math.max(printed.length, read.length) - right;
    of += printed.length;
  }
  return { hits: wrong, of };
}

/** Precision and recall of a value. */
export interface ValueScore {
  /** The share of readings that are right. */
  readonly precision: Tally;
  /** The share of values that were read correctly. */
  readonly recall: Tally;
}

/** Measures how well each value is read on filled documents. */
export function scoreValues(outcomes: readonly ReadValues[]): Map<ValueName, ValueScore> {
  return new Map(
    valueNames.map(name => {
      let [right, read, there] = [0, 0, 0];
      for (const { truth, reading } of outcomes) {
        if (truth.state === 'blank') continue;
        const value = typeof reading === 'string' ? null : readValue(reading.data, name);
        there += truth.values[name] === null ? 0 : 1;
        read += value === null ? 0 : 1;
        right += value !== null && isRight(name, value, truth) ? 1 : 0;
      }
      return [name, { precision: { hits: right, of: read }, recall: { hits: right, of: there } }];
    }),
  );
}

/** Returns the outcome of a check, or that it didn't run. */
export type Came = 'passed' | 'warning' | 'failed' | 'notRun';

/** Returns the outcome of a check of a reading for a person. */
export function cameFor(reading: Extraction | Refusal, check: CheckName, person: Person): Came {
  const verdicts = judge(reading, {
    on: judgedOn,
    patient: {
      firstName: person.firstName,
      lastNames: [person.lastName],
      dateOfBirth: person.dateOfBirth,
      dateOfDeath: null,
    },
    supporting: [],
    project: null,
    searchDetails: null,
  });
  return verdicts[check]?.status ?? 'notRun';
}

/** The outcome of a check for a person. */
export function came(outcome: Outcome, check: CheckName, person: Person = outcome.truth.person): Came {
  return cameFor(outcome.reading, check, person);
}

/** The four checks that a correct signed document must pass. */
export const coreChecks = ['patientName', 'patientDateOfBirth', 'signature', 'signatureDate'] as const;

function tally<T>(items: readonly T[], isHit: (item: T) => boolean): Tally {
  return { hits: items.filter(isHit).length, of: items.length };
}

/** The figures behind the promises in docs/auth-check.md. */
export interface PromiseScore {
  /** Signed documents that pass all four. */
  readonly allFour: Tally;
  readonly core: ReadonlyMap<(typeof coreChecks)[number], Tally>;
  /** Signed documents whose signature is at least a warning. */
  readonly signatureSeen: Tally;
  /** Documents with a typed name as signature that get a warning. */
  readonly typedWarns: Tally;
  /** Unsigned documents that pass as signed: none should. */
  readonly unsignedPass: Tally;
  readonly unsignedNotFailed: Tally;
  /** Other people's documents that pass name, date of birth, or either: none should. */
  readonly siblingsPass: Tally;
  readonly namesakesPass: Tally;
  readonly othersPass: Tally;
  /** Slots of blank forms in which no value is read. */
  readonly blankClean: Tally;
}

/** Measures the promises for documents of one shape. */
export function scorePromises(outcomes: readonly Outcome[], others: readonly Person[]): PromiseScore {
  const of = (state: Truth['state']): Outcome[] => outcomes.filter(({ truth }) => truth.state === state);
  const [signed, unsigned, blank, typed] = [of('signed'), of('unsigned'), of('blank'), of('typed')];
  const passes = (outcome: Outcome, check: CheckName, person?: Person): boolean =>
    came(outcome, check, person) === 'passed';
  const places = blank.flatMap(({ truth, reading }) =>
    valueNames
      .filter(name => truth.values[name] === null)
      .map(name => typeof reading === 'string' || readValue(reading.data, name) === null),
  );
  const hasPlace = (check: (typeof coreChecks)[number], { truth }: Outcome): boolean =>
    check === 'signature' || truth.values[check] !== null;
  return {
    allFour: tally(signed, outcome =>
      coreChecks.every(check => !hasPlace(check, outcome) || passes(outcome, check)),
    ),
    core: new Map(
      coreChecks.map(check => [
        check,
        tally(
          signed.filter(outcome => hasPlace(check, outcome)),
          outcome => passes(outcome, check),
        ),
      ]),
    ),
    signatureSeen: tally(signed, outcome => came(outcome, 'signature') !== 'failed'),
    typedWarns: tally(typed, outcome => came(outcome, 'signature') === 'warning'),
    unsignedPass: tally(unsigned, outcome => passes(outcome, 'signature')),
    unsignedNotFailed: tally(unsigned, outcome => came(outcome, 'signature') !== 'failed'),
    siblingsPass: tally(signed, outcome => {
      const sibling = siblingOf(outcome.truth.person, outcome.truth.language);
      return passes(outcome, 'patientName', sibling) || passes(outcome, 'patientDateOfBirth', sibling);
    }),
    namesakesPass: tally(signed, outcome =>
      passes(outcome, 'patientDateOfBirth', namesakeOf(outcome.truth.person)),
    ),
    othersPass: tally(signed, outcome =>
      others
        .filter(
          ({ lastName, dateOfBirth }) =>
            lastName !== outcome.truth.person.lastName && dateOfBirth !== outcome.truth.person.dateOfBirth,
        )
        .some(
          person => passes(outcome, 'patientName', person) || passes(outcome, 'patientDateOfBirth', person),
        ),
    ),
    blankClean: tally(places, isClean => isClean),
  };
}

/** Checks with a known outcome on a correct signed document: all pass, or warn if noted. */
export const contentChecks = [
  'documentLegibility',
  'authorizationType',
  'capability',
  'signerName',
  'expiration',
  'informationDescription',
  'disclosingParty',
  'recipient',
  'purpose',
  'revocation',
  'redisclosure',
  'conditioning',
  'compoundAuthorization',
] as const satisfies readonly CheckName[];

/** The outcomes of a check on documents of one state. */
export function scoreCheck(
  outcomes: readonly Outcome[],
  check: CheckName,
  state: Truth['state'],
): Record<Came, number> {
  const counts: Record<Came, number> = { passed: 0, warning: 0, failed: 0, notRun: 0 };
  for (const outcome of outcomes) if (outcome.truth.state === state) counts[came(outcome, check)] += 1;
  return counts;
}

/** The outcomes of one shape. */
export function ofShape(outcomes: readonly Outcome[], shape: Shape): Outcome[] {
  return outcomes.filter(({ truth }) => truth.shape === shape);
}
