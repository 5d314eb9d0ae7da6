/** Whether the product reads a file as another reader does, or says what it leaves out. */
import { readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { combineChart } from '../../src/documents/charts/combine-chart';
import { contentTypeOf } from '../../src/domain/record-requests/file-name';
import { readSheetRows, SheetFault, type SheetRow } from '../../src/usecases/bulk-imports/sheet-rows';

/** What another reader found in a file, or that it couldn't read it. */
export const referenceSchema = z.union([
  z.strictObject({ fault: z.string() }),
  z.strictObject({ pages: z.int() }),
  z.strictObject({ rows: z.array(z.array(z.string().nullable())) }),
]);
/** What another reader found in a file. */
export type Reference = z.output<typeof referenceSchema>;

/**
 * `same`: as the other reader. `named`: what differs is refused or left out, with a reason. `silent`: it
 * differs without a word.
 */
export type Comparison = 'same' | 'named' | 'silent';

/** A row without the empty cells at its end; null stands for a cell that isn't text. */
type Cells = ReadonlyArray<string | null>;

function trimmed(cells: Cells): Cells {
  const last = cells.findLastIndex(cell => cell === null || cell.trim() !== '');
  return cells.slice(0, last + 1);
}

function areEqual(ours: Cells, theirs: Cells): boolean {
  const [mine, other] = [trimmed(ours), trimmed(theirs)];
  return (
    mine.length === other.length &&
    other.every((cell, index) => cell === null || cell.trim() === mine[index]?.trim())
  );
}

const hasText = (cells: Cells): boolean => trimmed(cells).length > 0;

async function compareRows(path: string, theirs: readonly Cells[]): Promise<Comparison> {
  const ours: SheetRow[] = [];
  try {
    for await (const row of readSheetRows('patients', createReadStream(path)))
      if (row.fault !== null || hasText(row.cells)) ours.push(row);
  } catch (error) {
    if (error instanceof SheetFault) return 'named';
    throw error;
  }
  const others = theirs.filter(hasText);
  if (ours.some(({ fault }) => fault !== null)) {
    // A faulty row costs itself, so the other reader must have every other row.
    const isTheirs = ({ cells, fault }: SheetRow): boolean =>
      fault !== null || others.some(other => areEqual(cells, other));
    return ours.every(isTheirs) ? 'named' : 'silent';
  }
  const isSame =
    ours.length === others.length && ours.every(({ cells }, index) => areEqual(cells, others[index] ?? []));
  return isSame ? 'same' : 'silent';
}

async function comparePages(path: string, theirs: number): Promise<Comparison> {
  const bytes = await readFile(path);
  const source = {
    title: 'File',
    contentType: contentTypeOf('File.pdf'),
    sizeBytes: bytes.length,
    open: () => Promise.resolve(Readable.from([bytes])),
  };
  const making = combineChart([source], { preparedOn: '11/22/2026', facts: [] });
  for (;;) {
    const next = await making.next();
    if (next.done !== true) continue;
    const [outcome] = next.value.outcomes;
    if (outcome === undefined || 'reason' in outcome) return 'named';
    return outcome.pages === theirs ? 'same' : 'silent';
  }
}

/** Reads a file as an import or a combined chart does, and compares it with another reader's result. */
export async function compareFile(path: string, reference: Reference): Promise<Comparison> {
  if ('rows' in reference) return compareRows(path, reference.rows);
  if ('pages' in reference) return comparePages(path, reference.pages);
  // The other reader gave up: reading it, or saying why not, are both right, as long as it ends.
  await (path.toLowerCase().endsWith('.pdf') ? comparePages(path, 0) : compareRows(path, []));
  return 'named';
}
