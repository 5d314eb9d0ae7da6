import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { startConfined, type MemoryLimits } from '../../platform/confined-process';

/** What a workbook may hold; what exceeds it is left out, except that a larger one isn't opened. */
export interface WorkbookLimits {
  readonly unzippedBytes: number;
  /** One more column is returned, so that the excess shows. */
  readonly columns: number;
  /** One more character is returned. */
  readonly cellLength: number;
  readonly sheets: number;
}

/** Why a workbook isn't read. */
export type WorkbookRefusal = 'oldWorkbook' | 'workbookUnreadable' | 'workbookTooLarge';

/** A row of a workbook as text. */
export interface WorkbookRow {
  /** The number of its sheet, from 0 on. */
  readonly sheet: number;
  /** As Excel counts. */
  readonly rowNumber: number;
  readonly cells: readonly string[];
  /** Whether numbers that are dates count from January 1, 1904, and not from 1900. */
  readonly isDate1904: boolean;
}

/** A workbook that can't be read. Its message contains no value. */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault';
  readonly isMessageSafe = true;

  constructor(readonly refusal: WorkbookRefusal) {
    super(`the workbook can't be read: ${refusal}`);
  }
}

/** The resources of the process. */
interface ProcessLimits extends MemoryLimits {
  readonly timeMs: number;
}

const processLimits: ProcessLimits = { heapMegabytes: 512, memoryMegabytes: 1_500, timeMs: 180_000 };

/** A line of the process. */
type Said =
  | { readonly sheet: number; readonly isDate1904: boolean }
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly end: true; readonly refusal: WorkbookRefusal | null };

/** Returns what a line says; `undefined` if the process ended within it. */
function parseLine(line: string): Said | undefined {
  try {
    return JSON.parse(line) as Said;
  } catch {
    return undefined;
  }
}

/**
 * Reads the rows of an Excel workbook (.xlsx), sheet by sheet without hidden ones, in a separate process with
 * limits, because a small file can be made to take all memory. Dates are `YYYY-MM-DD`, and numbers are as
 * Excel stores them: a ZIP code in a number cell has lost its zero.
 * @param bytes the workbook, which is read to its end and destroyed
 * @throws WorkbookFault if it can't be opened, or takes more than it may; Error if the fault is ours
 */
export async function* readWorkbookRows(
  bytes: AsyncIterable<Buffer>,
  limits: WorkbookLimits,
  resources: ProcessLimits = processLimits,
): AsyncGenerator<WorkbookRow> {
  const child = startConfined(join(__dirname, 'workbook-process'), [], resources, [JSON.stringify(limits)]);
  const deadline = setTimeout(() => void child.kill('SIGKILL'), resources.timeMs);
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  closed.catch(() => undefined);
  let sourceError: unknown;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  // A process that ends early closes its input, and its end says why.
  const fed = pipeline(source(), child.stdin).catch(() => undefined);
  let [sheet, isDate1904] = [0, false];
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const parsed = parseLine(line);
      if (parsed === undefined) break;
      if ('sheet' in parsed) ({ sheet, isDate1904 } = parsed);
      else if ('row' in parsed) yield { sheet, isDate1904, rowNumber: parsed.row, cells: parsed.cells };
      else {
        await fed;
        // A workbook that broke off on its way isn't a damaged one.
        if (sourceError !== undefined) throw sourceError;
        if (parsed.refusal !== null) throw new WorkbookFault(parsed.refusal);
        return;
      }
    }
    const [code] = await closed;
    await fed;
    if (sourceError !== undefined) throw sourceError;
    // Ended by a signal: from us, or from itself when the heap was full.
    if (code === null) throw new WorkbookFault('workbookTooLarge');
    throw new Error(`the process that reads workbooks ended with code ${code}`);
  } finally {
    clearTimeout(deadline);
    child.kill('SIGKILL');
  }
}
