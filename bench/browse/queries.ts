/** Twelve typical queries, as customers ask them and as parameters of what is written by hand. */
import {
  diagnosisRoute,
  procedureRoute,
  visitRoute,
  type BrowseRoute,
} from '../../src/browse/catalogue/routes';
import type { QueryName } from './hand-written';
import type { BrowseSample } from './samples';

/** A query of the bench. */
export interface TypicalQuery {
  readonly name: QueryName;
  readonly route: BrowseRoute;
  /** The body of the request. */
  readonly body: (sample: BrowseSample) => object;
  /** The values of the statement by hand after those of the scope. */
  readonly values: (sample: BrowseSample) => readonly unknown[];
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
    values: ({ patientId, projectId }) => [patientId, projectId],
  },
  { name: 'first page of a company', route: visitRoute, body: () => ({ take: 25 }), values: () => [] },
  {
    name: 'third page of a project',
    route: visitRoute,
    body: ({ projectId }) => ({ where: { project: { id: equals(projectId) } }, take: 50, skip: 100 }),
    values: ({ projectId }) => [projectId],
  },
  {
    name: 'by site',
    route: visitRoute,
    body: ({ siteId }) => ({
      where: { site: { id: equals(siteId) } },
      orderBy: [{ visit: { earliestServiceDate: 'desc' } }],
      take: 25,
    }),
    values: ({ siteId }) => [siteId],
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
    values: ({ payorKind, fromDate, toDate }) => [payorKind, fromDate, toDate],
  },
  {
    name: 'by visit ref',
    route: visitRoute,
    body: ({ visitRef }) => ({ where: { visit: { ref: equals(visitRef) } }, take: 10 }),
    values: ({ visitRef }) => [visitRef],
  },
  {
    name: 'by diagnosis code',
    route: diagnosisRoute,
    body: ({ diagnosisCode }) => ({
      where: { diagnosis: { code: equals(diagnosisCode) } },
      orderBy: [{ diagnosis: { diagnosedOn: 'desc' } }],
      take: 25,
    }),
    values: ({ diagnosisCode }) => [diagnosisCode],
  },
  {
    name: 'procedures of a visit',
    route: procedureRoute,
    body: ({ visitId }) => ({ where: { visit: { id: equals(visitId) } }, take: 100 }),
    values: ({ visitId }) => [visitId],
  },
  {
    name: 'ten patients',
    route: visitRoute,
    body: ({ patientIds, projectId }) => ({
      where: { patient: { id: [{ in: patientIds }] }, project: { id: equals(projectId) } },
      orderBy: [{ visit: { earliestServiceDate: 'asc' } }],
      take: 50,
    }),
    values: ({ patientIds, projectId }) => [patientIds, projectId],
  },
  {
    name: 'sum of a patient',
    route: visitRoute,
    body: sample => ({ ...ofPatient(sample), ...countAndSum }),
    values: ({ patientId, projectId }) => [patientId, projectId],
  },
  {
    name: 'sum of a project',
    route: visitRoute,
    body: ({ projectId }) => ({ where: { project: { id: equals(projectId) } }, ...countAndSum }),
    values: ({ projectId }) => [projectId],
  },
  {
    name: 'word of a site',
    route: visitRoute,
    body: ({ siteWord }) => ({ search: siteWord, take: 25 }),
    values: ({ siteWord }) => [siteWord],
  },
];
