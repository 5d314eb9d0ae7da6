import { findDate } from './stated-date';
import type { FieldRule } from './find-field';

/** The fields of an authorization that are read by their labels. */
export type FieldName =
  | 'patientName'
  | 'patientDateOfBirth'
  | 'disclosingParty'
  | 'recipient'
  | 'purpose'
  | 'expiration'
  | 'datesOfService'
  | 'signatureDate'
  | 'signerName'
  | 'relationship'
  | 'witness';

/** A year that no date on a form lies after; two digits after it mean the century before. */
const latestYear = 2060;

/** Whether a text can be a person's name: two to seven words of letters, none of them a form's own. */
export function isNameLike(text: string): boolean {
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  const formWords =
    /\b(date|birth|name|address|phone|telephone|signature|print|patient|relationship|section|zip|city|state|email|hereby|authorize|authorization|information|self|form|page|record|records)\b/i;
  return (
    words.length >= 2 &&
    words.length <= 7 &&
    words.every(word => /^[\p{L}\p{M}'’.-]+$/u.test(word)) &&
    words.some(word => /^\p{L}[\p{L}\p{M}'’-]/u.test(word)) &&
    !formWords.test(text)
  );
}

function hasDate(text: string): boolean {
  return findDate(text, latestYear) !== undefined;
}

function isSomething(text: string): boolean {
  return /[\p{L}\d].*[\p{L}\d]/u.test(text) && !/^(address|date|telephone|phone|name|n\/?a)\b/i.test(text);
}

function isShortText(text: string): boolean {
  return isSomething(text) && text.split(' ').length <= 12;
}

/** How each field is found. The labels are those of 473 real release forms (181 organisations, 43 states). */
export const fieldRules: Readonly<Record<FieldName, FieldRule>> = {
  patientName: {
    label:
      /\b(?:patient(?:['’]s)?(?: full| legal)? name(?: \(.{0,40}\))?|name of (?:the )?patient|print(?:ed)? name of patient|legal name|full name)\b(?:\/previous names)?/i,
    not: /\b(?:relationship|witness|physician|provider|facility|previous name)\b(?!s\b)/i,
    accepts: isNameLike,
  },
  patientDateOfBirth: {
    label: /\b(?:date of birth|birth ?date|d\.?o\.?b\.?)(?![a-z])/i,
    not: /birth defect/i,
    accepts: hasDate,
  },
  disclosingParty: {
    label:
      /\b(?:disclosing party(?: \(.{0,60}\))?|who may disclose|(?:release|disclos\w*|obtain\w*|request\w*)(?: (?:of )?(?:information|records))? from|name of (?:facility|provider|hospital)|facility or provider|records? (?:held|kept) by)/i,
    accepts: isShortText,
    isFreeText: true,
  },
  recipient: {
    label:
      /\b(?:recipient(?: \(.{0,60}\))?|who may receive|(?:released?|disclosed?|sent|given|send|release|disclose)(?: (?:the |my )?(?:information|records))? to|person or organization receiving)/i,
    not: /\bby the recipient\b/i,
    accepts: isShortText,
    isFreeText: true,
  },
  purpose: {
    label:
      /\b(?:purpose(?:\(s\)|s)?(?: (?:of|for) (?:the |this |such )?(?:disclosure|release|request|use))?|reason for (?:the )?(?:disclosure|release|request))/i,
    accepts: isShortText,
    isFreeText: true,
  },
  expiration: {
    label:
      /\b(?:this )?(?:authorization|consent)? ?(?:shall |will )?(?:expires?|expiration)(?: (?:date(?: or event)?|on|upon|in))?/i,
    accepts: isShortText,
    isFreeText: true,
  },
  datesOfService: {
    label: /\b(?:dates? of (?:service|treatment|care)|treatment dates?|service dates?)/i,
    accepts: isShortText,
    isFreeText: true,
  },
  signatureDate: {
    label: /(?:^|\b(?:signature|signed)\b.{0,30})\bdate(?: signed| of signature)?(?! of birth)\b/i,
    not: /\b(?:birth|service|expir|treatment|admission)/i,
    accepts: hasDate,
    places: ['beside', 'above', 'below'],
  },
  signerName: {
    label:
      /\b(?:printed? name(?: of (?:the )?(?:signer|person signing|(?:patient or )?(?:legal |personal |authorized )?representative|patient(?: or .{0,40})?))?|name of (?:signer|(?:legal |personal |authorized )?representative)|signer(?:['’]s)? name)/i,
    not: /\bwitness\b/i,
    accepts: isNameLike,
    places: ['beside', 'above', 'below'],
  },
  relationship: {
    label:
      /\b(?:relationship(?: to (?:the )?patient)?|authority to (?:sign|act)(?: (?:for|on behalf of) (?:the )?patient)?|capacity)\b/i,
    accepts: text => /^[\p{L}\s/'’().,-]{3,60}$/u.test(text) && text.split(' ').length <= 6,
    places: ['beside', 'above', 'below'],
  },
  witness: {
    label: /\b(?:witness|notary)(?: (?:signature|name|public))?\b/i,
    accepts: isNameLike,
  },
};

/** Any label at all, to tell where a value ends and what is none. */
export const anyLabel = new RegExp(
  [
    ...Object.values(fieldRules).map(({ label }) => label.source),
    String.raw`\bsignature\b`,
    String.raw`^\s*(?:date|address|telephone|phone|city|state|zip|e-?mail|other last names used|relationship|initials)\b`,
    String.raw`^\s*\d{1,2}\.\s`,
  ].join('|'),
  'i',
);
