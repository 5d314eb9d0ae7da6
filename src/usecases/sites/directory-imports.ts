/** The import of NPPES files into the directory of facilities. */
import { noDetail } from '../../domain/audit-events';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { naturalKey } from '../../domain/clinical/natural-key';
import {
  nppesFileKinds,
  NppesHeaderFault,
  publishedOn,
  readNppesHeader,
  type NppesFileKind,
  type NppesHeader,
} from '../../partners/nppes/header';
import { readCsvLines, type CsvLine } from '../../partners/nppes/read-lines';
import {
  readNppesRow,
  type NppesEntry,
  type PublishedEndpoint,
  type PublishedOrganization,
  type PublishedPlace,
} from '../../partners/nppes/read-row';
import type { StagedFacility } from '../../store/models/directory';
import {
  currentNpis,
  deactivate,
  putEndpoints,
  putNames,
  putOrganizations,
  putPlaces,
  takeListed,
  type UndatedLines,
} from '../../store/sites/directory-import';
import type { OperatorChange } from '../change';
import { OperatorError } from '../operator-error';

/** Lines read and stored at once: what an import holds in memory, and what a stopped one repeats. */
export const linesAtOnce = 5_000;
/** How many unreadable lines are listed; the others are only counted. */
export const namedFaultsMax = 20;

/** A file to import. */
export interface DirectoryFile {
  readonly name: string;
  /** Opens its bytes from the start. */
  readonly open: () => Readable;
}

/** A file with recognized columns. */
export interface KnownFile extends DirectoryFile {
  readonly header: NppesHeader;
  /** The last day that it covers, by its name, or null if that doesn't say. */
  readonly publishedOn: CalendarDate | null;
}

/** Runs a part of an import in one transaction. */
export type ImportStep = <T>(work: (change: OperatorChange) => Promise<T>) => Promise<T>;

async function headerOf({ name, open }: DirectoryFile): Promise<NppesHeader> {
  const bytes = open();
  try {
    for await (const [first] of readCsvLines(bytes, 1)) {
      const header = readNppesHeader(first?.cells ?? []);
      if (header !== undefined) return header;
      break;
    }
  } catch (error) {
    if (!(error instanceof NppesHeaderFault)) throw error;
    throw new OperatorError(`${name} is missing columns: ${error.missing.join('; ')}.`, { cause: error });
  } finally {
    bytes.destroy();
  }
  throw new OperatorError(
    `${name} isn't an NPPES file. The first line must have the column names of an npidata, pl, ` +
      'othername, or endpoint file.',
  );
}

/**
 * Identifies the files and sorts them for import: organizations before their locations, names, and addresses.
 * @throws OperatorError for a file that isn't one of NPPES, or lacks a column
 */
export async function knowFiles(files: readonly DirectoryFile[]): Promise<KnownFile[]> {
  const known: KnownFile[] = [];
  for (const file of files)
    known.push({ ...file, header: await headerOf(file), publishedOn: publishedOn(file.name) });
  const rank = ({ header }: KnownFile): number => nppesFileKinds.indexOf(header.kind);
  return known.toSorted((one, other) => rank(one) - rank(other));
}

/** The progress of a file. */
export interface ImportCounts {
  readonly lines: number;
  /** New or changed in the directory, or marked as deactivated. */
  readonly changed: number;
  /** Individuals, or addresses abroad. */
  readonly passedOver: number;
  readonly unreadable: number;
  /** The first unreadable lines: `line 17: npi`. */
  readonly faults: readonly string[];
  /** The newest date in it, which the other files of a download don't have. */
  readonly newestOn: CalendarDate | null;
}

const nothingYet: ImportCounts = {
  lines: 0,
  changed: 0,
  passedOver: 0,
  unreadable: 0,
  faults: [],
  newestOn: null,
};

function stagedOrganization(organization: PublishedOrganization, isSynthetic: boolean): StagedFacility {
  return { ...organization, isSynthetic };
}

/** Its name is that of its organization, which the store knows. */
function stagedPlace(place: PublishedPlace): StagedFacility {
  return { ...place, isSynthetic: false, name: '', matchName: '', systemName: null, updatedOn: null };
}

function endpointKey({ kind, address }: PublishedEndpoint): string {
  return createHash('sha256').update(naturalKey(kind, address)).digest('hex');
}

/**
 * Returns the newest row of each key, or the last one if they don't say which is newer: a statement can't
 * store one row twice.
 */
function newestOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  dateOf: (row: Row) => CalendarDate | null = () => null,
): Row[] {
  const kept = new Map<string, Row>();
  for (const row of rows) {
    const before = kept.get(keyOf(row));
    const [was, is] = [before === undefined ? null : dateOf(before), dateOf(row)];
    if (was === null || (is !== null && is >= was)) kept.set(keyOf(row), row);
  }
  return [...kept.values()];
}

type EntryOf<Kind extends NppesEntry['kind']> = Extract<NppesEntry, { readonly kind: Kind }>;

function ofKind<Kind extends NppesEntry['kind']>(
  entries: readonly NppesEntry[],
  kind: Kind,
): Array<EntryOf<Kind>> {
  return entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
}

/** Stores rows of a main file: organizations, and the end of some. @returns how many entries changed */
async function storeMain({ tx }: OperatorChange, entries: readonly NppesEntry[]): Promise<number> {
  const organizations = ofKind(entries, 'organization');
  const ends = [
    ...ofKind(entries, 'deactivated'),
    ...ofKind(entries, 'movedAbroad').flatMap(({ npi, on }) => (on === null ? [] : [{ npi, on }])),
  ];
  const changed = await putOrganizations(
    tx,
    newestOf(
      organizations.map(({ organization }) => stagedOrganization(organization, false)),
      ({ npi }) => npi,
      ({ updatedOn }) => updatedOn,
    ),
  );
  const named = organizations.filter(({ names }) => names.length > 0);
  const current = await currentNpis(
    tx,
    named.map(({ organization }) => organization),
  );
  const names = named.flatMap(({ names: others }) => others.filter(({ npi }) => current.has(npi)));
  return (
    changed +
    (await putNames(
      tx,
      newestOf(names, ({ npi, matchName }) => naturalKey(npi, matchName)),
    )) +
    (await deactivate(
      tx,
      newestOf(
        ends,
        ({ npi }) => npi,
        ({ on }) => on,
      ),
    ))
  );
}

/** A file, and how new its lines are. */
interface ImportedLines {
  readonly kind: NppesFileKind;
  readonly listedOn: CalendarDate | null;
  readonly importUid: string;
}

/** Returns the rows of organizations of which nothing newer is known. */
async function takenOf<Row extends { readonly npi: string }>(
  tx: OperatorChange['tx'],
  lines: UndatedLines,
  rows: readonly Row[],
): Promise<Row[]> {
  const taken = await takeListed(
    tx,
    lines,
    rows.map(({ npi }) => npi),
  );
  return rows.filter(({ npi }) => taken.has(npi));
}

/** Stores rows. @returns how many entries of the directory changed */
async function storeEntries(
  change: OperatorChange,
  { kind, ...lines }: ImportedLines,
  entries: readonly NppesEntry[],
): Promise<number> {
  const { tx } = change;
  switch (kind) {
    case 'main':
      return storeMain(change, entries);
    case 'location': {
      const places = await takenOf(
        tx,
        { kind, ...lines },
        ofKind(entries, 'place').map(({ place }) => stagedPlace(place)),
      );
      return putPlaces(
        tx,
        newestOf(places, ({ npi, place }) => naturalKey(npi, place)),
      );
    }
    case 'name': {
      const names = await takenOf(
        tx,
        { kind, ...lines },
        ofKind(entries, 'name').map(({ name }) => name),
      );
      return putNames(
        tx,
        newestOf(names, ({ npi, matchName }) => naturalKey(npi, matchName)),
      );
    }
    case 'endpoint': {
      const endpoints = await takenOf(
        tx,
        { kind, ...lines },
        ofKind(entries, 'endpoint').map(({ endpoint }) => endpoint),
      );
      return putEndpoints(
        tx,
        newestOf(
          endpoints.map(endpoint => ({ ...endpoint, keyHash: endpointKey(endpoint) })),
          ({ npi, keyHash }) => naturalKey(npi, keyHash),
        ),
      );
    }
  }
}

function laterOf(one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function dateIn(entry: NppesEntry): CalendarDate | null {
  if (entry.kind === 'organization') return entry.organization.updatedOn;
  return entry.kind === 'deactivated' || entry.kind === 'movedAbroad' ? entry.on : null;
}

function counted(
  before: ImportCounts,
  lines: readonly CsvLine[],
  entries: readonly NppesEntry[],
  changed: number,
): ImportCounts {
  const faults = entries.flatMap((entry, index) =>
    entry.kind === 'unreadable' ? [`line ${lines[index]?.number ?? 0}: ${entry.fault}`] : [],
  );
  return {
    lines: before.lines + lines.length,
    changed: before.changed + changed,
    passedOver:
      before.passedOver + ofKind(entries, 'passedOver').length + ofKind(entries, 'movedAbroad').length,
    unreadable: before.unreadable + faults.length,
    faults: [...before.faults, ...faults].slice(0, namedFaultsMax),
    newestOn: entries.map(dateIn).reduce(laterOf, before.newestOn),
  };
}

/**
 * Imports a file into the directory, five thousand lines at a time, each part in its own transaction: memory
 * doesn't grow with the file, and a stopped import starts over without changing anything twice. An unreadable
 * line is counted and listed, and doesn't stop the others. What companies see of a facility is updated.
 * @param listedOn how new the lines are if they have no dates; null if that isn't known, so that they only
 * add to organizations of which no other file listed anything
 * @returns the progress, after each part
 */
export async function* importFile(
  step: ImportStep,
  { open, header }: KnownFile,
  listedOn: CalendarDate | null,
): AsyncGenerator<ImportCounts> {
  let counts = nothingYet;
  let importUid: string | undefined;
  for await (const read of readCsvLines(open(), linesAtOnce)) {
    const lines = read.filter(({ number }) => number > 1);
    const entries = lines.map(({ cells }): NppesEntry =>
      cells === undefined ? { kind: 'unreadable', fault: 'columns' } : readNppesRow(header, cells),
    );
    const changed = await step(change => {
      change.unaudited(
        'the directory is public and belongs to no company; the start of the import is in the audit log',
      );
      importUid ??= change.newUid();
      return storeEntries(change, { kind: header.kind, listedOn, importUid }, entries);
    });
    counts = counted(counts, lines, entries, changed);
    yield counts;
  }
}

/** The progress of one of several files. */
export interface FileProgress {
  readonly file: KnownFile;
  readonly counts: ImportCounts;
  /** Whether it's unknown how new its lines are. */
  readonly isUndated: boolean;
}

/**
 * Imports the files of a download, sorted by {@link knowFiles}. Those without dates are as new as their names
 * say, or else as the newest date in the main file next to them.
 * @returns the progress, after each part
 */
export async function* importFiles(
  step: ImportStep,
  files: readonly KnownFile[],
): AsyncGenerator<FileProgress> {
  let newestOn: CalendarDate | null = null;
  for (const file of files) {
    const listedOn: CalendarDate | null = file.publishedOn ?? newestOn;
    const isUndated = file.header.kind !== 'main' && listedOn === null;
    let last: CalendarDate | null = null;
    for await (const counts of importFile(step, file, listedOn)) {
      last = counts.newestOn;
      yield { file, counts, isUndated };
    }
    newestOn = laterOf(newestOn, last);
  }
}

/** Writes the audit row of an operator's import. */
export async function noteImport(change: OperatorChange): Promise<void> {
  await change.audit(undefined, 'site.import', noDetail);
}

/** Adds stub facilities to the directory, which only sandbox finds. @returns how many are new or changed */
export async function importStubFacilities(
  change: OperatorChange,
  facilities: readonly PublishedOrganization[],
): Promise<number> {
  await change.audit(undefined, 'site.importStubs', { facilities: facilities.length });
  return putOrganizations(
    change.tx,
    facilities.map(facility => stagedOrganization(facility, true)),
  );
}
