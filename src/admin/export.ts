/** What the commands that export a period have in common. */
import type { AdminContext } from './command';
import { instant, oneOf, optional, required, text, withDefault, type ValuesOf } from './inputs';
import type { Outcome } from './outcome';
import { writeRows, type ExportedRows } from './write-rows';

/** The company, the period, and the target of an export. */
export const exportInputs = {
  company: optional('ID', 'one company only', text(64)),
  from: required('WHEN', 'the beginning, a date (in UTC) or an instant', instant),
  until: optional('WHEN', 'the end, which is not in the period any more; absent means now', instant),
  format: withDefault(
    'FORMAT',
    'NDJSON, or CSV that is safe to open as a sheet',
    oneOf(['ndjson', 'csv']),
    'ndjson',
  ),
  out: optional('FILE', 'a new file, readable by you alone; absent means standard output', text(4_096)),
};

/** Writes the rows to their target, and reports how many there were. */
export async function exported<Row extends object>(
  { terminal }: Pick<AdminContext, 'terminal'>,
  rows: ExportedRows<Row>,
  { format, out }: Pick<ValuesOf<typeof exportInputs>, 'format' | 'out'>,
): Promise<Outcome> {
  const rowCount = await writeRows(rows, format, out, terminal.stdout);
  if (out === undefined) return { kind: 'streamed', sentence: `Rows: ${rowCount}.` };
  return { kind: 'done', sentence: `Rows in ${out}: ${rowCount}.`, facts: { file: out, rowCount } };
}
