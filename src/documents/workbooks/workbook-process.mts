/**
 * A separate process that reads one Excel workbook: its bytes on standard input; on standard output a line
 * of JSON for each sheet and each row, and one for the end. It is started by workbook-rows.ts with a small
 * heap, no environment, and no right to write, to read our files, or to start anything, because its input may
 * be malicious. Whatever a workbook does to it counts as an answer.
 */
import { once } from 'node:events';
import { unzipSync } from 'fflate';
import { EncryptedFileError } from 'hucre';
import { streamXlsxRows, type CellValue } from 'hucre/xlsx';
import type { WorkbookLimits, WorkbookRefusal } from './workbook-rows.ts';

const lineBytes = 64 * 1024;
let held: string[] = [];
let heldLength = 0;

async function flush(): Promise<void> {
  const text = held.join('');
  [held, heldLength] = [[], 0];
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function say(what: object): Promise<void> {
  const line = `${JSON.stringify(what)}\n`;
  held.push(line);
  heldLength += line.length;
  if (heldLength >= lineBytes) await flush();
}

async function end(refusal: WorkbookRefusal | null): Promise<never> {
  await say({ end: true, refusal });
  await flush();
  return process.exit(0);
}

/** Returns the bytes of standard input. */
async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Returns the size of the workbook unzipped, as its directory says. The library doesn't unzip more of a file
 * than that.
 */
function unzippedBytes(bytes: Uint8Array): number {
  let total = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      return false;
    },
  });
  return total;
}

/** Returns the part that lists the sheets. */
function workbookXml(bytes: Uint8Array): string {
  const parts = unzipSync(bytes, { filter: ({ name }) => /(?:^|\/)workbook\.xml$/i.test(name) });
  const [workbook] = Object.values(parts);
  return workbook === undefined ? '' : new TextDecoder().decode(workbook);
}

/** Whether date numbers count from January 1, 1904, as in workbooks of old Macs. */
function countsFrom1904(xml: string): boolean {
  return /<(?:[\w-]+:)?workbookPr\s[^>]*\bdate1904\s*=\s*["'](?:1|true|on)["']/i.test(xml);
}

/** Returns the numbers of the sheets that Excel doesn't show, from 0 on. */
function hiddenSheets(xml: string): ReadonlySet<number> {
  const sheets = xml.match(/<(?:[\w-]+:)?sheet\s[^>]*>/g) ?? [];
  const hidden = sheets.flatMap((sheet, index) => (/\sstate="(?:very)?hidden"/i.test(sheet) ? [index] : []));
  return new Set(hidden);
}

/** Returns a date as Excel shows it, which rounds to seconds. */
function dateText(exactly: Date): string {
  const at = new Date(Math.round(exactly.getTime() / 1_000) * 1_000);
  const text = at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

function cellText(value: CellValue | undefined, cellLength: number): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return (typeof value === 'string' ? value : String(value)).slice(0, cellLength + 1);
}

/** Returns the text of a row's cells up to the last one that isn't empty, and at most one over the limit. */
function cellsOf(values: readonly CellValue[], { columns, cellLength }: WorkbookLimits): readonly string[] {
  const cells = values.slice(0, columns + 1).map(value => cellText(value, cellLength));
  return cells.slice(0, cells.findLastIndex(cell => cell !== '') + 1);
}

async function read(bytes: Uint8Array, limits: WorkbookLimits): Promise<WorkbookRefusal | null> {
  try {
    if (unzippedBytes(bytes) > limits.unzippedBytes) return 'workbookTooLarge';
    const xml = workbookXml(bytes);
    const hidden = hiddenSheets(xml);
    const isDate1904 = countsFrom1904(xml);
    for (let sheet = 0; sheet < limits.sheets; sheet += 1) {
      if (hidden.has(sheet)) continue;
      await say({ sheet, isDate1904 });
      for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
        await say({ row: index + 1, cells: cellsOf(values, limits) });
    }
    return null;
  } catch (error) {
    return error instanceof EncryptedFileError ? 'oldWorkbook' : 'workbookUnreadable';
  }
}

// It comes from the process that started this one.
const limits = JSON.parse(process.argv[2] ?? '') as WorkbookLimits;
await end(await read(await standardInput(), limits));
