/**
 * A document as the analysis sees it, however it was made: words, form fields, and ink, each with its place.
 * Lengths are points (1/72 inch) from the top left corner of the page as shown; a page that was scanned at an
 * angle is straightened, and one that is sideways or photographed is turned and cut.
 */
import type { Box, Refusal, ShownPage } from '../domain/auth-checks/extraction';
import type { ChartPage } from '../domain/record-requests/stated-identities';

/** A run of characters without a space. */
export interface Word {
  readonly text: string;
  readonly box: Box;
  /** The recognition's confidence, 0 to 100; absent if it comes from the document itself. */
  readonly confidence?: number | undefined;
}

/** A field of an interactive form. */
export interface Widget {
  readonly kind: 'text' | 'checkbox' | 'choice' | 'signature';
  /** The field's own name, and its tooltip; both may be wrong. */
  readonly name: string;
  readonly tooltip: string;
  /** The filled-in value; empty if there is none, and for signatures. */
  readonly value: string;
  /** Whether a box is checked. */
  readonly isOn: boolean;
  readonly box: Box;
}

/** Something added to the page after it was made. */
export interface Annotation {
  readonly kind: 'ink' | 'stamp' | 'freeText';
  readonly box: Box;
  /** What it says, if it says anything. */
  readonly text?: string | undefined;
}

/** A connected dark part of a page that isn't a rule: a pen stroke, a letter, an image. */
export interface InkStroke {
  readonly box: Box;
  /** The dark share of its box, 0 to 1. */
  readonly fill: number;
  /**
   * A coarse drawing, row by row: `#` is dark, `.` isn't. A cell is a point wide and high; a part of more
   * than 160 by 40 points has larger cells. Only the 200 largest parts that can be handwriting have one.
   */
  readonly drawing?: readonly string[] | undefined;
}

/** A small dark part of a page that no word explains: a check mark, a check box, or both in one. */
export interface SmallMark {
  readonly box: Box;
  /** Whether it is a square with ink along its four sides, whatever is in it. */
  readonly isFrame: boolean;
  /** The dark share of its middle, 0 to 1. */
  readonly inner: number;
}

/** A straight line through handwriting, by its ends. */
export interface PenLine {
  readonly left: { readonly x: number; readonly y: number };
  readonly right: { readonly x: number; readonly y: number };
}

/** What is drawn on a page, by any means. */
export interface Ink {
  /** The largest first, at most 400; those under 9 points both ways are omitted. */
  readonly strokes: readonly InkStroke[];
  /** Parts of 4 to 9 points that aren't letters of a word, from the top; at most 300. */
  readonly marks?: readonly SmallMark[] | undefined;
  /** Straight lines of 26 points or more, horizontal and vertical: rules and frames; at most 600 each way. */
  readonly rules: readonly Box[];
  /**
   * Lines that run through the middle of handwriting from side to side, at most 180. A rule of the form that
   * someone signed across is one of them.
   */
  readonly penLines?: readonly PenLine[] | undefined;
}

/** One page. */
export interface PageLayout {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Where the words come from: the document itself, or recognition of an image. */
  readonly source: 'text' | 'recognition';
  /** The recognition's confidence in its words, 0 to 100; `null` without recognition. */
  readonly confidence: number | null;
  readonly words: readonly Word[];
  readonly widgets: readonly Widget[];
  readonly annotations: readonly Annotation[];
  readonly ink: Ink;
  /** How it is shown, unless as it is in the file. */
  readonly shown?: Omit<ShownPage, 'page'> | undefined;
}

/** A signature field with a value. */
export interface CryptographicSignature {
  /** The common name of the certificate; empty without one. Its issuer isn't verified. */
  readonly signer: string;
  /** The claimed signing time, RFC 3339; `null` if none is stated. */
  readonly signedAt: string | null;
  /** Whether it covers every byte of the file except its own. */
  readonly coversDocument: boolean;
  /** Whether it is the certificate's signature of these bytes. */
  readonly isIntact: boolean;
}

/** A document. */
export interface DocumentLayout {
  readonly pages: readonly PageLayout[];
  /** The cryptographic signatures of the file's signature fields. */
  readonly signatures: readonly CryptographicSignature[];
}

/** The result of opening a document. */
export type Reading =
  | { readonly kind: 'read'; readonly layout: DocumentLayout }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The result of opening a file that a facility returned. */
export type ChartReading =
  | {
      readonly kind: 'read';
      readonly pages: readonly ChartPage[];
      /** Of a PDF or a picture, whose pages aren't all read. */
      readonly pageCount?: number | undefined;
      /** Whether files are attached to it. */
      readonly hasAttachments?: boolean | undefined;
    }
  | { readonly kind: 'refused' };
