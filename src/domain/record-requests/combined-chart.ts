/** The combined chart of a record request: what it is called, what goes into it, and how much (REQUEST-9). */

/** What it downloads as. */
export const combinedChartName = 'EHR_Charts_Combined.pdf';

/** Why a source is not in a combined chart; its index says so in words. */
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
/** A reason. */
export type LeftOutReason = (typeof leftOutReasons)[number];

const mebibyte = 1024 * 1024;

/** How much of a request's files goes into one chart; what is beyond is named in its index. */
export const chartLimits = {
  /** Of one source: two thousand pages of a scan, of which the process holds three copies for a moment. */
  sourceBytes: 200 * mebibyte,
  /** Of a source that is plain text: about 400 pages. */
  textBytes: mebibyte,
  /** Of one source. */
  sourcePages: 5_000,
  /** Of one source: objects of PDF, a few for each page. */
  sourceObjects: 200_000,
  /** Of the chart. */
  sources: 1_000,
  pages: 20_000,
  objects: 2_000_000,
  /** What is downloaded in one piece, and opened by every reader. */
  bytes: 5 * 1000 ** 3,
} as const;

/**
 * What a file is by its content type: text, a PDF or a picture, what its ending does not tell, or nothing
 * that has pages.
 */
export type ChartClaim = 'text' | 'paged' | 'unknown' | 'none';

/** What a file may be in a chart, by its content type. */
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

/** Whether files make a chart: at least one of them is of a kind that has pages (DECISION-64). */
export function haveChart(files: ReadonlyArray<{ readonly contentType: string }>): boolean {
  return files.some(({ contentType }) => ['text', 'paged'].includes(chartClaimOf(contentType)));
}

const sourceMegabytes = chartLimits.sourceBytes / mebibyte;
const textMegabytes = chartLimits.textBytes / mebibyte;

/** Why a source is left out, as its index says it. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  damaged: 'The file is empty or damaged: its pages cannot be read.',
  encrypted: 'The file asks for a password.',
  tooLarge:
    `The file is larger than what is combined: ${sourceMegabytes} MiB, of plain text ${textMegabytes} ` +
    'MiB.',
  tooManyPages: `The file has more than ${chartLimits.sourcePages} pages.`,
  tooHard: 'The file takes more time or memory to read than a file may.',
  kindUnknown: 'Files of this kind have no pages to combine.',
  missing: 'The file is not in the file store.',
  fieldsNotDrawn: 'The file is a form that leaves its filled fields to the reader to draw.',
  encodingUnknown: 'The picture is encoded in a way that is not combined.',
  chartFull: 'The combined chart is full.',
};
