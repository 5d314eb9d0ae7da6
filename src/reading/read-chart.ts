/** Reads files that facilities returned, and draws their pages: each in a separate, confined process. */
import { join } from 'node:path';
import { z } from 'zod';
import type { ChartPage } from '../domain/record-requests/stated-identities';
import { startConfined } from '../platform/confined-process';
import type { ChartReading } from './document-layout';
import { runConfined, type ConfinedLimits } from './run-confined';

/** What is read of a file (REQUEST-34). */
export const chartReadingLimits = {
  /** A larger file isn't read, except the header of a DICOM file. */
  bytes: 200 * 1024 * 1024,
  /** Enough for the header of a DICOM file. */
  dicomBytes: 1024 * 1024,
  /** A PDF with more isn't opened. */
  pages: 5_000,
  /** The pages whose text is read, from the first on. */
  textPages: 1_000,
  /** The scanned pages that are recognized: the first ones, and others spread over the rest. */
  recognizedFirst: 5,
  recognized: 20,
  zipEntries: 100,
} as const;

const entry = join(__dirname, 'chart-process');
const rights = ['addons', 'worker'] as const;

/** A recognized page takes about 3 s, one with text some milliseconds. */
export const readingLimits: ConfinedLimits = {
  timeMs: 4 * 60_000,
  silenceMs: 60_000,
  heapMegabytes: 768,
  memoryMegabytes: 1_500,
  answerBytes: 64 * 1024 * 1024,
};

const drawingLimits: ConfinedLimits = {
  timeMs: 30_000,
  heapMegabytes: 768,
  memoryMegabytes: 1_500,
  answerBytes: 16 * 1024 * 1024,
};

const reading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused') }),
  z.object({
    kind: z.literal('read'),
    pages: z
      .array(
        z.object({
          number: z.number().int().positive(),
          lines: z.array(z.string()).max(5_000),
          isRecognized: z.boolean(),
        }),
      )
      .max(chartReadingLimits.pages),
    pageCount: z.number().int().positive().max(chartReadingLimits.pages).optional(),
    hasAttachments: z.boolean().optional(),
  }),
]);

/** Parses the process's answer, which is untrusted: it has read what may be malicious. */
function parse(answer: string): ChartReading {
  try {
    return reading.safeParse(JSON.parse(answer)).data ?? { kind: 'refused' };
  } catch {
    return { kind: 'refused' };
  }
}

/** What is read of a returned file. */
export interface ReadChart {
  readonly pages: readonly ChartPage[];
  /** How many pages a PDF or a picture has; `null` for other files, and if it isn't known. */
  readonly pageCount: number | null;
  /** Whether files are attached to it, which aren't read. */
  readonly hasAttachments: boolean;
}

const unread: ReadChart = { pages: [], pageCount: null, hasAttachments: false };

/**
 * Returns the text of a returned file, page by page; none for a file that can't be read or exceeds a limit.
 * Of a DICOM file, the first megabyte is enough.
 * @throws ReaderFault if the fault is ours; DOMException AbortError if `signal` ends it
 */
export async function readChart(
  bytes: Uint8Array,
  signal?: AbortSignal,
  limits: ConfinedLimits = readingLimits,
): Promise<ReadChart> {
  if (bytes.length === 0 || bytes.length > chartReadingLimits.bytes) return unread;
  const output = await runConfined(bytes, { entry, rights, limits, signal });
  const answer = output === undefined ? undefined : parse(output.toString('utf8'));
  if (answer?.kind !== 'read') return unread;
  const { pages, pageCount = null, hasAttachments = false } = answer;
  return { pages, pageCount, hasAttachments };
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Returns a page of a returned PDF, JPEG, or PNG file as PNG: an image, whatever the file did to its process.
 * @param number from 1
 * @returns `undefined` for a page that doesn't exist or can't be drawn
 * @throws as `readChart`
 */
export async function drawChartPage(
  bytes: Uint8Array,
  number: number,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  if (bytes.length === 0 || bytes.length > chartReadingLimits.bytes) return undefined;
  const answer = await runConfined(bytes, {
    entry,
    rights,
    limits: drawingLimits,
    signal,
    choose: () => startConfined(entry, rights, drawingLimits, [`--page=${number}`]),
  });
  return answer?.subarray(0, pngSignature.length).equals(pngSignature) === true ? answer : undefined;
}
