/**
 * A document as the analysis sees it, whatever it was made with: words, form fields and ink, each with its
 * place. Lengths are points (1/72 inch), the origin is the top left corner of the page as it is shown; of a
 * page that was scanned aslant, as it is when it is set upright.
 */
import type { Box, Refusal } from '../domain/auth-checks/extraction';

/** A run of characters without a space. */
export interface Word {
  readonly text: string;
  readonly box: Box;
  /** How sure the recognition is of it, 0 to 100; absent where the document itself says it. */
  readonly confidence?: number | undefined;
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

/** A connected dark part of a page that is no rule: a stroke of a pen, a letter, a picture. */
export interface InkStroke {
  readonly box: Box;
  /** How much of its box is dark, 0 to 1. */
  readonly fill: number;
}

/** What is drawn on a page, however it came there. */
export interface Ink {
  /** The largest first, at most 400; those under 9 points both ways are left out. */
  readonly strokes: readonly InkStroke[];
  /** Straight lines of 26 points or more, along and down: rules and frames; at most 600 each way. */
  readonly rules: readonly Box[];
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
  readonly ink: Ink;
}

/** A signature field that has a value. */
export interface CryptographicSignature {
  /** The common name of the certificate; empty where there is none. Who vouches for it is not looked at. */
  readonly signer: string;
  /** When it says that it was made, RFC 3339; `null` where it does not. */
  readonly signedAt: string | null;
  /** Whether it is over every byte of the file but its own. */
  readonly coversDocument: boolean;
  /** Whether it is the certificate's over these bytes. */
  readonly isIntact: boolean;
}

/** A document. */
export interface DocumentLayout {
  readonly pages: readonly PageLayout[];
  /** The cryptographic signatures of the file's signature fields. */
  readonly signatures: readonly CryptographicSignature[];
}

/** What became of a document that was opened. */
export type Reading =
  | { readonly kind: 'read'; readonly layout: DocumentLayout }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
