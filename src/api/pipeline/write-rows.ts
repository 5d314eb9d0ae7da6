import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { AnswerRows, RowColumn, RowFormat, RowTexts } from './answer-rows';
import type { Contract } from './contract';
import { fitted } from './serialize-reply';

/** How an answer with rows becomes text: what comes before the rows, between them, and after them. */
export interface RowWriter {
  readonly opening: string;
  /** Returns the text of some rows. `isFirst` says whether none were written before. */
  readonly rows: (texts: RowTexts, isFirst: boolean) => string;
  readonly closing: () => string;
}

/** Returns the name of the list of rows in an answer, and the schema of its other fields. */
function partsOf({ id, responses }: Contract, status: number) {
  const { schema, rows: field } = responses[status] ?? {};
  if (schema instanceof z.ZodObject && field !== undefined && field in schema.shape) {
    const { [field]: _list, ...others } = schema.shape;
    return { field, rest: z.object(others) };
  }
  throw new TypeError(`the answer ${status} of ${id} has rows and no list for them`);
}

function jsonWriter(contract: Contract, status: number, { rest }: AnswerRows): RowWriter {
  const { field, rest: schema } = partsOf(contract, status);
  return {
    opening: `{${JSON.stringify(field)}:[`,
    rows: (texts, isFirst) => (isFirst ? '' : ',') + texts.join(','),
    closing: () => {
      const others = JSON.stringify(fitted(contract, status, schema, rest())).slice(1);
      return others === '}' ? ']}' : `],${others}`;
    },
  };
}

/** The parsed JSON of a row. */
type Json = string | number | boolean | null | { readonly [name: string]: Json };

/** Returns a cell as text. Null and absent values are empty. */
function cellOf(row: Json, { path }: RowColumn): string {
  let value: Json | undefined = row;
  for (const step of path) value = typeof value === 'object' ? value?.[step] : undefined;
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

function csvWriter({ columns }: AnswerRows): RowWriter {
  const write = (lines: ReadonlyArray<readonly string[]>): string =>
    stringify(
      lines.map(line => [...line]),
      {
        // A spreadsheet would run a cell that starts like a formula, so it gets a quotation mark unless it is
        // a number.
        escape_formulas: true,
        record_delimiter: 'windows',
        cast: {
          string: (value, { index }) =>
            columns[index]?.isNumber === true ? { value, escape_formulas: false } : value,
        },
      },
    );
  return {
    opening: write([columns.map(({ path }) => path.join('.'))]),
    rows: texts => {
      const rows = JSON.parse(`[${texts.join(',')}]`) as readonly Json[];
      return write(rows.map(row => columns.map(column => cellOf(row, column))));
    },
    closing: () => '',
  };
}

/** Returns the writer of an answer's rows in a format. */
export function rowWriter(
  contract: Contract,
  status: number,
  rows: AnswerRows,
  format: RowFormat,
): RowWriter {
  return format === 'csv' ? csvWriter(rows) : jsonWriter(contract, status, rows);
}
