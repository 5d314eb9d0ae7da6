/** The shared inputs and output of commands that export a period. */
import type { AdminContext } from './command';
import { instant, oneOf, optional, required, text, withDefault, type ValuesOf } from './inputs';
import type { Outcome } from './outcome';
import { writeRows, type ExportedRows } from './write-rows';

/** The company, period, and target of an export. */
export const exportInputs = {
  company: optional('ID', 'only this company', text(64)),
  from: required('WHEN', 'the start: a date (UTC) or a time with an offset', instant),
  until: optional('WHEN', 'the end, not included (default: now)', instant),
  format: withDefault(
    'FORMAT',
    'the format; CSV is safe to open in a spreadsheet',
    oneOf(['ndjson', 'csv']),
    'ndjson',
  ),
  out: optional('FILE', 'a new file that only you can read (default: standard output)', text(4_096)),
};

/** Writes the rows and reports their number. */
export async function exported<Row extends object>(
  { terminal }: Pick<AdminContext, 'terminal'>,
  rows: ExportedRows<Row>,
  { format, out }: Pick<ValuesOf<typeof exportInputs>, 'format' | 'out'>,
): Promise<Outcome> {
  const rowCount = await writeRows(rows, format, out, terminal.stdout);
  if (out === undefined) return { kind: 'streamed', sentence: `Rows exported: ${rowCount}.` };
  return { kind: 'done', sentence: `Rows exported to ${out}: ${rowCount}.`, facts: { file: out, rowCount } };
}
