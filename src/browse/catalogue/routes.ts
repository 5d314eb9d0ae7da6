import type { Column, Columns } from './column';
import {
  company,
  diagnosis,
  labResult,
  patient,
  payor,
  prescriptionFill,
  procedure,
  project,
  site,
  visit,
  type Entity,
} from './entities';

/** An entity that a row is nested by, and how it comes to the row. */
export interface Block extends Entity {
  /** How it is joined; absent for the row’s own table. Constants of ours. */
  readonly join?: {
    /** The column that points at it; a foreign key, so that whatever is pointed at is there. */
    readonly by: string;
    /** Whether a row may have none: all its columns are NULL then. */
    readonly isOptional: boolean;
    /** The block that has the column, where the row itself has not. */
    readonly after?: string;
  };
}

/** Rows that can be browsed. */
export interface BrowseRoute {
  /** The name in schemas, `PrescriptionFill`. */
  readonly name: string;
  /** The name in paths, `prescription-fills`. */
  readonly path: string;
  /** What the rows are called in sentences, `prescription fills`. */
  readonly plural: string;
  /** The block of the row itself; its `createdAt` is the order where none is asked for. */
  readonly base: string;
  readonly blocks: Readonly<Record<string, Block>>;
}

/** A column of a route, found by where a request has it. */
export interface PlacedColumn {
  readonly entity: string;
  readonly field: string;
  readonly column: Column;
}

/** Every column of a route, in the order of the catalogue. */
export function columnsOf({ blocks }: BrowseRoute): PlacedColumn[] {
  return Object.entries(blocks).flatMap(([entity, { columns }]) =>
    Object.entries(columns).map(([field, column]) => ({ entity, field, column })),
  );
}

function mapColumns(columns: Columns, change: (column: Column) => Column): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, change(column)]));
}

function joined(entity: Entity, by: string, after?: string): Block {
  return { ...entity, join: { by, isOptional: false, ...(after === undefined ? {} : { after }) } };
}

/** Of an entity that a row may not have, no column is sure to have a value. */
function joinedIfAny(entity: Entity, by: string, after?: string): Block {
  return {
    ...entity,
    columns: mapColumns(entity.columns, column => ({ ...column, isNullable: true })),
    join: { by, isOptional: true, ...(after === undefined ? {} : { after }) },
  };
}

/** The blocks of the tenant, which every row has. */
function tenantBlocks({ table }: Entity): Readonly<Record<string, Block>> {
  return {
    company: joined(company, `${table}.company_uid`),
    project: joined(project, `${table}.project_uid`),
  };
}

const payorOfVisit = joinedIfAny(payor, 'visit.payor_uid', 'visit');

/** Rows of something that belongs to a visit, for sure or where the source says so. */
function routeOfVisit(
  names: Pick<BrowseRoute, 'name' | 'path' | 'plural' | 'base'>,
  entity: Entity,
  hasVisit: 'always' | 'sometimes',
): BrowseRoute {
  const join = hasVisit === 'always' ? joined : joinedIfAny;
  return {
    ...names,
    blocks: {
      [names.base]: entity,
      visit: join(visit, `${entity.table}.visit_uid`),
      patient: joined(patient, `${entity.table}.patient_uid`),
      site: join(site, 'visit.site_uid', 'visit'),
      payor: payorOfVisit,
      ...tenantBlocks(entity),
    },
  };
}

/** Visits with where, whose and who paid. */
export const visitRoute: BrowseRoute = {
  name: 'Visit',
  path: 'visits',
  plural: 'visits',
  base: 'visit',
  blocks: {
    visit,
    patient: joined(patient, 'visit.patient_uid'),
    site: joined(site, 'visit.site_uid'),
    payor: joinedIfAny(payor, 'visit.payor_uid'),
    ...tenantBlocks(visit),
  },
};

/** Procedures with their visit. */
export const procedureRoute = routeOfVisit(
  { name: 'Procedure', path: 'procedures', plural: 'procedures', base: 'procedure' },
  procedure,
  'always',
);

/** Diagnoses with their visit. */
export const diagnosisRoute = routeOfVisit(
  { name: 'Diagnosis', path: 'diagnoses', plural: 'diagnoses', base: 'diagnosis' },
  diagnosis,
  'always',
);

/** Prescription fills, with the visit where the source says which: pharmacies do not know it. */
export const prescriptionFillRoute = routeOfVisit(
  {
    name: 'PrescriptionFill',
    path: 'prescription-fills',
    plural: 'prescription fills',
    base: 'prescriptionFill',
  },
  prescriptionFill,
  'sometimes',
);

/** Lab results, with the visit where the source says which. */
export const labResultRoute = routeOfVisit(
  { name: 'LabResult', path: 'lab-results', plural: 'lab results', base: 'labResult' },
  labResult,
  'sometimes',
);

/** Everything that can be browsed, in the order of the reference. */
export const browseRoutes: readonly BrowseRoute[] = [
  visitRoute,
  procedureRoute,
  diagnosisRoute,
  prescriptionFillRoute,
  labResultRoute,
];
