/** Requests as customers send them, for the tests of statements and plans. */

/** One of them: what it is, where it is sent, its body. */
export type TypicalQuery = readonly [name: string, path: string, body: object];

const ofPatient = { patient: { id: [{ equals: 'p-7' }] }, project: { id: [{ equals: 'matter-1' }] } };
const fewColumns = {
  select: {
    visit: { ref: true, chargeAmount: true, createdAt: true },
    patient: {},
    site: {},
    payor: {},
    company: {},
    project: {},
  },
};

/** Each shape of statement once. */
export const typicalQueries: readonly TypicalQuery[] = [
  ['everything', 'visits', {}],
  ['a page in the order of discovery', 'visits', { ...fewColumns, take: 50, skip: 100 }],
  ['a page far into the list', 'visits', { ...fewColumns, take: 50, skip: 49_000 }],
  [
    'a patient’s visits in the order of their day',
    'visits',
    { ...fewColumns, where: ofPatient, orderBy: [{ visit: { earliestServiceDate: 'asc' } }], take: 50 },
  ],
  [
    'a patient of any project',
    'visits',
    { ...fewColumns, where: { patient: { id: [{ in: ['p-7', 'p-8'] }] } } },
  ],
  ['a project', 'visits', { ...fewColumns, where: { project: { id: [{ equals: 'matter-1' }] } }, take: 50 }],
  [
    'patients by what is known of them',
    'visits',
    { ...fewColumns, where: { patient: { lastName: [{ startsWith: 'Nuñ' }], sex: ['isNotNull'] } } },
  ],
  [
    'a company by its name, ordered by the site',
    'visits',
    {
      ...fewColumns,
      where: { company: { name: [{ contains: '100%' }] } },
      orderBy: [{ site: { name: 'desc' } }, { payor: { kind: 'asc' } }],
    },
  ],
  [
    'who paid, in a range of days',
    'visits',
    {
      ...fewColumns,
      where: {
        payor: { kind: [{ equals: 'Medicare' }] },
        visit: { earliestServiceDate: [{ gte: '2021-01-01' }, { lt: '2021-02-01' }] },
      },
      take: 50,
    },
  ],
  [
    'ids, one of which is none',
    'visits',
    {
      ...fewColumns,
      where: { site: { id: [{ notEquals: 'x' }, { in: ['y', '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61'] }] } },
    },
  ],
  [
    'amounts and NULL',
    'visits',
    {
      ...fewColumns,
      where: { visit: { chargeAmount: [{ notIn: ['1.50', 2] }, { gt: 0 }], reason: ['isNull'] } },
    },
  ],
  [
    'sums of a patient',
    'visits',
    {
      ...fewColumns,
      where: ofPatient,
      aggregate: { visit: { count: true, sum: { chargeAmount: true } }, payor: { count: true } },
      take: 0,
    },
  ],
  [
    'sums of units',
    'procedures',
    { aggregate: { procedure: { avg: { units: true }, max: { units: true } } }, take: 1 },
  ],
  ['a search', 'visits', { ...fewColumns, search: '50%', take: 25 }],
  ['a search of procedures', 'procedures', { search: 'harbor', take: 25 }],
  [
    'a code',
    'diagnoses',
    { where: { diagnosis: { code: [{ equals: 'E11.9' }], isPrimary: [{ equals: true }] } }, take: 50 },
  ],
  [
    'a description',
    'diagnoses',
    { where: { diagnosis: { description: [{ contains: 'angina' }] } }, take: 50 },
  ],
  [
    'fills without a visit',
    'prescription-fills',
    { where: { visit: { id: ['isNull'] } }, orderBy: [{ prescriptionFill: { daysSupply: 'desc' } }] },
  ],
  [
    'results of a patient',
    'lab-results',
    {
      where: { ...ofPatient, labResult: { loincCode: [{ in: ['4548-4'] }] } },
      orderBy: [{ labResult: { collectedOn: 'desc' } }],
      take: 25,
    },
  ],
];
