/** The combined chart of a record request: its name, its sources, and its limits (REQUEST-9). */

/** The file name for downloads. */
export const combinedChartName = 'EHR_Charts_Combined.pdf';

/** The reasons for leaving a source out of a combined chart. Its index states them in words. */
export const leftOutReasons = [
  'damaged',
  'encrypted',
  'tooLarge',
  'tooManyPages',
  'tooHard',
  'kindUnknown',
  'missing',
  'fieldsNotDrawn',
  'encodingUnknown',
  'chartFull',
] as const;
/** A reason for leaving a source out. */
export type LeftOutReason = (typeof leftOutReasons)[number];

const mebibyte = 1024 * 1024;

/** The limits of one combined chart. Its index names what exceeds them. */
export const chartLimits = {
  /** Per source: two thousand scanned pages. The process briefly holds three copies of it. */
  sourceBytes: 200 * mebibyte,
  /** Per plain-text source: about 400 pages. */
  textBytes: mebibyte,
  /** Per source. */
  sourcePages: 5_000,
  /** Per source: PDF objects, a few per page. */
  sourceObjects: 200_000,
  /** Per chart. */
  sources: 1_000,
  pages: 20_000,
  objects: 2_000_000,
  /** Small enough for a single download, and for every PDF reader. */
  bytes: 5 * 1000 ** 3,
} as const;

/** A file's form by its content type: text, paged (a PDF or an image), unknown, or without pages. */
export type ChartClaim = 'text' | 'paged' | 'unknown' | 'none';

/** Returns the form that a file has by its content type. */
export function chartClaimOf(contentType: string): ChartClaim {
  switch (contentType) {
    case 'text/plain':
    case 'text/csv':
      return 'text';
    case 'application/pdf':
    case 'image/jpeg':
    case 'image/png':
    case 'image/tiff':
      return 'paged';
    case 'application/octet-stream':
      return 'unknown';
    default:
      return 'none';
  }
}

/** Whether files make a chart: at least one has pages (DECISION-64). */
export function haveChart(files: ReadonlyArray<{ readonly contentType: string }>): boolean {
  return files.some(({ contentType }) => ['text', 'paged'].includes(chartClaimOf(contentType)));
}

const sourceMegabytes = chartLimits.sourceBytes / mebibyte;
const textMegabytes = chartLimits.textBytes / mebibyte;

/** The text in the index for each reason. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  damaged: 'The file is empty or damaged.',
  encrypted: 'The file is password-protected.',
  tooLarge: `The file is larger than the limit of ${sourceMegabytes} MiB (plain text: ${textMegabytes} MiB).`,
  tooManyPages: `The file has more than ${chartLimits.sourcePages} pages.`,
  tooHard: 'The file takes too much time or memory to read.',
  kindUnknown: 'Files of this type have no pages.',
  missing: "The file isn't in storage.",
  fieldsNotDrawn: 'The file is a form whose entries appear only in some PDF viewers.',
  encodingUnknown: "The image's encoding isn't supported.",
  chartFull: 'The combined chart is full.',
};
