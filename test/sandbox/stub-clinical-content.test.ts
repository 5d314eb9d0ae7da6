import * as fc from 'fast-check';

import { completedYears, dateOfDayNumber, dayNumber } from '../../src/domain/clinical/calendar-date';
import type { ClinicalContent } from '../../src/domain/clinical/clinical-content';
import { diagnosisKey } from '../../src/domain/clinical/diagnosis';
import { labResultKey } from '../../src/domain/clinical/lab-result';
import { centsOfDecimal, decimalOfCents } from '../../src/domain/clinical/money';
import { payorKey } from '../../src/domain/clinical/payor';
import { prescriptionFillKey } from '../../src/domain/clinical/prescription-fill';
import { procedureKey } from '../../src/domain/clinical/procedure';
import { siteKey } from '../../src/domain/clinical/site';
import { visitKey, type Visit } from '../../src/domain/clinical/visit';
import { stubClinicalContent, type StubSearch } from '../../src/sandbox/content/clinical-content';
import { stubMaterial } from '../../src/sandbox/content/stub-material';
import type { StubPatient } from '../../src/sandbox/content/stub-patient';
import { people, until } from './stub-people';

const searches: readonly StubSearch[] = ['siteSonar', 'patientHistories', 'ehrSearch'];
const contentOf = (patient: StubPatient, search: StubSearch, end = until): ClinicalContent =>
  stubClinicalContent({ patient, search, until: end });

/** Returns every natural key of a content, by kind. */
const keysOf = (content: ClinicalContent): Record<keyof ClinicalContent, string[]> => ({
  sites: content.sites.map(siteKey),
  payors: content.payors.map(payorKey),
  visits: content.visits.map(visitKey),
  procedures: content.procedures.map(procedureKey),
  diagnoses: content.diagnoses.map(diagnosisKey),
  prescriptionFills: content.prescriptionFills.map(prescriptionFillKey),
  labResults: content.labResults.map(labResultKey),
});

const isWithin = (visit: Visit, first: string, last: string): boolean =>
  first <= visit.earliestServiceDate &&
  visit.earliestServiceDate <= visit.latestServiceDate &&
  visit.latestServiceDate <= last;

const everyContent = people.flatMap(patient =>
  searches.map(search => ({ patient, search, content: contentOf(patient, search) })),
);

const ada: StubPatient = {
  firstName: 'Ada',
  lastNames: ['Okafor'],
  dateOfBirth: '1961-04-12',
  sex: 'Female',
};

describe('Stub clinical content', () => {
  test('is the same each time for the same patient', () => {
    for (const { patient, search, content } of everyContent.filter((_, index) => index % 4 === 0))
      expect(contentOf(patient, search)).toEqual(content);
  });

  test('does not depend on case, accents, spacing, or alternate last names', () => {
    const variants: StubPatient[] = [
      { ...ada, firstName: ' ADÁ ' },
      { ...ada, lastNames: ['okafor'] },
      { ...ada, lastNames: ['Okafor', 'Mensah'] },
    ];
    for (const variant of variants)
      expect(contentOf(variant, 'siteSonar')).toEqual(contentOf(ada, 'siteSonar'));
  });

  test('adds only sex-specific visits when the sex is filled in later', () => {
    const ofOneSex = new Set(
      stubMaterial.templates.filter(one => one.sex !== undefined).map(one => one.reason),
    );
    for (const patient of people.filter(person => person.sex === 'Female')) {
      const before = new Set(contentOf({ ...patient, sex: 'Unknown' }, 'siteSonar').visits.map(visitKey));
      const added = contentOf(patient, 'siteSonar').visits.filter(visit => !before.has(visitKey(visit)));
      expect(added.filter(visit => !ofOneSex.has(visit.reason ?? ''))).toEqual([]);
    }
  });

  test('only grows with a later end date', () => {
    const ends = ['2024-12-31', '2025-06-30', '2026-06-30', '2027-12-31'];
    // For the youngest, without room for three visits in the walk, the first visits are spread over the
    // available time.
    for (const patient of people.filter(
      (person, index) => person.dateOfBirth < '2020-01-01' && index % 4 === 0,
    )) {
      const runs = ends.map(end => Object.values(keysOf(contentOf(patient, 'patientHistories', end))).flat());
      const lost = runs.slice(1).flatMap((later, index) => {
        const kept = new Set(later);
        return (runs[index] ?? []).filter(key => !kept.has(key));
      });
      expect(lost).toEqual([]);
    }
  });

  test('has 3 to 25 visits, none before birth or 2016, none after the end, none that ends before it begins', () => {
    for (const { patient, content } of everyContent) {
      expect(content.visits.length).toBeGreaterThanOrEqual(3);
      expect(content.visits.length).toBeLessThanOrEqual(25);
      const first = patient.dateOfBirth > '2016-01-01' ? patient.dateOfBirth : '2016-01-01';
      expect(content.visits.filter(visit => !isWithin(visit, first, until))).toEqual([]);
      expect(content.prescriptionFills.filter(fill => fill.filledOn > until)).toEqual([]);
    }
  });

  test('keeps these limits for any name, birth date, and end date', () => {
    const dateFrom = (min: string): fc.Arbitrary<string> =>
      fc.integer({ min: dayNumber(min), max: dayNumber('2030-12-31') }).map(dateOfDayNumber);
    const patient = fc.record({
      firstName: fc.string({ unit: 'grapheme' }),
      lastNames: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      dateOfBirth: dateFrom('1900-01-01'),
    });
    fc.assert(
      fc.property(patient, dateFrom('2015-12-01'), fc.constantFrom(...searches), (person, end, search) => {
        const { visits } = contentOf(person, search, end);
        const first = person.dateOfBirth > '2016-01-01' ? person.dateOfBirth : '2016-01-01';
        if (first > end) expect(visits).toEqual([]);
        else expect(visits.length >= 3 && visits.length <= 25).toBe(true);
        expect(visits.filter(visit => !isWithin(visit, first, end))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('refers only to its own rows, with each natural key once', () => {
    for (const { content } of everyContent) {
      const keys = keysOf(content);
      for (const kind of Object.values(keys)) expect(new Set(kind).size).toBe(kind.length);
      const [sites, payors, visits] = [new Set(keys.sites), new Set(keys.payors), new Set(keys.visits)];
      const isWhole = ({ siteKey: site, payorKey: payor }: Visit): boolean =>
        sites.has(site) && (payor === undefined || payors.has(payor));
      expect(content.visits.every(isWhole)).toBe(true);
      const children = [content.procedures, content.diagnoses, content.prescriptionFills, content.labResults];
      expect(children.flat().every(child => visits.has(child.visitKey ?? ''))).toBe(true);
      expect(new Set(content.visits.map(visit => visit.siteKey)).size).toBe(content.sites.length);
    }
  });

  test('overlaps between the searches on the same natural keys, and each search adds its own', () => {
    const own = { siteSonar: 0, patientHistories: 0, ehrSearch: 0 };
    for (const patient of people) {
      const [claims, histories, charts] = everyContent
        .filter(one => one.patient === patient)
        .map(({ content }) => keysOf(content));
      const all = [claims, histories, charts].map(keys => new Set(keys?.visits));
      const shared = [...(all[0] ?? [])].filter(key => all[1]?.has(key) && all[2]?.has(key));
      expect(shared.length).toBeGreaterThanOrEqual(3);
      expect(claims?.diagnoses.some(key => histories?.diagnoses.includes(key))).toBe(true);
      own.siteSonar += claims?.payors.length ?? 0;
      own.patientHistories +=
        histories?.prescriptionFills.filter(key => !charts?.prescriptionFills.includes(key)).length ?? 0;
      own.ehrSearch += charts?.diagnoses.filter(key => !histories?.diagnoses.includes(key)).length ?? 0;
    }
    expect(own.siteSonar).toBeGreaterThan(people.length - 1);
    expect(own.patientHistories).toBeGreaterThan(people.length);
    expect(own.ehrSearch).toBeGreaterThan(people.length);
  });

  test('differs from patient to patient', () => {
    const claims = everyContent.filter(({ search }) => search === 'siteSonar').map(({ content }) => content);
    expect(new Set(claims.map(content => JSON.stringify(keysOf(content).visits))).size).toBe(people.length);
    expect(new Set(claims.map(content => content.visits.length)).size).toBeGreaterThan(15);
    expect(new Set(claims.flatMap(content => content.sites.map(siteKey))).size).toBe(
      stubMaterial.sites.length,
    );
    expect(
      new Set(claims.flatMap(content => content.sites.map(site => site.state))).size,
    ).toBeGreaterThanOrEqual(5);
    expect(claims.some(content => content.sites.some(site => site.systemName !== undefined))).toBe(true);
    expect(new Set(claims.flatMap(content => content.visits.map(visit => visit.kind))).size).toBe(7);
  });

  test('is plausible for age and sex', () => {
    const templates = new Map(stubMaterial.templates.map(template => [template.reason, template]));
    for (const { patient, content } of everyContent) {
      const implausible = content.visits.filter(visit => {
        const template = templates.get(visit.reason ?? '');
        const age = completedYears(patient.dateOfBirth, visit.earliestServiceDate);
        const fits = template && template.ageMin <= age && age <= template.ageMax;
        const isTooYoung = visit.payorKey === 'payor|medicare' && age < 65;
        return !fits || isTooYoung || (template.sex ?? patient.sex) !== patient.sex;
      });
      expect(implausible).toEqual([]);
    }
  });

  test('charges for a visit the sum of its procedures', () => {
    for (const { content } of everyContent.filter(({ search }) => search === 'siteSonar')) {
      const charges = new Map<string, number>();
      for (const line of content.procedures)
        charges.set(
          line.visitKey,
          (charges.get(line.visitKey) ?? 0) + centsOfDecimal(line.chargeAmount ?? ''),
        );
      expect(content.visits.map(visit => decimalOfCents(charges.get(visitKey(visit)) ?? 0))).toEqual(
        content.visits.map(visit => visit.chargeAmount),
      );
    }
  });

  test('has one primary diagnosis per visit', () => {
    for (const { content } of everyContent) {
      const primary = content.diagnoses
        .filter(diagnosis => diagnosis.isPrimary)
        .map(({ visitKey: key }) => key);
      expect(primary.toSorted()).toEqual(content.visits.map(visitKey).toSorted());
    }
  });
});
