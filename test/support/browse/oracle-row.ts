/** A column's value: decimals, dates, and instants as the texts that are shown. */
export type Cell = string | number | boolean | null;

/** A row with everything that belongs to it, as plain values. */
export interface OracleRow {
  /** Its own id, which decides the order of equal rows. */
  readonly ownId: string;
  readonly companyUid: string;
  readonly projectUid: string;
  readonly environment: string;
  /** The entities that it has. */
  readonly has: ReadonlySet<string>;
  /** By entity and column, `visit.ref`; the columns of a missing entity are NULL. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** The caller whose visibility applies. */
export interface OracleCaller {
  readonly companyUid: string;
  readonly environment: 'production' | 'sandbox';
  /** The granted projects; absent for all of the company. */
  readonly projectUids?: ReadonlySet<string>;
}

/** Returns a reader of a column, for many rows. */
export function cellsOf(entity: string, field: string): (row: OracleRow) => Cell {
  const place = `${entity}.${field}`;
  return ({ cells }) => {
    const cell = cells[place];
    if (cell === undefined) throw new TypeError(`there is no column ${place}`);
    return cell;
  };
}

/** Whether a caller sees a row. */
export function isVisible(row: OracleRow, { companyUid, environment, projectUids }: OracleCaller): boolean {
  return (
    row.companyUid === companyUid &&
    row.environment === environment &&
    (projectUids === undefined || projectUids.has(row.projectUid))
  );
}
