/**
 * The files in which CMS publishes the National Plan and Provider Enumeration System (45 CFR 162.408),
 * recognized by column names: positions and the number of columns have changed, and file names say little.
 */
import { isRealDate, type CalendarDate } from '../../domain/clinical/calendar-date';

/**
 * The kinds of files: organizations and individuals, their other locations, their other names, their
 * electronic addresses.
 */
export const nppesFileKinds = ['main', 'location', 'name', 'endpoint'] as const;
/** A kind of file. */
export type NppesFileKind = (typeof nppesFileKinds)[number];

/**
 * Returns the last day that a file covers, by the name that CMS gives it:
 * `pl_pfile_20050523-20261109.csv`. Only main files have dates inside.
 */
export function publishedOn(fileName: string): CalendarDate | null {
  const [, year, month, day] = /\d{8}-(\d{4})(\d\d)(\d\d)(?!\d)/.exec(fileName) ?? [];
  const date = `${year}-${month}-${day}`;
  return isRealDate(date) ? date : null;
}

/** The columns that are read of each kind, by their names here. */
const columnNames = {
  main: {
    npi: 'NPI',
    entityType: 'Entity Type Code',
    name: 'Provider Organization Name (Legal Business Name)',
    otherName: 'Provider Other Organization Name',
    systemName: 'Parent Organization LBN',
    addressLine1: 'Provider First Line Business Practice Location Address',
    addressLine2: 'Provider Second Line Business Practice Location Address',
    city: 'Provider Business Practice Location Address City Name',
    state: 'Provider Business Practice Location Address State Name',
    zip: 'Provider Business Practice Location Address Postal Code',
    country: 'Provider Business Practice Location Address Country Code (If outside U.S.)',
    phone: 'Provider Business Practice Location Address Telephone Number',
    fax: 'Provider Business Practice Location Address Fax Number',
    updatedOn: 'Last Update Date',
    deactivatedOn: 'NPI Deactivation Date',
    reactivatedOn: 'NPI Reactivation Date',
  },
  location: {
    npi: 'NPI',
    addressLine1: 'Provider Secondary Practice Location Address - Address Line 1',
    addressLine2: 'Provider Secondary Practice Location Address - Address Line 2',
    city: 'Provider Secondary Practice Location Address - City Name',
    state: 'Provider Secondary Practice Location Address - State Name',
    zip: 'Provider Secondary Practice Location Address - Postal Code',
    country: 'Provider Secondary Practice Location Address - Country Code (If outside U.S.)',
    phone: 'Provider Secondary Practice Location Address - Telephone Number',
    fax: 'Provider Practice Location Address - Fax Number',
  },
  name: { npi: 'NPI', name: 'Provider Other Organization Name' },
  endpoint: {
    npi: 'NPI',
    kind: 'Endpoint Type',
    address: 'Endpoint',
    use: 'Use Description',
    content: 'Content Type',
  },
} as const satisfies Record<NppesFileKind, Readonly<Record<string, string>>>;

/** The column that identifies each kind of file, because no other kind has it. */
const columnOfKind: Readonly<Record<NppesFileKind, string>> = {
  main: columnNames.main.entityType,
  location: columnNames.location.addressLine1,
  endpoint: columnNames.endpoint.kind,
  name: columnNames.name.name,
};

/** The columns that a file may lack: without them it contains less, but nothing wrong. */
const optionalColumns: ReadonlySet<string> = new Set([
  columnNames.main.otherName,
  columnNames.main.systemName,
  columnNames.location.country,
  columnNames.location.fax,
  columnNames.endpoint.use,
  columnNames.endpoint.content,
]);

/** The columns of a kind. */
export type NppesColumn<Kind extends NppesFileKind> = keyof (typeof columnNames)[Kind];

/** Where each column of a file is. */
export type NppesHeader = {
  readonly [Kind in NppesFileKind]: {
    readonly kind: Kind;
    readonly places: Readonly<Record<NppesColumn<Kind>, number>>;
    /** The number of columns. */
    readonly width: number;
  };
}[NppesFileKind];

// "Address- Address Line 1" and "Address-  Address Line 2" are spelled as CMS does.
function plain(name: string): string {
  return name
    .replaceAll(/\s*-\s*/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A required column missing from an NPPES file. */
export class NppesHeaderFault extends Error {
  override readonly name = 'NppesHeaderFault';

  constructor(readonly missing: readonly string[]) {
    super(`columns are missing: ${missing.join('; ')}`);
  }
}

/** Parses a header. @returns undefined for a file that isn't one of NPPES. @throws NppesHeaderFault */
export function readNppesHeader(cells: readonly string[]): NppesHeader | undefined {
  const plainCells = cells.map(plain);
  const kind = nppesFileKinds.find(one => plainCells.includes(plain(columnOfKind[one])));
  if (kind === undefined || !plainCells.includes('npi')) return undefined;
  const names = Object.entries(columnNames[kind]);
  const missing = names
    .map(([, name]) => name)
    .filter(name => !optionalColumns.has(name) && !plainCells.includes(plain(name)));
  if (missing.length > 0) throw new NppesHeaderFault(missing);
  const places = Object.fromEntries(names.map(([column, name]) => [column, plainCells.indexOf(plain(name))]));
  // The positions of exactly the kind's columns, which the compiler can't see.
  return { kind, places, width: cells.length } as NppesHeader;
}
