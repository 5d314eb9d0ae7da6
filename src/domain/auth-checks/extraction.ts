/** What is read on an authorization. Judging, presenters, embeds and the store know this, and no layout. */
import type { CalendarDate } from '../clinical/calendar-date';

/** A rectangle on a page, in points (1/72 inch) from the top left corner of the page as it is shown. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
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

/** What kind of paper it is. */
export type DocumentType =
  /** 45 CFR 164.508. */
  | 'hipaaAuthorization'
  /** A directive to send records to a third party, 45 CFR 164.524(c)(3)(ii), 42 USC 17935(e). */
  | 'hitechDirective'
  /** 42 CFR 2.31. */
  | 'part2Consent'
  /** Tells of rights and authorizes nothing, 45 CFR 164.520. */
  | 'noticeOfPrivacyPractices'
  | 'unknown';

/** Something that stands on the document, and where. */
export interface Found {
  readonly text: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
}

/**
 * How a value was read: from a form field, from the document's own text, or by recognition from a picture.
 */
export const waysOfReading = ['field', 'text', 'recognised'] as const;

/** How a value was read, and how sure that is. */
export interface HowRead {
  readonly how: (typeof waysOfReading)[number];
  /** The least of its words, 0 to 100; `null` where the document itself says it. */
  readonly confidence: number | null;
}

/** What stands on a document, with how it was read; readings of before 2026-11-23 do not say how. */
export type ReadValue = Found & Partial<HowRead>;

/** A date on the document. */
export interface FoundDate extends ReadValue {
  readonly date: CalendarDate;
  readonly isShortYear: boolean;
}

/** What shows that somebody signed, the strongest first. */
export type SignatureEvidence =
  'digitalSignature' | 'annotation' | 'ink' | 'typedMark' | 'typedName' | 'envelope' | 'none';

/** The signature of a document. */
export interface SignatureFound {
  readonly evidence: SignatureEvidence;
  /** Whether the form has a line to sign on. */
  readonly hasLine: boolean;
  /** Where it stands. */
  readonly place: { readonly page: number; readonly box: Box } | null;
  /** Whether the stroke on a scan is so small that something else may have made it; absent in engine 1. */
  readonly isFaint?: boolean | undefined;
}

/** The statements of 45 CFR 164.508(c)(2) that are looked for. */
export type StatementName = 'revocation' | 'redisclosure' | 'conditioning';

/** A statement that was looked for. */
export interface StatementFound {
  /** How well it is made. */
  readonly strength: 'full' | 'weak' | 'none';
  /** The words it was known by; part of the form, never what somebody filled in. */
  readonly words: string | null;
}

/** Kinds of information that need a release of their own: 42 CFR Part 2, 45 CFR 164.508(a)(2), state law. */
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

/** A kind of information that needs a release of its own. */
export type SensitiveCategory = (typeof sensitiveCategoryNames)[number];

/** Where a category stands on the document. */
export type SensitiveRelease =
  /** Not named, or named beside a box that is empty. */
  | 'notRequested'
  /** Its box is ticked and initialled, or no initials are asked for. */
  | 'released'
  /** Ticked, but the initials that the form asks for are missing. */
  | 'initialsMissing'
  /** Released by a printed sentence that nobody marks. */
  | 'blanket';

/** What was read on the document: where, and in its own words. */
export interface AuthorizationData {
  readonly documentType: DocumentType;
  readonly patientName: ReadValue | null;
  readonly patientDateOfBirth: FoundDate | null;
  readonly disclosingParty: ReadValue | null;
  readonly recipient: ReadValue | null;
  readonly information: {
    /** What is asked for: ticked, or described in words. */
    readonly items: readonly ReadValue[];
    /** Whether all of the record is asked for. */
    readonly isEverything: boolean;
    /** Whether kinds are named on a scan on which no tick was made out: recognition often misses boxes. */
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
}

/** How well the document could be read. */
export interface Legibility {
  /** Pages that were recognised from a picture. */
  readonly recognisedPages: number;
  /**
   * The lowest confidence of these pages, 0 to 100; only form pages count if there are any. Null: no pages.
   */
  readonly confidence: number | null;
}

/** The stored result of reading a document: form data under `data`, text, page count. */
export interface Extraction {
  readonly data: AuthorizationData;
  readonly text: string;
  readonly pageCount: number;
  readonly legibility: Legibility;
}
