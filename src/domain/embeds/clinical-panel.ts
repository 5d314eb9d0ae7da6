/**
 * The state of the page of a patient's clinical data. The page around is told it and gives it back, so it is
 * read as a stranger's: it says which rows are looked for, and nothing of whose they are (EMBED-7, EMBED-9).
 */
import { isRealDate } from '../clinical/calendar-date';
import { isStorableText } from '../text';
import { findClinicalTab, nameOfColumn, type ClinicalColumn, type ClinicalTab } from './clinical-tabs';

/** The most characters of a panel: more than the longest texts in all of its filters make. */
export const panelCharactersMax = 4_096;
/** The most characters that are looked for in one place. */
export const panelTextMax = 100;
/** Rows of a page. */
export const rowsOfPage = 25;
/** The last page that can be looked at. */
export const pagesMax = 400;
/** What a panel of another shape is not taken for. */
const version = 1;

/** What is looked for on a tab; an empty text narrows nothing. */
export interface Narrowing {
  /** A part of any text of the row. */
  readonly search: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** By name of a column that narrows; a column that is not there narrows nothing. */
  readonly filters: Readonly<Record<string, string>>;
}

/** What a page shows. */
export interface Panel extends Narrowing {
  readonly tab: ClinicalTab;
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  /** From 1 on. */
  readonly page: number;
}

/** A tab as it is first shown: all rows, the latest first. */
export function firstPanel(tab: ClinicalTab): Panel {
  const order = { column: nameOfColumn(tab.columns[0]), direction: 'desc' } as const;
  return { tab, search: '', from: '', to: '', filters: {}, order, page: 1 };
}

/** Whether anything is narrowed. */
export function isNarrowed({ search, from, to, filters }: Narrowing): boolean {
  return [search, from, to, ...Object.values(filters)].some(text => text !== '');
}

/** The columns of a tab by which its rows are narrowed. */
export function narrowingColumns({ columns }: ClinicalTab): ClinicalColumn[] {
  return columns.filter(({ narrows }) => narrows !== undefined);
}

function isSearchable(text: unknown): text is string {
  return (
    typeof text === 'string' && text.length <= panelTextMax && isStorableText(text) && !/\p{Cc}/u.test(text)
  );
}

function isDayOrNone(text: unknown): text is string {
  return text === '' || (typeof text === 'string' && isRealDate(text));
}

/** Whether a column can be narrowed to the value. */
function canNarrow({ narrows }: ClinicalColumn, value: unknown): value is string {
  if (narrows === undefined || value === '' || !isSearchable(value)) return false;
  return narrows === 'part' || narrows.includes(value);
}

/**
 * The filters of a tab that are written as pairs of a column and a value; `undefined` unless all of them are.
 */
function filtersOf(tab: ClinicalTab, pairs: unknown): Record<string, string> | undefined {
  if (!Array.isArray(pairs)) return undefined;
  const filters: Record<string, string> = {};
  for (const pair of pairs as readonly unknown[]) {
    if (!Array.isArray(pair)) return undefined;
    const [name, value] = pair as readonly unknown[];
    const column = tab.columns.find(each => nameOfColumn(each) === name);
    if (column === undefined || !canNarrow(column, value)) return undefined;
    filters[nameOfColumn(column)] = value;
  }
  return filters;
}

/** A panel as one text: base64url, opaque to whoever keeps it. */
export function writePanel({ tab, search, from, to, filters, order, page }: Panel): string {
  const pairs = narrowingColumns(tab).flatMap(column => {
    const value = filters[nameOfColumn(column)];
    return value === undefined || value === '' ? [] : [[nameOfColumn(column), value]];
  });
  const said = [version, tab.name, search, from, to, pairs, order.column, order.direction, page];
  return Buffer.from(JSON.stringify(said)).toString('base64url');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function panelOf(said: unknown): Panel | undefined {
  if (!Array.isArray(said)) return undefined;
  const [saidVersion, name, search, from, to, pairs, column, direction, page] = said as readonly unknown[];
  const tab = findClinicalTab(name);
  if (saidVersion !== version || tab === undefined) return undefined;
  const filters = filtersOf(tab, pairs);
  const ordered = tab.columns.find(each => nameOfColumn(each) === column);
  if (filters === undefined || ordered === undefined) return undefined;
  if (!isSearchable(search) || !isDayOrNone(from) || !isDayOrNone(to)) return undefined;
  if (direction !== 'asc' && direction !== 'desc') return undefined;
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > pagesMax) return undefined;
  return { tab, search, from, to, filters, order: { column: nameOfColumn(ordered), direction }, page };
}

/**
 * The panel of a text that `writePanel` wrote; `undefined` for every other text, so that none is understood
 * by half.
 */
export function parsePanel(text: string): Panel | undefined {
  if (text.length > panelCharactersMax) return undefined;
  const panel = panelOf(jsonOf(text));
  // A state has one text: what is left over, twice or in another order was not written here.
  return panel !== undefined && writePanel(panel) === text ? panel : undefined;
}

/** What of a form cannot be taken, in words, by the name of the field. */
export type NarrowingFaults = Readonly<Partial<Record<'from' | 'to', string>>>;

/** What a person typed into the form of a tab: cut where a field ends, so that it can be shown. */
export function readNarrowing(
  tab: ClinicalTab,
  typed: (field: string) => string,
): Narrowing & { readonly faults: NarrowingFaults } {
  const textOf = (field: string): string => {
    const text = typed(field)
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
    return text.slice(0, panelTextMax).toWellFormed();
  };
  const filters = narrowingColumns(tab).flatMap((column): Array<[string, string]> => {
    const value = textOf(nameOfColumn(column));
    return canNarrow(column, value) ? [[nameOfColumn(column), value]] : [];
  });
  const [from, to] = [textOf('from'), textOf('to')];
  const fault = 'must be a day, such as 2026-11-22';
  return {
    search: textOf('search'),
    from: isDayOrNone(from) ? from : '',
    to: isDayOrNone(to) ? to : '',
    filters: Object.fromEntries(filters),
    faults: { ...(isDayOrNone(from) ? {} : { from: fault }), ...(isDayOrNone(to) ? {} : { to: fault }) },
  };
}
