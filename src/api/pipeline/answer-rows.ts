/** A column of an answer's rows in CSV. */
export interface RowColumn {
  /** Where a row has the value, such as `['visit', 'ref']`. Its CSV header is `visit.ref`. */
  readonly path: readonly string[];
  /** A number can't be a formula, even if it starts with a minus sign. */
  readonly isNumber: boolean;
}

/** Rows as JSON. A text holds one row, or several separated by commas. */
export type RowTexts = readonly string[];

/**
 * The rows of an answer whose list may not fit in memory (`rows` of a response in its contract). Each text
 * is already JSON, and must contain only what the contract lists: it isn't checked against the schema again.
 */
export interface AnswerRows {
  /** All rows, or batches that are read while they are sent. */
  readonly texts: RowTexts | AsyncIterable<RowTexts>;
  /** Returns the other fields of the answer. Called after the last row. */
  readonly rest: () => unknown;
  readonly columns: readonly RowColumn[];
}

/** Returns whether the rows have yet to be read. */
export function isStillRead(texts: AnswerRows['texts']): texts is AsyncIterable<RowTexts> {
  return Symbol.asyncIterator in texts;
}

/** The format of an answer with rows. */
export type RowFormat = 'json' | 'csv';

/** The media types of the formats. The first one is the default. */
export const rowMediaTypes: Readonly<Record<RowFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
};
