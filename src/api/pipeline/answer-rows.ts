/** A column of an answer's rows, where CSV has it. */
export interface RowColumn {
  /** Where a row has it, `['visit', 'ref']`; its header is `visit.ref`. */
  readonly path: readonly string[];
  /** A number cannot be a formula, though it may begin with a minus. */
  readonly isNumber: boolean;
}

/** Rows as JSON, one or several in a text, joined by commas. */
export type RowTexts = readonly string[];

/**
 * The rows of an answer whose list may be longer than memory should hold (`rows` of a response in its
 * contract). Each is JSON already, and must be made of what the contract lists and nothing else: the schema
 * is not asked again row by row.
 */
export interface AnswerRows {
  /** All of them, or batches that are read while they are sent. */
  readonly texts: RowTexts | AsyncIterable<RowTexts>;
  /** The other fields of the answer; asked for after the last row. */
  readonly rest: () => unknown;
  readonly columns: readonly RowColumn[];
}

/** Whether the rows are still to be read. */
export function isStillRead(texts: AnswerRows['texts']): texts is AsyncIterable<RowTexts> {
  return Symbol.asyncIterator in texts;
}

/** How an answer with rows is written. */
export type RowFormat = 'json' | 'csv';

/** The media types of the formats, the first one for whoever does not say what they want. */
export const rowMediaTypes: Readonly<Record<RowFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
};
