/**
 * A separate process that opens one file that a facility returned: bytes on standard input; on standard
 * output its text as JSON, or with `--page=3` the image of that page as PNG. It is confined like
 * reader-process.mts, for the same reason; whatever a file does to it counts as an answer. What a kind of
 * file needs is loaded only for it, because most of the time of a small file is for loading.
 */
import type { ChartPage } from '../domain/record-requests/stated-identities.ts';
import { dicomLines, textPages } from './chart-text.mts';
import type { ChartReading } from './document-layout.ts';

// The limits of read-chart.ts, which an ES module that Node runs directly can't import; a test compares them.
const textPagesMax = 1_000;
const zipEntriesMax = 100;
const zipEntryBytesMax = 52_428_800;
/** The lines that are read of a file in a ZIP file. */
const zipLinesMax = 3_000;

/** A header may be anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1_024;

const nothing: ChartReading = { kind: 'refused' };

async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** A text that is shown as pages, and read from those. */
const paged = /\.(?:txt|csv|log)$/iu;

/** Returns what a file in a ZIP file states without pages; nothing for a PDF or a picture. */
function linesIn(name: string, file: Uint8Array): string[] {
  const dicom = dicomLines(file);
  if (dicom !== undefined || paged.test(name)) return dicom ?? [];
  return (textPages(file) ?? []).flatMap(({ lines }) => lines);
}

/** Reads the DICOM files, web pages, clinical documents, and HL7 messages in a ZIP file, each as a page. */
async function readZip(bytes: Uint8Array): Promise<ChartPage[]> {
  const { unzipSync } = await import('fflate');
  let entries = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize, name }) => {
      const isRead = originalSize <= zipEntryBytesMax && entries < zipEntriesMax && !name.endsWith('/');
      if (isRead) entries += 1;
      return isRead;
    },
  });
  return Object.entries(files).flatMap(([name, file], index) => {
    const lines = linesIn(name, file).slice(0, zipLinesMax);
    return lines.length === 0 ? [] : [{ number: index + 1, lines, isRecognized: false }];
  });
}

/** The pages that are read of a file. Only PDFs and pictures say how many they have. */
interface FoundPages {
  readonly pages: readonly ChartPage[];
  readonly pageCount?: number;
  readonly hasAttachments?: boolean;
}

const found = (pages: readonly ChartPage[] | undefined): FoundPages | undefined => pages && { pages };

async function pagesOf(bytes: Uint8Array): Promise<FoundPages | undefined> {
  const dicom = dicomLines(bytes);
  if (dicom !== undefined) return found([{ number: 1, lines: dicom, isRecognized: false }]);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWithin)).toString(
    'latin1',
  );
  if (start.startsWith('PK\u0003\u0004')) return readZip(bytes).then(found, () => undefined);
  const isPicture = start.startsWith('\u00ff\u00d8\u00ff') || start.startsWith('\u0089PNG');
  if (!isPicture && !start.includes('%PDF-')) return found(textPages(bytes)?.slice(0, textPagesMax));
  const { readPages } = await import('./chart-pages.mts');
  // A sign of life; in front of the answer it is JSON white space.
  return readPages(bytes, () => void process.stdout.write('\n'));
}

async function answer(wanted: string | undefined): Promise<string | Buffer> {
  const bytes = await standardInput();
  if (wanted !== undefined) {
    const { drawOne } = await import('./chart-pages.mts');
    return (await drawOne(bytes, Number(wanted))) ?? '{}';
  }
  const read = await pagesOf(bytes);
  const reading: ChartReading =
    read === undefined || read.pages.length === 0 ? nothing : { kind: 'read', ...read };
  return JSON.stringify(reading);
}

const page = process.argv.find(word => word.startsWith('--page='))?.slice('--page='.length);
process.stdout.write(await answer(page), () => process.exit(0));
