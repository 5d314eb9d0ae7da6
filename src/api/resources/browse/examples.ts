/** An example request and answer for each kind of row. */
import type { Example } from '../../pipeline/contract';

const id = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61';
const none = { patient: {}, payor: {}, company: {}, project: {} };
const ofOnePatient = {
  patient: { id: [{ equals: 'case-4711' }] },
  project: { id: [{ equals: 'demo-sandbox' }] },
};

function example(body: object, row: object, aggregate: object = {}): Example {
  return { body, response: { status: 200, body: { table: [row], aggregate, total: 1 } } };
}

/** The examples, by the path of the route. */
export const browseExamples: Readonly<Record<string, Example>> = {
  visits: example(
    {
      where: ofOnePatient,
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      select: { ...none, visit: { ref: true, earliestServiceDate: true }, site: { id: true, name: true } },
      aggregate: { visit: { count: true, sum: { chargeAmount: true } } },
      take: 50,
    },
    {
      visit: { ref: 'C-1029', earliestServiceDate: '2024-03-12' },
      site: { id, name: 'Harbor General Hospital' },
    },
    { visit: { count: 1, sum: { chargeAmount: '1714.89' } } },
  ),
  procedures: example(
    {
      where: { ...ofOnePatient, procedure: { codeSystem: [{ equals: 'CPT' }] } },
      orderBy: [{ procedure: { performedOn: 'desc' } }],
      select: {
        ...none,
        procedure: { code: true, description: true, performedOn: true, units: true },
        visit: { ref: true },
        site: { name: true },
      },
      take: 50,
    },
    {
      procedure: {
        code: '71046',
        description: 'Chest X-ray, two views',
        performedOn: '2024-03-12',
        units: 1,
      },
      visit: { ref: 'C-1029' },
      site: { name: 'Harbor General Hospital' },
    },
  ),
  diagnoses: example(
    {
      where: { diagnosis: { code: [{ startsWith: 'E11' }], diagnosedOn: [{ gte: '2020-01-01' }] } },
      select: {
        diagnosis: { code: true, description: true, isPrimary: true },
        visit: {},
        patient: { id: true },
        site: {},
        payor: {},
        company: {},
        project: { id: true },
      },
      take: 50,
    },
    {
      diagnosis: {
        code: 'E11.9',
        description: 'Type 2 diabetes mellitus without complications',
        isPrimary: true,
      },
      patient: { id: 'case-4711' },
      project: { id: 'demo-sandbox' },
    },
  ),
  'prescription-fills': example(
    {
      search: 'metformin',
      where: ofOnePatient,
      orderBy: [{ prescriptionFill: { filledOn: 'desc' } }],
      select: {
        ...none,
        prescriptionFill: { drugName: true, quantity: true, quantityUnit: true, filledOn: true },
        visit: {},
        site: {},
      },
      take: 50,
    },
    {
      prescriptionFill: {
        drugName: 'metformin hydrochloride 500 MG oral tablet',
        quantity: '60',
        quantityUnit: 'tablet',
        filledOn: '2024-03-14',
      },
    },
  ),
  'lab-results': example(
    {
      where: { ...ofOnePatient, labResult: { loincCode: [{ in: ['4548-4', '2345-7'] }] } },
      orderBy: [{ labResult: { collectedOn: 'desc' } }],
      select: {
        ...none,
        labResult: { name: true, value: true, unit: true, abnormalFlag: true, collectedOn: true },
        visit: {},
        site: {},
      },
      take: 50,
    },
    {
      labResult: {
        name: 'Hemoglobin A1c',
        value: '7.1',
        unit: '%',
        abnormalFlag: 'High',
        collectedOn: '2024-03-12',
      },
    },
  ),
};
