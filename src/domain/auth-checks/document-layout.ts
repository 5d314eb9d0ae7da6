/**
 * A document as the analysis sees it, whatever it was made with: words, form fields and ink, each with its place.
 * Lengths are points (1/72 inch), the origin is the top left corner of the page as it is shown.
 */

/** A rectangle on a page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A run of characters without a space. */
export interface Word {
  readonly text: string;
  readonly box: Box;
}

/** A field of an interactive form. */
export interface Widget {
  readonly kind: 'text' | 'checkbox' | 'choice' | 'signature';
  /** The field's own name, and what its tooltip says; both may lie. */
  readonly name: string;
  readonly tooltip: string;
  /** What is filled in; empty when nothing is, and for signatures. */
  readonly value: string;
  /** Whether a box is ticked. */
  readonly isOn: boolean;
  readonly box: Box;
}

/** Something that was put onto the page after it was made. */
export interface Annotation {
  readonly kind: 'ink' | 'stamp' | 'freeText';
  readonly box: Box;
}

/** How dark the page is, cell by cell, row after row, 0 to 100 percent; straight rules and frames are left out. */
export interface InkGrid {
  readonly cellPoints: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly number[];
}

/** One page. */
export interface PageLayout {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Where the words come from: the document itself, or the recognition of a picture. */
  readonly source: 'text' | 'recognition';
  /** How sure the recognition is of its words, 0 to 100; null where there was none. */
  readonly confidence: number | null;
  readonly words: readonly Word[];
  readonly widgets: readonly Widget[];
  readonly annotations: readonly Annotation[];
  readonly ink: InkGrid;
}

/** A document. */
export interface DocumentLayout {
  readonly pages: readonly PageLayout[];
  /** Whether the file holds a cryptographic signature over its bytes. */
  readonly isDigitallySigned: boolean;
}

/** Why a document cannot be read, for good. */
export const refusals = [
  'missing',
  'empty',
  'tooLarge',
  'notPdf',
  'encrypted',
  'damaged',
  'tooManyPages',
  'tooHard',
] as const;

/** Why a document cannot be read; no retry mends it, another upload does. */
export type Refusal = (typeof refusals)[number];
