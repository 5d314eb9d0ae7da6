import Table from 'cli-table3';
import { printable } from './terminal';

/** A value that a command shows. */
export type Cell = string | number | boolean | Date | null | readonly string[];

/** One item: machines get all fields, people get the ones with headings. */
export type Row = Readonly<Record<string, Cell>>;

/** The result of a command. */
export type Shown =
  /** Several items of a kind; `headings` names the fields that people see, in order. */
  | {
      readonly kind: 'list';
      readonly headings: Readonly<Record<string, string>>;
      readonly rows: readonly Row[];
      readonly ifEmpty: string;
      /** A line for people if the list has another page. */
      readonly more?: string | undefined;
    }
  /** One item. */
  | { readonly kind: 'record'; readonly headings: Readonly<Record<string, string>>; readonly row: Row }
  /** A completed action: a sentence for people, fields for machines. */
  | {
      readonly kind: 'done';
      readonly sentence: string;
      readonly facts: Row;
      /** What to run next: the purpose and the command line. */
      readonly next?: ReadonlyArray<readonly [purpose: string, line: string]>;
    };

/** The end of a command: a result to show, or one that was already written to standard output. */
export type Outcome = Shown | { readonly kind: 'streamed'; readonly sentence: string };

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z');
  if (typeof cell === 'object') return cell.length === 0 ? '–' : cell.map(printable).join('\n');
  return printable(String(cell));
}

// No colors: operators paste tables into tickets.
const style = { head: [], border: [], compact: true };

function tableText(outcome: Extract<Shown, { kind: 'list' }>): string {
  if (outcome.rows.length === 0) return outcome.ifEmpty;
  const fields = Object.keys(outcome.headings);
  const table = new Table({ head: Object.values(outcome.headings), style });
  for (const row of outcome.rows) table.push(fields.map(field => cellText(row[field])));
  const { more } = outcome;
  return more === undefined ? table.toString() : `${table.toString()}\n${more}`;
}

function recordText({ headings, row }: Extract<Shown, { kind: 'record' }>): string {
  const table = new Table({ style });
  for (const [field, heading] of Object.entries(headings)) table.push([heading, cellText(row[field])]);
  return table.toString();
}

function doneText({ sentence, next = [] }: Extract<Shown, { kind: 'done' }>): string {
  const lines = next.map(([purpose, line]) => `${purpose}:\n  npm run admin -- ${line}`);
  return printable([sentence, ...lines].join('\n'));
}

/** Returns the outcome as text for people. */
export function outcomeText(outcome: Shown): string {
  switch (outcome.kind) {
    case 'list':
      return tableText(outcome);
    case 'record':
      return recordText(outcome);
    case 'done':
      return doneText(outcome);
  }
}

/** Returns the outcome as one JSON value, with camelCase fields and ISO 8601 timestamps. */
export function outcomeJson(outcome: Shown): string {
  const value =
    outcome.kind === 'list' ? outcome.rows : outcome.kind === 'record' ? outcome.row : outcome.facts;
  return printable(JSON.stringify(value, null, 2));
}
