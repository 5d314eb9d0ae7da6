/** Counts what the auth-check makes of documents of real forms. */
import {
  sensitiveCategoryNames,
  type SensitiveCategory,
  type StatementName,
} from '../../src/domain/auth-checks/extraction';
import { valueNames, type ValueName } from '../forms/make-case';
import { siblingOf, type Person } from '../forms/people';
import { cameFor, coreChecks, readValue, type Tally } from '../forms/score';
import type { Description } from './description';
import type { RealState } from './filling';
import type { RealOutcome } from './score-real';

/** A check that a correct signed document must pass. */
export type CoreCheck = (typeof coreChecks)[number];

const elementOf = {
  patientName: 'patientName',
  patientDateOfBirth: 'birthDate',
  signature: 'patientSignature',
  signatureDate: 'signatureDate',
} as const satisfies Readonly<Record<CoreCheck, keyof Description['elements']>>;

/** Returns how many items hit. */
export function tally<T>(items: readonly T[], isHit: (item: T) => boolean): Tally {
  return { hits: items.filter(isHit).length, of: items.length };
}

/** Returns the outcomes of one state. */
export function ofState(outcomes: readonly RealOutcome[], state: RealState): RealOutcome[] {
  return outcomes.filter(({ truth }) => truth.state === state);
}

const passes = ({ reading, truth }: RealOutcome, check: CoreCheck, person: Person = truth.person): boolean =>
  cameFor(reading, check, person) === 'passed';

/** Whether the form asks for it. */
const hasElement = ({ description: { elements } }: RealOutcome, check: CoreCheck): boolean =>
  elements[elementOf[check]] !== null;

/**
 * Returns the signed documents that pass all of the four core checks that their form asks for. A form that
 * nobody signs doesn't count.
 */
export function allFour(outcomes: readonly RealOutcome[]): Tally {
  return tally(
    ofState(outcomes, 'signed').filter(outcome => hasElement(outcome, 'signature')),
    outcome => coreChecks.every(check => !hasElement(outcome, check) || passes(outcome, check)),
  );
}

/** Returns the signed documents that pass one check, of those whose form asks for it. */
export function oneOfFour(outcomes: readonly RealOutcome[], check: CoreCheck): Tally {
  return tally(
    ofState(outcomes, 'signed').filter(outcome => hasElement(outcome, check)),
    outcome => passes(outcome, check),
  );
}

function shifted(person: Person, days: number): Person {
  const on = new Date(Date.parse(`${person.dateOfBirth}T00:00:00Z`) + days * 86_400_000);
  return { ...person, dateOfBirth: on.toISOString().slice(0, 10) };
}

/** The documents that must not pass, and did. */
export interface UnsafeCounts {
  readonly unsigned: Tally;
  readonly anotherPerson: Tally;
  readonly sibling: Tally;
  readonly birthdayTwoDaysOff: Tally;
  readonly expired: Tally;
  readonly missing: Tally;
}

const checkOfMissing = {
  patientName: 'patientName',
  patientDateOfBirth: 'patientDateOfBirth',
  signatureDate: 'signatureDate',
} as const;

/** Returns what passed although it must not. Each signed document is also judged for other people. */
export function unsafeCounts(outcomes: readonly RealOutcome[], everybody: readonly Person[]): UnsafeCounts {
  const signed = ofState(outcomes, 'signed');
  const pairs = signed.flatMap(outcome =>
    everybody
      .filter(
        ({ lastName, dateOfBirth }) =>
          lastName !== outcome.truth.person.lastName && dateOfBirth !== outcome.truth.person.dateOfBirth,
      )
      .map(person => ({ outcome, person })),
  );
  const nameOrBirth = ({ outcome, person }: (typeof pairs)[number]): boolean =>
    passes(outcome, 'patientName', person) || passes(outcome, 'patientDateOfBirth', person);
  return {
    unsigned: tally(ofState(outcomes, 'unsigned'), outcome => passes(outcome, 'signature')),
    anotherPerson: tally(pairs, nameOrBirth),
    sibling: tally(
      signed.map(outcome => ({ outcome, person: siblingOf(outcome.truth.person, 'en') })),
      nameOrBirth,
    ),
    birthdayTwoDaysOff: tally(
      signed.flatMap(outcome =>
        [-2, 2].map(days => ({ outcome, person: shifted(outcome.truth.person, days) })),
      ),
      ({ outcome, person }) => passes(outcome, 'patientDateOfBirth', person),
    ),
    expired: tally(
      ofState(outcomes, 'expired'),
      ({ reading, truth }) => cameFor(reading, 'expiration', truth.person) === 'passed',
    ),
    missing: tally(
      ofState(outcomes, 'missing').filter(({ truth }) => truth.missing !== null),
      outcome => outcome.truth.missing !== null && passes(outcome, checkOfMissing[outcome.truth.missing]),
    ),
  };
}

const valueElements = {
  patientName: 'patientName',
  patientDateOfBirth: 'birthDate',
  disclosingParty: 'discloser',
  recipient: 'recipient',
  datesOfService: 'datesOfService',
  purpose: 'purpose',
  expiration: 'expiration',
  signatureDate: 'signatureDate',
  signerName: 'signerName',
  relationship: 'representative',
} as const satisfies Readonly<Record<ValueName, keyof Description['elements']>>;

/**
 * Returns the places of blank forms in which no value is read. A value that is printed has no place.
 */
export function blankClean(outcomes: readonly RealOutcome[], name?: ValueName): Tally {
  const places = ofState(outcomes, 'blank').flatMap(({ truth, reading, description: { elements } }) =>
    valueNames
      .filter(
        value =>
          (name === undefined || value === name) &&
          elements[valueElements[value]] !== null &&
          truth.values[value] === null,
      )
      .map(value => typeof reading === 'string' || readValue(reading.data, value) === null),
  );
  return tally(places, isClean => isClean);
}

/** Precision and recall. */
export interface Accuracy {
  readonly precision: Tally;
  readonly recall: Tally;
}

/** Returns how well printed statements are recognized, on signed documents. */
export function statementAccuracy(outcomes: readonly RealOutcome[], name: StatementName): Accuracy {
  const signed = ofState(outcomes, 'signed').map(({ reading, description: { printed } }) => ({
    isFound: typeof reading !== 'string' && reading.data.statements[name].strength !== 'none',
    isThere: printed[name],
  }));
  return accuracyOf(signed);
}

/** Whether one mark releases both categories: `STD/HIV tests`. */
function shareMark({ elements }: Description, one: SensitiveCategory, other: SensitiveCategory): boolean {
  const placesOf = (category: SensitiveCategory): string[] =>
    (elements.sensitive ?? [])
      .filter(mark => mark.category === category && mark.effect === 'release')
      .map(({ category: _category, ...place }) => JSON.stringify(place));
  return placesOf(one).some(place => placesOf(other).includes(place));
}

/** Returns how well the release of a sensitive category is recognized, on signed documents. */
export function releaseAccuracy(outcomes: readonly RealOutcome[], category: SensitiveCategory): Accuracy {
  const signed = ofState(outcomes, 'signed').map(({ reading, truth, description }) => {
    const release = typeof reading === 'string' ? undefined : reading.data.sensitive[category];
    return {
      isFound: release === 'released' || release === 'blanket',
      isThere: truth.released.some(
        released => released === category || shareMark(description, released, category),
      ),
    };
  });
  return accuracyOf(signed);
}

/** Returns how well a printed sentence that releases categories is recognized, all categories together. */
export function printedReleaseAccuracy(outcomes: readonly RealOutcome[]): Accuracy {
  const signed = ofState(outcomes, 'signed').flatMap(({ reading, description: { printed, elements } }) =>
    sensitiveCategoryNames
      .filter(category => !(elements.sensitive ?? []).some(mark => mark.category === category))
      .map(category => ({
        isFound: typeof reading !== 'string' && reading.data.sensitive[category] === 'blanket',
        isThere: printed.releases.includes(category),
      })),
  );
  return accuracyOf(signed);
}

function accuracyOf(
  items: ReadonlyArray<{ readonly isFound: boolean; readonly isThere: boolean }>,
): Accuracy {
  return {
    precision: tally(
      items.filter(({ isFound }) => isFound),
      ({ isThere }) => isThere,
    ),
    recall: tally(
      items.filter(({ isThere }) => isThere),
      ({ isFound }) => isFound,
    ),
  };
}

/** Returns the checks that a signed document doesn't pass, of those that its form asks for. */
export function missedChecks(outcome: RealOutcome): CoreCheck[] {
  return coreChecks.filter(check => hasElement(outcome, check) && !passes(outcome, check));
}
