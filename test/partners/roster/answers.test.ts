import { personOf, type Person } from '../../../src/domain/matching/person';
import type { PatientDetails } from '../../../src/domain/patients/details';
import { identify } from '../../../src/domain/searches/identities';
import { readAnswer } from '../../../src/partners/roster/read-answer';
import { fhirResource, type FhirResource } from '../../../src/partners/roster/fhir-resource';
import type { PatientResults } from '../../../src/partners/roster/results-file';

const details: PatientDetails = {
  firstName: 'Ada',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  city: null,
  state: null,
  mobile: '+16174930000',
  email: null,
  reference: null,
};
const ours = personOf(details);
const patient = (id: string, rest: object = {}): object => ({
  resourceType: 'Patient',
  id,
  name: [{ family: 'Doe', given: ['Ada'] }],
  birthDate: '1984-02-29',
  telecom: [{ system: 'phone', value: '(617) 493-0000' }],
  ...rest,
});
const site = {
  resourceType: 'Organization',
  id: 'o1',
  name: 'Harbor General',
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567890' }],
  address: [{ line: ['1 Harbor Way'], city: 'Salem', state: 'MA', postalCode: '01970' }],
};
const npi = (value: string): object => ({ system: 'http://hl7.org/fhir/sid/us-npi', value });
const encounter = (rest: object = {}): object => ({
  resourceType: 'Encounter',
  id: 'e1',
  class: { code: 'EMER' },
  subject: { reference: 'Patient/p1' },
  period: { start: '2021-03-01T23:30:00-05:00', end: '2021-03-03' },
  serviceProvider: { reference: 'Organization/o1' },
  ...rest,
});

let unread: Partial<PatientResults> = {};
beforeEach(() => {
  unread = {};
});

function answer(...resources: object[]): ReturnType<typeof readAnswer> {
  return answerFor(ours, ...resources);
}

function answerFor(person: Person, ...resources: object[]): ReturnType<typeof readAnswer> {
  const parsed: FhirResource[] = resources.map(resource => fhirResource.parse(resource));
  const task = fhirResource.parse({
    resourceType: 'Task',
    identifier: [{ value: 'r1' }],
    status: 'completed',
  }) as PatientResults['task'];
  const whole = { faults: [], isIncomplete: false, isDamaged: false, repairs: 0 };
  return readAnswer({ patientRef: 'r1', task, resources: parsed, ...whole, ...unread }, person);
}

function contentOf(given: ReturnType<typeof readAnswer>) {
  if (given.outcome !== 'Completed') throw new Error(`it is ${given.outcome}`);
  return given;
}

describe('Results of a roster partner', () => {
  test('become visits on the dates the partner wrote, in any time zone, without an invalid NPI', () => {
    const { content, matching } = contentOf(answer(patient('p1'), site, encounter()));
    expect(content.visits).toMatchObject([
      { kind: 'Emergency', ref: 'e1', earliestServiceDate: '2021-03-01', latestServiceDate: '2021-03-03' },
    ]);
    expect(content.sites).toEqual([
      { name: 'Harbor General', addressLine1: '1 Harbor Way', city: 'Salem', state: 'MA', zip: '01970' },
    ]);
    expect(matching).toMatchObject({ passedOver: 0 });
  });

  test.each<[string, object]>([
    ['without a site', encounter({ serviceProvider: { reference: 'Organization/other' } })],
    ['without a date', encounter({ period: {} })],
    ['in the year 0', encounter({ period: { start: '0000-01-01' } })],
    ['on an invalid date', encounter({ period: { start: '2021-02-30' } })],
  ])('are not understood if their only encounter is %s', (_name, resource) => {
    const given = answer(patient('p1'), site, resource);
    expect(given).toMatchObject({ outcome: 'NotUnderstood', matching: { passedOver: 1 } });
    const both = answer(patient('p1'), site, resource, encounter({ id: 'e2' }));
    expect(both).toMatchObject({ outcome: 'Completed', matching: { passedOver: 1 } });
  });

  test.each<[string, object[], Partial<PatientResults>]>([
    ['a line is damaged', [patient('p1'), site, encounter()], { isDamaged: true }],
    ['a person may be missing', [patient('p1', { birthDate: '1950-01-01' })], { isIncomplete: true }],
    ['their records are about an unknown person', [patient('p2'), site, encounter()], {}],
    ['nobody is described', [site, encounter()], {}],
    [
      'a skipped resource is all there is',
      [patient('p1')],
      { faults: [{ line: 2, what: 'no FHIR resource' }] },
    ],
  ])('are not understood if %s', (_what, resources, rest) => {
    unread = rest;
    expect(answer(...resources).outcome).toBe('NotUnderstood');
  });

  test('of nobody, or of the patient without records, are no hit [DECISION-85]', () => {
    expect(answer().outcome).toBe('NoHit');
    expect(answer(patient('p1')).outcome).toBe('NoHit');
    expect(answer(patient('p1', { name: [{ family: 'Doe', given: ['Maria'] }] })).outcome).toBe('NoHit');
  });

  test('accept nobody if a person may be missing, also when the answer is judged again', () => {
    unread = { isIncomplete: true };
    const held = answer(patient('p1'), site, encounter());
    if (held.outcome !== 'AmbiguousIdentity') throw new Error(`it is ${held.outcome}`);
    expect(identify(held.people, details)).toEqual({ kind: 'none' });
  });

  test('hold a nickname among twins, also when the answer is judged again', () => {
    const address = [{ postalCode: '02139' }];
    const will = { ...ours, firstNames: ['William'] };
    const named = (id: string, given: string): object =>
      patient(id, { address, name: [{ family: 'Doe', given: [given] }] });
    const held = answerFor(will, named('p1', 'Bill'), named('p2', 'Ada'), site, encounter());
    if (held.outcome !== 'AmbiguousIdentity') throw new Error(`it is ${held.outcome}`);
    expect(identify(held.people, { ...details, firstName: 'William' })).toEqual({ kind: 'none' });
    expect(answerFor(will, named('p1', 'Bill'), site, encounter()).outcome).toBe('Completed');
  });

  test('are not understood if two people have one ID, or there are more than 100', () => {
    const twice = answer(patient('p1'), patient('p1', { birthDate: '1950-01-01' }), site, encounter());
    expect(twice.outcome).toBe('NotUnderstood');
    expect(answer(patient('p1'), patient('p1'), site, encounter()).outcome).toBe('Completed');
    const crowd = Array.from({ length: 101 }, (_, index) => patient(`p${index}`));
    expect(answer(...crowd).outcome).toBe('NotUnderstood');
  });

  test.each<[string, object, object?]>([
    ['an absolute reference', { subject: { reference: 'https://x.example/fhir/Patient/p1' } }],
    ['a version', { subject: { reference: 'Patient/p1/_history/2' } }],
    ['a URN', { subject: { reference: 'urn:uuid:p1' } }],
    ['an organization without an address', {}, { ...site, address: undefined }],
    ['an organization with only an NPI', {}, { ...site, name: undefined, identifier: [npi('1245319599')] }],
    ['an organization that is only named', { serviceProvider: { display: 'Harbor General' } }],
    ['a state in lower case', {}, { ...site, address: [{ ...site.address[0], state: 'ma' }] }],
  ])('are understood with %s', (_what, rest, organization = site) => {
    const { content } = contentOf(answer(patient('p1'), organization, encounter(rest)));
    expect(content.visits).toHaveLength(1);
    expect(content.sites).toHaveLength(1);
  });

  test.each([
    ['2021', '2021-01-01', '2021-12-31'],
    ['2021-02', '2021-02-01', '2021-02-28'],
    ['2020-02', '2020-02-01', '2020-02-29'],
    ['2021-03-01T23:30:00-05:00', '2021-03-01', '2021-03-01'],
  ])('span the days of a visit that starts in %s: %s to %s', (start, first, last) => {
    const { content } = contentOf(answer(patient('p1'), site, encounter({ period: { start } })));
    expect(content.visits).toMatchObject([{ earliestServiceDate: first, latestServiceDate: last }]);
  });

  const about = { subject: { reference: 'Patient/p1' }, encounter: { reference: 'Encounter/e1' } };
  const coded = (system: string, code: string, display: string): object => ({
    coding: [{ system, code, display }],
  });
  const pneumonia = {
    resourceType: 'Condition',
    code: coded('http://hl7.org/fhir/sid/icd-10-cm', 'J18.9', 'Pneumonia'),
    ...about,
  };
  const repair = {
    resourceType: 'Procedure',
    code: coded('http://snomed.info/sct', '288086009', 'Suture of wound'),
    ...about,
  };
  const glucose = {
    resourceType: 'Observation',
    code: coded('http://loinc.org', '2345-7', 'Glucose'),
    effectiveDateTime: '2021-03-02',
    valueQuantity: { value: 99, unit: 'mg/dL' },
    ...about,
  };
  const dispense = {
    resourceType: 'MedicationDispense',
    subject: { reference: 'Patient/p1' },
    context: { reference: 'Encounter/e1' },
    whenHandedOver: '2021-03-02',
    medicationCodeableConcept: { text: 'Amoxicillin 500 mg' },
  };
  const benefit = {
    resourceType: 'ExplanationOfBenefit',
    patient: { reference: 'Patient/p1' },
    total: [{ amount: { value: 120 } }],
    item: [{ encounter: [{ reference: 'Encounter/e1' }] }],
  };
  const sure = (code: string): object => ({ verificationStatus: { coding: [{ code }] } });
  const rowsOf = (...resources: object[]) =>
    contentOf(answer(patient('p1'), site, encounter(), ...resources)).content;

  test.each<[string, object]>([
    ['a planned visit', encounter({ id: 'e2', status: 'planned', period: { start: '2022-01-01' } })],
    ['a canceled visit', encounter({ id: 'e2', status: 'cancelled', period: { start: '2022-01-01' } })],
    ['a visit entered in error', encounter({ id: 'e2', status: 'entered-in-error' })],
    ['a refuted diagnosis', { ...pneumonia, ...sure('refuted') }],
    ['a diagnosis entered in error', { ...pneumonia, ...sure('entered-in-error') }],
    ['a procedure that was not done', { ...repair, status: 'not-done' }],
    ['a procedure in preparation', { ...repair, status: 'preparation' }],
    ['a declined prescription', { ...dispense, status: 'declined' }],
    ['a canceled prescription', { ...dispense, status: 'cancelled' }],
    ['a result entered in error', { ...glucose, status: 'entered-in-error' }],
    ['a registered test without its result', { ...glucose, status: 'registered' }],
    ['a canceled claim', { ...benefit, status: 'cancelled' }],
    ['a question to a payor beforehand', { ...benefit, use: 'predetermination' }],
  ])('leave out %s, which never happened [DECISION-94]', (_what, resource) => {
    expect(rowsOf(resource)).toEqual(rowsOf());
    const { matching } = contentOf(answer(patient('p1'), site, encounter(), resource));
    expect(matching).toMatchObject({ passedOver: 0 });
  });

  test('of a person whose visits were all canceled are no hit [DECISION-94]', () => {
    expect(answer(patient('p1'), site, encounter({ status: 'cancelled' })).outcome).toBe('NoHit');
  });

  test('keep what happened, in each state in which it did [DECISION-94]', () => {
    const done = rowsOf(
      { ...pneumonia, ...sure('confirmed') },
      { ...repair, status: 'completed' },
      { ...dispense, status: 'completed' },
      { ...glucose, status: 'preliminary' },
      { ...benefit, status: 'active', use: 'claim' },
    );
    expect([done.diagnoses, done.procedures, done.prescriptionFills, done.labResults]).toMatchObject([
      [{ description: 'Pneumonia' }],
      [{ description: 'Suture of wound' }],
      [{ drugName: 'Amoxicillin 500 mg' }],
      [{ value: '99', numericValue: '99', unit: 'mg/dL' }],
    ]);
    expect(done.visits).toMatchObject([{ chargeAmount: '120.00' }]);
  });

  test.each(['provisional', 'differential', 'unconfirmed'])('say that a diagnosis is %s', state => {
    expect(rowsOf({ ...pneumonia, ...sure(state) }).diagnoses).toMatchObject([
      { code: 'J18.9', description: `Pneumonia (${state})` },
    ]);
  });

  test('pass over a resource with a modifier extension, which could mean the opposite [DECISION-94]', () => {
    const modified = { ...pneumonia, modifierExtension: [{ url: 'https://x.example/absent' }] };
    const given = contentOf(answer(patient('p1'), site, encounter(), modified));
    expect(given.content.diagnoses).toEqual([]);
    expect(given.matching).toMatchObject({ passedOver: 1 });
  });

  test.each<[string, object, object]>([
    [
      'below a limit',
      { valueQuantity: { value: 5, comparator: '<', unit: 'ng/L' } },
      { value: '<5', unit: 'ng/L' },
    ],
    ['a whole number', { valueInteger: 3 }, { value: '3', numericValue: '3' }],
    ['zero', { valueInteger: 0 }, { value: '0', numericValue: '0' }],
    ['a yes', { valueBoolean: true }, { value: 'Yes' }],
    ['a range', { valueRange: { low: { value: 1 }, high: { value: 2, unit: 'cm' } } }, { value: '1 - 2 cm' }],
    ['an open range', { valueRange: { low: { value: 60, unit: 'mL/min' } } }, { value: '>= 60 mL/min' }],
    [
      'a titer',
      { valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } },
      { value: '1 : 128' },
    ],
    ['words', { valueCodeableConcept: { text: 'Negative' } }, { value: 'Negative' }],
  ])('report a result that is %s as it was reported [DECISION-95]', (_what, value, row) => {
    const { valueQuantity: _none, ...without } = glucose;
    const [result] = rowsOf({ ...without, ...value }).labResults;
    expect(result).toMatchObject(row);
    expect(result?.numericValue).toBe('numericValue' in row ? row.numericValue : undefined);
  });

  test.each([
    ['laboratory', 1],
    ['vital-signs', 1],
    ['survey', 0],
    ['social-history', 0],
  ])('have a lab result for an observation of category %s: %d [DECISION-95]', (code, count) => {
    const observation = { ...glucose, category: [{ coding: [{ code }] }] };
    expect(rowsOf(observation).labResults).toHaveLength(count);
  });

  test('read a result over a period, with a range without words [DECISION-95]', () => {
    const { effectiveDateTime: _none, ...without } = glucose;
    const rows = rowsOf({
      ...without,
      effectivePeriod: { start: '2021-03-02T10:00:00Z', end: '2021-03-03' },
      referenceRange: [{ low: { value: 70, unit: 'mg/dL' }, high: { value: 105, unit: 'mg/dL' } }],
      interpretation: [{ coding: [{ code: 'POS' }, { code: 'H' }] }],
    }).labResults;
    expect(rows).toMatchObject([
      { collectedOn: '2021-03-02', referenceRange: '70 - 105 mg/dL', abnormalFlag: 'High' },
    ]);
  });

  test.each([
    [undefined, ['2021-03-01']],
    ['2021-02-30', []],
  ])('place a result without a time (%s) on the day of its visit [DECISION-95]', (time, days) => {
    const rows = rowsOf({ ...glucose, effectiveDateTime: time }).labResults;
    expect(rows.map(({ collectedOn }) => collectedOn)).toEqual(days);
  });

  test('read each component of a panel as a result [DECISION-95]', () => {
    const { valueQuantity: _none, ...panel } = glucose;
    const part = (code: string, value: number): object => ({
      code: coded('http://loinc.org', code, `Part ${code}`),
      valueQuantity: { value, unit: 'mmHg' },
    });
    const rows = rowsOf({ ...panel, component: [part('8480-6', 107), part('8462-4', 60)] }).labResults;
    expect(rows).toMatchObject([
      { loincCode: '8480-6', name: 'Part 8480-6', value: '107', collectedOn: '2021-03-02' },
      { loincCode: '8462-4', name: 'Part 8462-4', value: '60', collectedOn: '2021-03-02' },
    ]);
  });

  test.each<[string, object[]]>([
    ['in a resource', [{ resourceType: 'Medication', id: 'm1', code: { text: 'Amoxicillin' } }]],
    ['in words only', []],
  ])('read a dispensed medication that is named %s [DECISION-95]', (_what, medications) => {
    const { medicationCodeableConcept: _none, ...without } = dispense;
    const medicationReference = { reference: 'Medication/m1', display: 'Amoxicillin' };
    expect(rowsOf({ ...without, medicationReference }, ...medications).prescriptionFills).toMatchObject([
      { drugName: 'Amoxicillin' },
    ]);
  });

  test.each<[string, object, number]>([
    ['its address', { address: { postalCode: '01970', city: 'Salem', state: 'MA' } }, 1],
    ['its organization', { managingOrganization: { reference: 'Organization/o1' } }, 1],
    ['neither, such as a bed', {}, 0],
  ])(
    'take a location with %s for the site of a visit that names no other [DECISION-95]',
    (_what, rest, sites) => {
      const place = { resourceType: 'Location', id: 'l1', name: 'Harbor General', ...rest };
      const seen = encounter({
        serviceProvider: undefined,
        location: [{ location: { reference: 'Location/l1' } }],
      });
      const given = answer(patient('p1'), site, place, seen);
      expect('content' in given ? given.content.sites : []).toHaveLength(sites);
    },
  );

  test('place a diagnosis of a year on the day of its visit', () => {
    const condition = {
      resourceType: 'Condition',
      subject: { reference: 'Patient/p1' },
      encounter: { reference: 'Encounter/e1' },
      code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I20.9' }] },
    };
    const onset = (text: string): object => ({ ...condition, onsetDateTime: text });
    const daysOf = (text: string): string[] =>
      contentOf(answer(patient('p1'), site, encounter(), onset(text))).content.diagnoses.map(
        ({ diagnosedOn }) => diagnosedOn,
      );
    expect([daysOf('2021'), daysOf('2019'), daysOf('2019-05-06')]).toEqual([
      ['2021-03-01'],
      ['2019-01-01'],
      ['2019-05-06'],
    ]);
  });

  test.each<[string, object]>([
    ['a gender of older systems', { gender: 'F', telecom: [] }],
    ['a name that is only a text', { name: [{ text: 'Ada Doe' }] }],
    ['a name with a comma', { name: [{ text: 'DOE, ADA' }] }],
    [
      'a maiden name first',
      {
        name: [
          { family: 'Jones', given: ['Ada'] },
          { family: 'Doe', given: ['Ada'] },
        ],
      },
    ],
    ['a ZIP code of nine digits', { gender: 'female', telecom: [], address: [{ postalCode: '021391234' }] }],
    ['a birth date with a time', { birthDate: '1984-02-29T00:00:00' }],
    ['a phone with an extension of spaces', { telecom: [{ system: 'phone', value: ' 617.493.0000 ' }] }],
  ])('are accepted for a person with %s', (_what, rest) => {
    const address = [{ postalCode: '02139' }];
    expect(answer(patient('p1', { address, ...rest }), site, encounter()).outcome).toBe('Completed');
  });

  test("of another person are not the patient's, even in between", () => {
    const stranger = patient('p2', { birthDate: '1901-01-01' });
    const theirs = encounter({ id: 'e2', subject: { reference: 'Patient/p2' } });
    const { content } = contentOf(answer(patient('p1'), stranger, site, encounter(), theirs));
    expect(content.visits.map(({ ref }) => ref)).toEqual(['e1']);
  });

  test('of two possibly identical people are merged, and of two different people kept apart', () => {
    const second = encounter({ id: 'e2', subject: { reference: 'Patient/p2' } });
    const one = contentOf(
      answer(patient('p1'), patient('p2', { gender: 'female' }), site, encounter(), second),
    );
    expect(one.content.visits).toHaveLength(2);
    const two = answer(
      patient('p1', { gender: 'male' }),
      patient('p2', { gender: 'female' }),
      site,
      encounter(),
      second,
    );
    expect(two).toMatchObject({
      outcome: 'AmbiguousIdentity',
      people: [
        { sex: 'Male', content: { visits: [{ ref: 'e1' }] } },
        { sex: 'Female', content: { visits: [{ ref: 'e2' }] } },
      ],
    });
  });

  test('contain a repeated row once, and money to the cent', () => {
    const benefit = {
      resourceType: 'ExplanationOfBenefit',
      patient: { reference: 'Patient/p1' },
      insurer: { display: 'Bay State' },
      total: [{ amount: { value: 10.005 } }],
      item: [
        {
          encounter: [{ reference: 'Encounter/e1' }],
          productOrService: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '93000' }] },
          net: { value: 0.1 + 0.2 },
        },
      ],
    };
    const { content } = contentOf(answer(patient('p1'), site, encounter(), encounter(), benefit, benefit));
    expect(content.visits).toMatchObject([{ chargeAmount: '10.01', payorKey: 'payor|bay state' }]);
    expect(content.procedures).toMatchObject([{ code: '93000', chargeAmount: '0.30' }]);
    expect(content.payors).toHaveLength(1);
  });
});
