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
