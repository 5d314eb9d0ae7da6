import type { CalendarDate } from '../clinical/calendar-date';
import type { DocumentLayout } from './document-layout';
import { findLabels, findValue, type Found } from './find-field';
import { anyLabel, fieldRules, type FieldName } from './form-fields';
import {
  boxState,
  findSensitive,
  type SensitiveCategory,
  type SensitiveRelease,
} from './sensitive-categories';
import { findSignature, findSignatureLabels, nearSignature, type SignatureFound } from './signature';
import { findDate } from './stated-date';
import { findStatement, flatten, type StatementFound, type StatementName } from './statements';
import { cut, segmentsOfDocument, textOfDocument, type Segment } from './text-segments';

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

/** A date on the document. */
export interface FoundDate extends Found {
  readonly date: CalendarDate;
  readonly isShortYear: boolean;
}

/** What was read on the document: where, and in its own words. */
export interface AuthorizationData {
  readonly documentType: DocumentType;
  readonly patientName: Found | null;
  readonly patientDateOfBirth: FoundDate | null;
  readonly disclosingParty: Found | null;
  readonly recipient: Found | null;
  readonly information: {
    /** What is asked for: ticked, or described in words. */
    readonly items: readonly Found[];
    /** Whether all of the record is asked for. */
    readonly isEverything: boolean;
    /** Whether kinds are named on a scan on which no tick was made out: recognition often misses boxes. */
    readonly isUnclear: boolean;
  };
  readonly datesOfService: Found | null;
  readonly purpose: Found | null;
  readonly expiration: Found | null;
  readonly signature: SignatureFound;
  readonly signatureDate: FoundDate | null;
  readonly signerName: Found | null;
  readonly relationship: Found | null;
  readonly witness: { readonly isAsked: boolean; readonly isOptional: boolean; readonly name: Found | null };
  readonly statements: Readonly<Record<StatementName, StatementFound>>;
  readonly sensitive: Readonly<Partial<Record<SensitiveCategory, SensitiveRelease>>>;
  /** Whether the paper also consents to treatment, payment or the like (45 CFR 164.508(b)(3)). */
  readonly isCompound: boolean;
}

/** How well the document could be read. */
export interface Legibility {
  /** Pages that were recognised from a picture. */
  readonly recognisedPages: number;
  /** The least confidence of these pages, 0 to 100; null when there are none. */
  readonly confidence: number | null;
}

/** The stored result of reading a document: form data under `data`, text, page count. */
export interface Extraction {
  readonly data: AuthorizationData;
  readonly text: string;
  readonly pageCount: number;
  readonly legibility: Legibility;
}

const latestBirthYear = 2060;

function typeOf(flat: string): DocumentType {
  const isHitech =
    /\bhitech\b.{0,120}\b(?:direct|request|designat|send|transmit|access)|\b17935 ?\(e\)|164\.524 ?\(c\) ?\(3\)|third[- ]party directive/.test(
      flat,
    );
  if (isHitech) return 'hitechDirective';
  const isAuthorization =
    /\bauthoriz(?:e|ation|es)\b/.test(flat) &&
    /\b(?:health information|medical (?:record|information)s?|health records?|protected health|phi)\b/.test(
      flat,
    );
  if (/\bconsent\b.{0,80}\b(?:substance use|alcohol|part 2)\b/.test(flat.slice(0, 600)) && !isAuthorization)
    return 'part2Consent';
  if (/\bnotice of privacy practices\b/.test(flat.slice(0, 400)) && !/\bi (?:hereby )?authorize\b/.test(flat))
    return 'noticeOfPrivacyPractices';
  return isAuthorization ? 'hipaaAuthorization' : 'unknown';
}

/** A form has fewer boxes. */
const itemsMax = 100;

const describedItems =
  /\b(?:complete (?:medical |health )?records?|entire (?:medical |health )?record|medical records?|billing (?:records?|statements?)|itemized (?:bill|statement)|imaging|x-?rays?|radiology|laborator(?:y|ies)|lab (?:results?|reports?)|progress notes?|discharge summar(?:y|ies)|history and physical|operative reports?|immunizations?|emergency (?:department|room) records?|consultations?|patholog(?:y|ies)|any and all (?:medical |health )?(?:records?|information)|all (?:my )?(?:medical |health )?(?:records|information))\b/i;

function informationOf(
  layout: DocumentLayout,
  segments: readonly Segment[],
): AuthorizationData['information'] {
  const mentions = segments
    .filter(({ text }) => describedItems.test(text))
    .slice(0, itemsMax)
    .map(segment => ({ segment, state: boxState(layout, segments, segment) }));
  const hasBoxes = mentions.some(({ state }) => state !== undefined);
  const isMeant = hasBoxes
    ? mentions.filter(({ state }) => state === true)
    : mentions.filter(
        ({ segment: { text } }) => !/\bauthorization\b.{0,30}\b(?:use|disclosure|release)\b/i.test(text),
      );
  const items = isMeant
    .slice(0, 20)
    .map(({ segment: { text, page, box } }) => ({ text: cut(text, 200), page, box }));
  return {
    items,
    isUnclear:
      items.length === 0 &&
      mentions.some(({ segment }) =>
        layout.pages.some(({ number, source }) => number === segment.page && source === 'recognition'),
      ),
    isEverything: items.some(({ text }) => /\b(?:complete|entire|any and all|all)\b/i.test(text)),
  };
}

const inSentence = {
  patientName: /\bi, ([\p{L} .'’-]{4,60}?),? (?:\(|hereby|born|authorize|do hereby|date of birth)/iu,
  recipient: /\b(?:disclose|release|send|furnish)\b[^.]{0,120}? to:? ([^.,;_]{3,80})/i,
  expiration:
    /\bexpires?\b[^.]{0,30}?((?:one|two|\d{1,3}) (?:years?|months?|days?)[^.]{0,60}|(?:on|upon|when|at) [^.]{3,80})/i,
} as const;

/** Finds in running text what no label led to. */
function fromSentence(
  segments: readonly Segment[],
  text: string,
  name: keyof typeof inSentence,
): Found | null {
  const match = inSentence[name].exec(text.replaceAll('\n', ' '));
  const value = match?.[1]?.trim().toWellFormed();
  if (value === undefined || !fieldRules[name].accepts(value)) return null;
  const start = value.slice(0, 12);
  const segment = segments.find(candidate => candidate.text.includes(start)) ?? segments[0];
  return segment === undefined ? null : { text: value, page: segment.page, box: segment.box };
}

/** Reads the fields of an authorization off a layout. */
export function extract(layout: DocumentLayout): Extraction {
  const segments = segmentsOfDocument(layout);
  const text = textOfDocument(segments);
  const flat = flatten(text);
  const signatures = findSignatureLabels(segments);

  const find = (name: FieldName): Found | null => {
    const rule = fieldRules[name];
    for (const label of findLabels(segments, rule)) {
      const value = findValue(layout, segments, label, rule, anyLabel);
      if (value !== undefined) return value;
    }
    return null;
  };
  const findAtSignature = (name: 'signatureDate' | 'signerName' | 'relationship'): Found | null => {
    const rule = fieldRules[name];
    const label = nearSignature(findLabels(segments, rule), signatures);
    return (label === undefined ? undefined : findValue(layout, segments, label, rule, anyLabel)) ?? null;
  };
  const dated = (found: Found | null): FoundDate | null => {
    const date = found === null ? undefined : findDate(found.text, latestBirthYear);
    return found === null || date === undefined ? null : { ...found, ...date };
  };

  const witnessLabels = findLabels(segments, fieldRules.witness);
  const sensitive = findSensitive(layout, segments);
  const recognised = layout.pages.filter(({ source }) => source === 'recognition');
  const data: AuthorizationData = {
    documentType: typeOf(flat),
    patientName: find('patientName') ?? fromSentence(segments, text, 'patientName'),
    patientDateOfBirth: dated(find('patientDateOfBirth')),
    disclosingParty: find('disclosingParty'),
    recipient: find('recipient') ?? fromSentence(segments, text, 'recipient'),
    information: informationOf(layout, segments),
    datesOfService: find('datesOfService'),
    purpose: find('purpose'),
    expiration: find('expiration') ?? fromSentence(segments, text, 'expiration'),
    signature: findSignature(layout, segments),
    signatureDate: dated(findAtSignature('signatureDate')),
    signerName: findAtSignature('signerName'),
    relationship: findAtSignature('relationship'),
    witness: {
      isAsked: witnessLabels.length > 0,
      isOptional: witnessLabels.some(({ segment: { text: words } }) =>
        /optional|if (?:required|needed|signed by mark)/i.test(words),
      ),
      name: find('witness'),
    },
    statements: {
      revocation: findStatement(flat, 'revocation'),
      redisclosure: findStatement(flat, 'redisclosure'),
      conditioning: findStatement(flat, 'conditioning'),
    },
    sensitive: Object.fromEntries(sensitive.map(({ category, release }) => [category, release])),
    isCompound: /\bconsent (?:to|for) (?:treatment|surgery|medical care)\b|\bassignment of benefits\b/.test(
      flat,
    ),
  };
  return {
    data,
    text,
    pageCount: layout.pages.length,
    legibility: {
      recognisedPages: recognised.length,
      confidence:
        recognised.length === 0 ? null : Math.min(...recognised.map(({ confidence }) => confidence ?? 0)),
    },
  };
}
