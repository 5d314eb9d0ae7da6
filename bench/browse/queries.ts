/** Twelve typical queries of customers. */
import {
  diagnosisRoute,
  procedureRoute,
  visitRoute,
  type BrowseRoute,
} from '../../src/browse/catalogue/routes';
import type { BrowseSample } from './samples';

/** A query of the bench. */
export interface TypicalQuery {
  readonly name: string;
  readonly route: BrowseRoute;
  /** Returns the request body. */
  readonly body: (sample: BrowseSample) => object;
}

const equals = (value: unknown): ReadonlyArray<{ readonly equals: unknown }> => [{ equals: value }];
const ofPatient = ({ patientId, projectId }: BrowseSample) => ({
  where: { patient: { id: equals(patientId) }, project: { id: equals(projectId) } },
});
const countAndSum = { aggregate: { visit: { count: true, sum: { chargeAmount: true } } }, take: 0 } as const;

/** The queries. */
export const typicalQueries: readonly TypicalQuery[] = [
  {
    name: 'patient by date',
    route: visitRoute,
    body: sample => ({
      ...ofPatient(sample),
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 25,
    }),
  },
  { name: 'first page of a company', route: visitRoute, body: () => ({ take: 25 }) },
  {
    name: 'third page of a project',
    route: visitRoute,
    body: ({ projectId }) => ({ where: { project: { id: equals(projectId) } }, take: 50, skip: 100 }),
  },
  {
    name: 'by site',
    route: visitRoute,
    body: ({ siteId }) => ({
      where: { site: { id: equals(siteId) } },
      orderBy: [{ visit: { earliestServiceDate: 'desc' } }],
      take: 25,
    }),
  },
  {
    name: 'by payor kind and dates',
    route: visitRoute,
    body: ({ payorKind, fromDate, toDate }) => ({
      where: {
        payor: { kind: equals(payorKind) },
        visit: { earliestServiceDate: [{ gte: fromDate }, { lt: toDate }] },
      },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 25,
    }),
  },
  {
    name: 'by visit ref',
    route: visitRoute,
    body: ({ visitRef }) => ({ where: { visit: { ref: equals(visitRef) } }, take: 10 }),
  },
  {
    name: 'by diagnosis code',
    route: diagnosisRoute,
    body: ({ diagnosisCode }) => ({
      where: { diagnosis: { code: equals(diagnosisCode) } },
      orderBy: [{ diagnosis: { diagnosedOn: 'desc' } }],
      take: 25,
    }),
  },
  {
    name: 'procedures of a visit',
    route: procedureRoute,
    body: ({ visitId }) => ({ where: { visit: { id: equals(visitId) } }, take: 100 }),
  },
  {
    name: 'ten patients',
    route: visitRoute,
    body: ({ patientIds, projectId }) => ({
      where: { patient: { id: [{ in: patientIds }] }, project: { id: equals(projectId) } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 50,
    }),
  },
  { name: 'sum of a patient', route: visitRoute, body: sample => ({ ...ofPatient(sample), ...countAndSum }) },
  {
    name: 'sum of a project',
    route: visitRoute,
    body: ({ projectId }) => ({ where: { project: { id: equals(projectId) } }, ...countAndSum }),
  },
  { name: 'word of a site', route: visitRoute, body: ({ siteWord }) => ({ search: siteWord, take: 25 }) },
];
