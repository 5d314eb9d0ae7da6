import Table from 'cli-table3';
import { printable } from './terminal';

/** A value that a command shows. */
export type Cell = string | number | boolean | Date | null | readonly string[];

/** One shown thing: the machine gets it as it is, a person under the headings. */
export type Row = Readonly<Record<string, Cell>>;

/** What a command has to show. */
export type Shown =
  /** Many things of a kind; `headings` names the fields a person sees, in order. */
  | {
      readonly kind: 'list';
      readonly headings: Readonly<Record<string, string>>;
      readonly rows: readonly Row[];
      readonly ifEmpty: string;
      /** What a person is told where the list goes on. */
      readonly more?: string | undefined;
    }
  /** One thing. */
  | { readonly kind: 'record'; readonly headings: Readonly<Record<string, string>>; readonly row: Row }
  /** Something was done: a sentence for a person, the facts for a machine. */
  | {
      readonly kind: 'done';
      readonly sentence: string;
      readonly facts: Row;
      /** Commands that a person can go on with: what each is for, and its line. */
      readonly next?: ReadonlyArray<readonly [purpose: string, line: string]>;
    };

/** How a command ended: with something to show, or with its result written to standard output already. */
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

// Uncoloured: a table that goes into a ticket is text.
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

/** The outcome for a person. */
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

/** The outcome for a machine: one JSON value, with camelCase fields and ISO 8601 instants. */
export function outcomeJson(outcome: Shown): string {
  const value =
    outcome.kind === 'list' ? outcome.rows : outcome.kind === 'record' ? outcome.row : outcome.facts;
  return printable(JSON.stringify(value, null, 2));
}
