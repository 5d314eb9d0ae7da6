/** A job of the chart process: a line of JSON in this shape, followed by `sizeBytes` bytes. */
export type ChartJob = SourceJob | IndexJob;

/** Where the objects of a job's pages go in the chart. */
export interface Place {
  /** The number of the first object; the following ones are consecutive. */
  readonly firstObject: number;
  /** The number of the object that contains the pages. */
  readonly parentObject: number;
}

/** Turns a file into pages. */
export interface SourceJob extends Place {
  readonly kind: 'source';
  readonly sizeBytes: number;
  /** Its form by name: text, paged (a PDF or an image), or unknown. */
  readonly claim: 'text' | 'paged' | 'unknown';
  readonly textBytesMax: number;
  readonly pagesMax: number;
  readonly objectsMax: number;
  /** Whether a filled field that its form leaves to the reader to render excludes the file. */
  readonly mustShowFields: boolean;
  /** Pages that aren't taken, from 1. */
  readonly leaveOut: readonly number[];
}

/** A line of the index. */
export interface IndexEntry {
  readonly title: string;
  /** Its number of pages in the chart; 0 if it is left out. */
  readonly pages: number;
  /** Why it is left out, or how it was changed. */
  readonly note?: string;
}

/** Draws the index. */
export interface IndexJob extends Place {
  readonly kind: 'index';
  readonly sizeBytes: 0;
  /** Its date, `MM/DD/YYYY`. */
  readonly preparedOn: string;
  readonly entries: readonly IndexEntry[];
}
