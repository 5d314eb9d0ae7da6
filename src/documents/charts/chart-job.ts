/**
 * What the chart process is asked, a job at a time: a line of JSON of this shape, and `sizeBytes` bytes after
 * it.
 */
export type ChartJob = SourceJob | IndexJob;

/** Where the objects of a job's pages stand in the chart. */
export interface Place {
  /** The number of the first object; those that follow have the next ones. */
  readonly firstObject: number;
  /** The number of the object that holds the pages. */
  readonly parentObject: number;
}

/** To turn a file into pages. */
export interface SourceJob extends Place {
  readonly kind: 'source';
  readonly sizeBytes: number;
  /** What it is by its name: text, a PDF or a picture, or something that the name does not tell. */
  readonly claim: 'text' | 'paged' | 'unknown';
  readonly textBytesMax: number;
  readonly pagesMax: number;
  readonly objectsMax: number;
  /** Whether a filled field that its form leaves to the reader to draw keeps it out. */
  readonly mustShowFields: boolean;
}

/** A line of the index. */
export interface IndexEntry {
  readonly title: string;
  /** How many pages it has in the chart; 0 for one that is left out. */
  readonly pages: number;
  /** Why it is left out, or how it is not taken as it was. */
  readonly note?: string;
}

/** To draw the index. */
export interface IndexJob extends Place {
  readonly kind: 'index';
  readonly sizeBytes: 0;
  /** The day that it bears, `MM/DD/YYYY`. */
  readonly preparedOn: string;
  readonly entries: readonly IndexEntry[];
}
