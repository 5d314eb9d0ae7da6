/** The rows of a database for the oracle: read table by table, and joined here. */
import type { Knex } from 'knex';
import type { Column, ColumnType } from '../../../src/browse/catalogue/column';
import { browseRoutes, type BrowseRoute } from '../../../src/browse/catalogue/routes';
import { readRows } from '../records';
import type { Cell, OracleRow } from './oracle-row';

type Stored = Readonly<Record<string, Cell>>;
type Table = ReadonlyMap<string, Stored>;

/** The rows of a route, by its path. */
export type RowsOfRoutes = Readonly<Record<string, readonly OracleRow[]>>;

/** How each type is read, so that no digit and no day is lost. */
const read: Readonly<Record<ColumnType, string>> = {
  text: '??::text as ??',
  date: '??::text as ??',
  datetime: '?? as ??',
  decimal: '??::text as ??',
  integer: '?? as ??',
  boolean: '?? as ??',
};

/** Returns the name of a column in its table. */
function nameInTable(field: string, { isUuid }: Column): string {
  return isUuid ? 'uid' : field.replaceAll(/[A-Z]|\d+/g, part => `_${part.toLowerCase()}`);
}

const foreignKeys = ['company_uid', 'project_uid', 'patient_uid', 'visit_uid', 'site_uid', 'payor_uid'];

/** Reads every row of an entity's table by key: its columns by API name, and its references. */
async function readTable(db: Knex, table: string, columns: Readonly<Record<string, Column>>): Promise<Table> {
  const present = await readRows<{ column_name: string }>(
    db,
    'select column_name from information_schema.columns where table_name = ?',
    [table],
  );
  const keys = foreignKeys.filter(key => present.some(({ column_name }) => column_name === key));
  const fields = Object.entries(columns).map(([field, column]) =>
    // The only column from elsewhere: the current one of several names.
    field === 'lastName'
      ? db.raw('last_names[1] as ??', [field])
      : db.raw(read[column.type], [nameInTable(field, column), field]),
  );
  const rows = await db
    .from<Readonly<Record<string, Cell | Date>>>(table)
    .select<Array<Record<string, Cell | Date>>>(...fields, 'uid', ...keys);
  const shown = (cell: Cell | Date): Cell => (cell instanceof Date ? cell.toISOString() : cell);
  return new Map(
    rows.map(row => [
      String(row['uid']),
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, shown(cell)])),
    ]),
  );
}

/** Returns what a row refers to, and its visit's references for rows without their own. */
function partsOf(
  { base, blocks }: BrowseRoute,
  tables: Readonly<Record<string, Table>>,
  own: Stored,
): Readonly<Record<string, Stored | undefined>> {
  const pointed = (entity: string, from: Stored | undefined): Stored | undefined =>
    tables[entity]?.get(String(from?.[`${entity}_uid`]));
  const visit = base === 'visit' ? own : pointed('visit', own);
  const parts: Readonly<Record<string, Stored | undefined>> = {
    visit,
    patient: pointed('patient', own),
    site: pointed('site', visit),
    payor: pointed('payor', visit),
    company: pointed('company', own),
    project: pointed('project', own),
    [base]: own,
  };
  return Object.fromEntries(Object.keys(blocks).map(entity => [entity, parts[entity]]));
}

function join(route: BrowseRoute, tables: Readonly<Record<string, Table>>, own: Stored): OracleRow {
  const parts = partsOf(route, tables, own);
  const cells: Record<string, Cell> = {};
  for (const [entity, { columns }] of Object.entries(route.blocks))
    for (const field of Object.keys(columns)) cells[`${entity}.${field}`] = parts[entity]?.[field] ?? null;
  return {
    ownId: String(own['uid']),
    companyUid: String(own['company_uid']),
    projectUid: String(own['project_uid']),
    environment: parts['project']?.['status'] === 'Sandbox' ? 'sandbox' : 'production',
    has: new Set(Object.keys(parts).filter(entity => parts[entity] !== undefined)),
    cells,
  };
}

/** Reads every row of every company. */
export async function readJoinedRows(db: Knex): Promise<RowsOfRoutes> {
  const tables: Record<string, Table> = {};
  for (const { blocks } of browseRoutes)
    for (const [entity, { table, columns }] of Object.entries(blocks))
      tables[entity] ??= await readTable(db, table, columns);
  return Object.fromEntries(
    browseRoutes.map(route => [
      route.path,
      [...(tables[route.base]?.values() ?? [])].map(own => join(route, tables, own)),
    ]),
  );
}
