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
  /** Whether room is left on each page for its number in the chart. */
  readonly isStamped: boolean;
  /** How many files attached to it are taken in; 0 for none. */
  readonly attachmentsMax: number;
  /** How deep attachments of attachments are opened. */
  readonly attachmentDepthMax: number;
  /** How many bytes its attachments may have in total. */
  readonly attachmentBytesMax: number;
  /** Whether the files in a ZIP file are taken in. */
  readonly opensArchives: boolean;
  /** How many files of unknown kinds in a ZIP file are opened or named. */
  readonly unknownInArchiveMax: number;
  /** Pages that aren't taken, from 1. */
  readonly leaveOut: readonly number[];
}

/** A line of the index. */
export interface IndexEntry {
  readonly title: string;
  /** Whether it is a file of its own, attached to the one above it, or in that one, which is a ZIP file. */
  readonly place: 'top' | 'attached' | 'inArchive';
  readonly isLeftOut: boolean;
  /** Its number of pages in the chart; 0 if it is left out, and for a ZIP file, whose files have them. */
  readonly pages: number;
  /** Why it is left out, or how it was changed. */
  readonly notes: readonly string[];
}

/** Draws the index. */
export interface IndexJob extends Place {
  readonly kind: 'index';
  readonly sizeBytes: 0;
  /** Its date, `MM/DD/YYYY`. */
  readonly preparedOn: string;
  /** Whose records they are, and what was requested: labels and values. */
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
  readonly entries: readonly IndexEntry[];
}
