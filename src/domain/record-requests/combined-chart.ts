/** The combined chart of a record request: its name, its sources, and its limits (REQUEST-9). */

/** The file name for downloads. */
export const combinedChartName = 'EHR_Charts_Combined.pdf';

/** Counts what charts look like: a chart of an earlier edition is made again with the next change. */
export const chartEdition = 5;

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
  'photoUnknown',
  'tooDeep',
  'compressionUnknown',
  'archiveEmpty',
  'chartFull',
] as const;
/** A reason for leaving a source out. */
export type LeftOutReason = (typeof leftOutReasons)[number];

/** What the index says about a source that is included. */
export const chartNotes = [
  'dynamicForm',
  'fieldsDrawn',
  'fieldsMissing',
  'textOnly',
  'textWithoutPictures',
  'lettersMissing',
  'moreAttachments',
  'moreInArchive',
  'attachmentsTooHard',
] as const;
/** A note about a source that is included. */
export type ChartNote = (typeof chartNotes)[number];

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
  /** Per source: the files attached to it or in it, and in those. */
  attachments: 100,
  /** Per source: an attachment of an attachment of an attachment. */
  attachmentDepth: 3,
  /** Per source: all of its attachments together. */
  attachmentBytes: 200 * mebibyte,
  /** Per ZIP file: the files without known pages that the index names, and that are opened. */
  unknownInArchive: 10,
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
    case 'image/webp':
    case 'application/rtf':
      return 'paged';
    case 'application/octet-stream':
      return 'unknown';
    default:
      return 'none';
  }
}

/** Returns why a file without pages is left out. */
export function noPagesReason(contentType: string): LeftOutReason {
  return ['image/heic', 'image/avif', 'image/gif', 'image/bmp'].includes(contentType)
    ? 'photoUnknown'
    : 'kindUnknown';
}

/**
 * Whether files make a chart: at least one has pages (DECISION-64). Those of a ZIP file are the pages that
 * were counted when it was read.
 */
export function haveChart(
  files: ReadonlyArray<{ readonly contentType: string; readonly pages: number | null }>,
): boolean {
  return files.some(({ contentType, pages }) =>
    contentType === 'application/zip'
      ? pages !== null && pages > 0
      : ['text', 'paged'].includes(chartClaimOf(contentType)),
  );
}

const sourceMegabytes = chartLimits.sourceBytes / mebibyte;
const textMegabytes = chartLimits.textBytes / mebibyte;

/** The text in the index for each reason. */
export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  damaged: 'The file is empty or damaged. Download the file itself to check it.',
  encrypted: 'The file is password-protected. Download the file itself, and open it with its password.',
  tooLarge:
    `The file is larger than the limit of ${sourceMegabytes} MiB (plain text: ${textMegabytes} MiB). ` +
    'Download the file itself to see it.',
  tooManyPages: `The file has more than ${chartLimits.sourcePages} pages. Download the file itself.`,
  tooHard: 'The file takes too much time or memory to read. Download the file itself to see it.',
  kindUnknown: "Files of this type can't be included. Download the file itself to see it.",
  missing: "The file isn't in storage.",
  fieldsNotDrawn: 'The file is a form, and its entries appear only in some PDF viewers.',
  encodingUnknown: "The image's encoding isn't supported. Download the file itself to see it.",
  photoUnknown:
    "Pictures in this format (HEIC, AVIF, GIF, BMP) can't be included. Download the file itself to see it.",
  tooDeep:
    `The file is nested more than ${chartLimits.attachmentDepth} deep. ` +
    'Download the outer file to see it.',
  compressionUnknown:
    "The ZIP file compresses this file in a way that isn't supported. Download the ZIP file to see it.",
  archiveEmpty: 'None of the files in the ZIP file can be included. Download the ZIP file to see them.',
  chartFull: 'The combined chart is full. Download the file itself to see it.',
};

/** The text in the index for each note. */
export const noteWords: Readonly<Record<ChartNote, string>> = {
  dynamicForm:
    'The pages are placeholders. Download the file itself, and open it in Adobe Acrobat (XFA form).',
  fieldsDrawn:
    "Some form entries are drawn from their saved values, because the form itself doesn't show them.",
  fieldsMissing: 'Some form entries are missing. Download the file itself to see them.',
  textOnly: 'Only the text is included, without its layout.',
  textWithoutPictures: 'Only the text is included. Download the file itself to see its pictures.',
  lettersMissing: 'Some characters are shown as □. Download the file itself to see them.',
  moreAttachments:
    `Only ${chartLimits.attachments} of the files inside are listed. ` +
    'Download the file itself to see the rest.',
  moreInArchive: 'The ZIP file has more files without pages, which are not listed. Download it to see them.',
  attachmentsTooHard:
    'The files inside take too much time or memory to read. Download the file itself to see them.',
};
