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

/** An entity of a row, and how it is joined to the row. */
export interface Block extends Entity {
  /** The join. Absent for the row's own table. All values are constants. */
  readonly join?: {
    /** The foreign key that points at the entity. */
    readonly by: string;
    /** Whether a row can be without the entity, so that all its columns are NULL. */
    readonly isOptional: boolean;
    /** The block with the foreign key, if the row itself doesn't have it. */
    readonly after?: string;
  };
}

/** A kind of rows that can be browsed. */
export interface BrowseRoute {
  /** The name in schemas: `PrescriptionFill`. */
  readonly name: string;
  /** The name in paths: `prescription-fills`. */
  readonly path: string;
  /** The name in sentences: `prescription fills`. */
  readonly plural: string;
  /** The block of the row itself. Rows are sorted by its `createdAt` by default. */
  readonly base: string;
  readonly blocks: Readonly<Record<string, Block>>;
}

/** A column of a route, and its place in a request. */
export interface PlacedColumn {
  readonly entity: string;
  readonly field: string;
  readonly column: Column;
}

/** Returns every column of a route, in the order of the catalogue. */
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

/** Joins an entity that a row can be without, so every column can be NULL. */
function joinedIfAny(entity: Entity, by: string, after?: string): Block {
  return {
    ...entity,
    columns: mapColumns(entity.columns, column => ({ ...column, isNullable: true })),
    join: { by, isOptional: true, ...(after === undefined ? {} : { after }) },
  };
}

/** Returns the company and the project, which every row has. */
function tenantBlocks({ table }: Entity): Readonly<Record<string, Block>> {
  return {
    company: joined(company, `${table}.company_uid`),
    project: joined(project, `${table}.project_uid`),
  };
}

const payorOfVisit = joinedIfAny(payor, 'visit.payor_uid', 'visit');

/** Returns the route of rows that belong to a visit, always or if the source says so. */
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

/** Visits with their patient, facility, and payor. */
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

/** Prescription fills, with the visit if the source names it. Pharmacies don't know it. */
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

/** Lab results, with the visit if the source names it. */
export const labResultRoute = routeOfVisit(
  { name: 'LabResult', path: 'lab-results', plural: 'lab results', base: 'labResult' },
  labResult,
  'sometimes',
);

/** Every browse route, in the order of the reference. */
export const browseRoutes: readonly BrowseRoute[] = [
  visitRoute,
  procedureRoute,
  diagnosisRoute,
  prescriptionFillRoute,
  labResultRoute,
];
