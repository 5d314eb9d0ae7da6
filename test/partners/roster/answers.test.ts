import { personOf } from '../../../src/domain/matching/person';
import { readAnswer } from '../../../src/partners/roster/read-answer';
import { fhirResource, type FhirResource } from '../../../src/partners/roster/fhir-resource';
import type { PatientResults } from '../../../src/partners/roster/results-file';

const ours = personOf({
  firstName: 'Ada',
  lastNames: ['Doe'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139'],
  city: null,
  state: null,
  mobile: '+16174930000',
  email: null,
});
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
const encounter = (rest: object = {}): object => ({
  resourceType: 'Encounter',
  id: 'e1',
  class: { code: 'EMER' },
  subject: { reference: 'Patient/p1' },
  period: { start: '2021-03-01T23:30:00-05:00', end: '2021-03-03' },
  serviceProvider: { reference: 'Organization/o1' },
  ...rest,
});

function answer(...resources: object[]): ReturnType<typeof readAnswer> {
  const parsed: FhirResource[] = resources.map(resource => fhirResource.parse(resource));
  const task = fhirResource.parse({
    resourceType: 'Task',
    identifier: [{ value: 'r1' }],
    status: 'completed',
  }) as PatientResults['task'];
  return readAnswer({ patientRef: 'r1', task, resources: parsed }, ours);
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
  ])('skip an encounter %s, and report that', (_name, resource) => {
    const given = answer(patient('p1'), site, resource);
    expect(given).toMatchObject({ outcome: 'NoHit', matching: { passedOver: 1 } });
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
