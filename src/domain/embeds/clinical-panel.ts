/**
 * The state of the page of a patient's clinical data. The framing page receives it and passes it back, so it
 * is untrusted input: it says which rows are shown, and nothing about whose they are (EMBED-7, EMBED-9).
 */
import { isRealDate } from '../clinical/calendar-date';
import { isStorableText } from '../text';
import { findClinicalTab, nameOfColumn, type ClinicalColumn, type ClinicalTab } from './clinical-tabs';

/** The maximum length of a panel: more than the longest texts in all of its filters take. */
export const panelCharactersMax = 4_096;
/** The maximum length of one search text. */
export const panelTextMax = 100;
/** Rows per page. */
export const rowsOfPage = 25;
/** The highest page number. */
export const pagesMax = 400;
/** Panels of another version are rejected. */
const version = 1;

/** The filters of a tab; an empty text filters nothing. */
export interface Narrowing {
  /** A part of any text of the row. */
  readonly search: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** By name of a filterable column; a missing column filters nothing. */
  readonly filters: Readonly<Record<string, string>>;
}

/** What a page shows. */
export interface Panel extends Narrowing {
  readonly tab: ClinicalTab;
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  /** From 1 on. */
  readonly page: number;
}

/** Returns a tab's default state: all rows, latest first. */
export function firstPanel(tab: ClinicalTab): Panel {
  const order = { column: nameOfColumn(tab.columns[0]), direction: 'desc' } as const;
  return { tab, search: '', from: '', to: '', filters: {}, order, page: 1 };
}

/** Whether any filter is set. */
export function isNarrowed({ search, from, to, filters }: Narrowing): boolean {
  return [search, from, to, ...Object.values(filters)].some(text => text !== '');
}

/** Returns the filterable columns of a tab. */
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

/** Whether a column can be filtered by the value. */
function canNarrow({ narrows }: ClinicalColumn, value: unknown): value is string {
  if (narrows === undefined || value === '' || !isSearchable(value)) return false;
  return narrows === 'part' || narrows.includes(value);
}

/** Returns a tab's filters from pairs of column and value; `undefined` unless all are valid. */
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

/** Serializes a panel as opaque base64url text. */
export function writePanel({ tab, search, from, to, filters, order, page }: Panel): string {
  const pairs = narrowingColumns(tab).flatMap(column => {
    const value = filters[nameOfColumn(column)];
    return value === undefined || value === '' ? [] : [[nameOfColumn(column), value]];
  });
  const entries = [version, tab.name, search, from, to, pairs, order.column, order.direction, page];
  return Buffer.from(JSON.stringify(entries)).toString('base64url');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function panelOf(value: unknown): Panel | undefined {
  if (!Array.isArray(value)) return undefined;
  const [panelVersion, name, search, from, to, pairs, column, direction, page] = value as readonly unknown[];
  const tab = findClinicalTab(name);
  if (panelVersion !== version || tab === undefined) return undefined;
  const filters = filtersOf(tab, pairs);
  const ordered = tab.columns.find(each => nameOfColumn(each) === column);
  if (filters === undefined || ordered === undefined) return undefined;
  if (!isSearchable(search) || !isDayOrNone(from) || !isDayOrNone(to)) return undefined;
  if (direction !== 'asc' && direction !== 'desc') return undefined;
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > pagesMax) return undefined;
  return { tab, search, from, to, filters, order: { column: nameOfColumn(ordered), direction }, page };
}

/** Parses a text from `writePanel`; `undefined` for every other text, so that none is half understood. */
export function parsePanel(text: string): Panel | undefined {
  if (text.length > panelCharactersMax) return undefined;
  const panel = panelOf(jsonOf(text));
  // A state has one text, so extra, repeated, or reordered entries were not written here.
  return panel !== undefined && writePanel(panel) === text ? panel : undefined;
}

/** The invalid fields of a form, with the reason in words, by field name. */
export type NarrowingFaults = Readonly<Partial<Record<'from' | 'to', string>>>;

/** Reads the filter form of a tab. Texts are cut to the length of their field, so that they can be shown. */
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
  const fault = 'must be a real date, like 11/22/2026';
  return {
    search: textOf('search'),
    from: isDayOrNone(from) ? from : '',
    to: isDayOrNone(to) ? to : '',
    filters: Object.fromEntries(filters),
    faults: { ...(isDayOrNone(from) ? {} : { from: fault }), ...(isDayOrNone(to) ? {} : { to: fault }) },
  };
}
