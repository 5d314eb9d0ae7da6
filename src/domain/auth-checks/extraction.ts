/**
 * The data read from an authorization. Judging, presenters, embeds, and the store depend on this shape, never
 * on a form's layout.
 */
import type { CalendarDate } from '../clinical/calendar-date';

/** A rectangle on a page, in points (1/72 inch) from the top left corner of the page as shown. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Permanent reasons why a document can't be read. */
export const refusals = [
  'missing',
  'empty',
  'tooLarge',
  'notPdf',
  'encrypted',
  'damaged',
  'tooManyPages',
  'tooHard',
  'portfolio',
  'dynamicForm',
] as const;

/** A permanent reason why a document can't be read. A retry doesn't help; another upload does. */
export type Refusal = (typeof refusals)[number];

/** The type of document. */
export type DocumentType =
  /** 45 CFR 164.508. */
  | 'hipaaAuthorization'
  /** A directive to send records to a third party, 45 CFR 164.524(c)(3)(ii), 42 USC 17935(e). */
  | 'hitechDirective'
  /** 42 CFR 2.31. */
  | 'part2Consent'
  /** Describes rights and authorizes nothing, 45 CFR 164.520. */
  | 'noticeOfPrivacyPractices'
  | 'unknown';

/** Something found on the document, and where. */
export interface Found {
  readonly text: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
}

/** How a value was read: from a form field, from the document's own text, or by recognition from an image. */
export const waysOfReading = ['field', 'text', 'recognised'] as const;

/** How a value was read, and with what confidence. */
export interface HowRead {
  readonly how: (typeof waysOfReading)[number];
  /**
   * The lowest confidence of its words, 0 to 100; `null` if it comes from the document's own text or fields.
   */
  readonly confidence: number | null;
}

/** A value on a document with how it was read. Readings from before 2026-11-23 don't say how. */
export type ReadValue = Found & Partial<HowRead>;

/** A date on the document. */
export interface FoundDate extends ReadValue {
  readonly date: CalendarDate;
  readonly isShortYear: boolean;
}

/** The evidence of a signature, strongest first. */
export type SignatureEvidence =
  'digitalSignature' | 'annotation' | 'ink' | 'typedMark' | 'typedName' | 'envelope' | 'none';

/** The signature of a document. */
export interface SignatureFound {
  readonly evidence: SignatureEvidence;
  /** Whether the form has a line to sign on. */
  readonly hasLine: boolean;
  /** Where it is. */
  readonly place: { readonly page: number; readonly box: Box } | null;
  /** Whether the stroke on a scan is so small that it may not be a signature; absent in engine 1. */
  readonly isFaint?: boolean | undefined;
  /** Whether strokes cross the signature out; absent if none do, and before engine 6. */
  readonly isCrossedOut?: boolean | undefined;
  /**
   * What is on the line of a document that isn't signed: a cross, as clerks mark where to sign, or a straight
   * line through the blank. Absent if there is neither, and before engine 6.
   */
  readonly mark?: 'cross' | 'line' | undefined;
}

/** The statements of 45 CFR 164.508(c)(2) that are checked. */
export type StatementName = 'revocation' | 'redisclosure' | 'conditioning';

/** The result for one statement. */
export interface StatementFound {
  /** How clearly it is made. */
  readonly strength: 'full' | 'weak' | 'none';
  /** The words that identified it; part of the form, never what someone filled in. */
  readonly words: string | null;
}

/** Kinds of information that need a specific release: 42 CFR Part 2, 45 CFR 164.508(a)(2), state law. */
export const sensitiveCategoryNames = [
  'substanceUse',
  'mentalHealth',
  'psychotherapyNotes',
  'hiv',
  'std',
  'genetic',
  'reproductive',
  'sickleCell',
] as const;

/** A kind of information that needs a specific release. */
export type SensitiveCategory = (typeof sensitiveCategoryNames)[number];

/** How a category is released on the document. */
export type SensitiveRelease =
  /** Not named, or named next to an empty box. */
  | 'notRequested'
  /** Its box is checked and initialed, or no initials are required. */
  | 'released'
  /** Checked, but the initials that the form requires are missing. */
  | 'initialsMissing'
  /** Released by a printed sentence that the signer doesn't mark. */
  | 'blanket';

/** How a form is revoked. */
export type RevokedBy =
  /** Words across or beside it: REVOKED, VOID, CANCELED, `I revoke this authorization`. */
  | 'words'
  /** A sentence that revokes it. It may be preprinted, above a signature line that is empty. */
  | 'unclearWords'
  /** A signed revocation: a section of the form, or a separate page. */
  | 'signedRevocation'
  /** Its signature is crossed out. */
  | 'crossedOut';

/** What revokes a form, and where. */
export interface Revoked {
  readonly by: RevokedBy;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
}

/** The data found on a document: where, and in the document's own words. */
export interface AuthorizationData {
  readonly documentType: DocumentType;
  readonly patientName: ReadValue | null;
  readonly patientDateOfBirth: FoundDate | null;
  readonly disclosingParty: ReadValue | null;
  readonly recipient: ReadValue | null;
  readonly information: {
    /** What is requested: checked, or described in words. */
    readonly items: readonly ReadValue[];
    /** Whether the whole record is requested. */
    readonly isEverything: boolean;
    /**
     * Whether kinds are named on a scan on which no check mark was recognized: recognition often misses
     * boxes.
     */
    readonly isUnclear: boolean;
  };
  readonly datesOfService: ReadValue | null;
  readonly purpose: ReadValue | null;
  readonly expiration: ReadValue | null;
  readonly signature: SignatureFound;
  readonly signatureDate: FoundDate | null;
  readonly signerName: ReadValue | null;
  readonly relationship: ReadValue | null;
  readonly witness: {
    readonly isAsked: boolean;
    readonly isOptional: boolean;
    readonly name: ReadValue | null;
  };
  readonly statements: Readonly<Record<StatementName, StatementFound>>;
  readonly sensitive: Readonly<Partial<Record<SensitiveCategory, SensitiveRelease>>>;
  /** Whether the paper also consents to treatment, payment or the like (45 CFR 164.508(b)(3)). */
  readonly isCompound: boolean;
  /** What revokes the form; absent before engine 6. */
  readonly revoked?: Revoked | null | undefined;
}

/** A form in a document, with the pages that belong to it. */
export interface FormReading {
  /** From 1, in order. */
  readonly pages: readonly number[];
  readonly data: AuthorizationData;
}

/** Quarter turns, in degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** A page that is read and shown otherwise than it is in the file: it is turned, or a photo. */
export interface ShownPage {
  /** From 1. */
  readonly page: number;
  /** By how much it is turned. */
  readonly degrees: QuarterTurn;
  /** A photo: cut along the edges of its paper, or whole, if they weren't found; absent for other pages. */
  readonly photo?: 'cut' | 'whole' | undefined;
  /** The corners of a photo's paper on the file's page, clockwise, x and y in turn, in points. */
  readonly corners?: readonly number[] | undefined;
  /** Its size as shown, in points. */
  readonly width: number;
  readonly height: number;
}

/** How well the document could be read. */
export interface Legibility {
  /** Pages recognized from an image. */
  readonly recognisedPages: number;
  /**
   * The lowest confidence of these pages, 0 to 100; only form pages count if there are any. `null` without
   * such pages.
   */
  readonly confidence: number | null;
  /** Pages that are turned, and photos; absent if there are none, and before engine 9. */
  readonly shownPages?: readonly ShownPage[] | undefined;
}

/** The stored result of reading a document: form data under `data`, text, page count. */
export interface Extraction {
  /** The form that counts: the patient's once it is judged, and the first one before that. */
  readonly data: AuthorizationData;
  /** The forms of a document that holds several, perhaps of several people; absent if it holds one. */
  readonly forms?: readonly FormReading[] | undefined;
  readonly text: string;
  readonly pageCount: number;
  readonly legibility: Legibility;
}
