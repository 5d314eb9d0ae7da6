/** Words that say who discloses and who receives, and labels of a party's name and of what else is asked. */

import { fieldRules } from './form-fields';

/** The parties that a form names. */
export type Party = 'disclosingParty' | 'recipient';

const parties: readonly Party[] = ['disclosingParty', 'recipient'];

/** Whose place follows: a party's, or someone's or something else's. */
export type Role = Party | 'other';

const somebody = String.raw`(?:providers?|persons?|facilit(?:y|ies)|agenc(?:y|ies)|organi[sz]ations?|doctors?|hospitals?|clinics?|individuals?|entit(?:y|ies)|part(?:y|ies)|recipients?|physicians?|institutions?)`;
const group = String.raw`(?:${somebody}(?: ?\(s\))?(?:,? ?(?:/|and|or|y|o) ?)?){1,4}`;
const moved = String.raw`(?:releas(?:ed?|ing|e of)|disclos(?:ed?|ing|ure of|ure)|sen[dt]|mail(?:ed)?|fax(?:ed)?|give[n]?|provided?|furnish(?:ed)?|deliver(?:ed)?|forward(?:ed)?|transfer(?:red)?|transmit(?:ted)?|shared?|communicated?|made|information|records?|copies|phi|described)`;
/** How a cue ends: with the piece, before its colon, or before an explanation in parentheses. */
const end = String.raw`\s*(?:$|:|\()`;

const cues: ReadonlyArray<readonly [Role, RegExp]> = [
  [
    'disclosingParty',
    new RegExp(
      [
        String.raw`\b(?:${moved}|obtain(?:ed)?|request(?:ed|ing)?|receiv(?:ed?|ing)|needed|are|health)\b[^.:]{0,60}?\bfrom(?: (?:the )?(?:following|whom|who))?(?: ${group})?${end}`,
        String.raw`^(?:\(?\w{1,2}[.)]+ ?)?(?:from|de)(?: who(?:m)?)?${end}`,
        String.raw`\bfrom:`,
        String.raw`\bauthori[sz]e[sd]?(?: the)?(?: following)?(?: ${group})?${end}`,
        String.raw`\bauthori[sz]ed to (?:make|release|disclose|use|provide)\b`,
        String.raw`\b(?:released|disclosed|provided|furnished|held|kept) by\b`,
        String.raw`\bwho (?:is|are|can|may|will) (?:releas\w+|shar\w+|disclos\w+|giv\w+|send\w*)\b`,
        String.raw`\b${somebody}(?: ?\(s\))? (?:to|that (?:will|may)|who (?:will|may)) (?:release|disclose|share|send)\b`,
        String.raw`\b${somebody} (?:releasing|disclosing|maintaining)\b|\b(?:releasing|disclosing|sending) ${somebody}`,
        String.raw`^sender\b|\bauthority to release\b`,
        String.raw`\bdivulgaci[óo]n de${end}|\bautorizo(?: a)?${end}|\bdivulga la informaci[óo]n\b|\bqui[ée]n (?:entrega|divulga|puede divulgar)\b|\bdivulgado por\b`,
      ].join('|'),
      'iu',
    ),
  ],
  [
    'recipient',
    new RegExp(
      [
        String.raw`\b${moved}\b[^.:]{0,70}?\bto(?: (?:the )?(?:following|whom|below))?(?: (?:the )?(?:following )?${group})?(?: (?:listed |named )?(?:below|following))?${end}`,
        String.raw`^(?:\(?\w{1,2}[.)]+ ?)?(?:or )?(?:to|a|para)(?: whom)?${end}`,
        String.raw`\bto:`,
        String.raw`\bto (?:who|whom)\b`,
        String.raw`\bwho (?:can|may|will) (?:receive|get|see|have access)\b`,
        String.raw`\brecipient\b(?!['’]?s? (?:may|will|of|could|is))`,
        String.raw`\b(?:to|will|may|who) receiv(?:e|ing)\b.{0,30}\b(?:records?|information|phi|copies)\b|\b${somebody} receiving\b|\breceiving ${somebody}`,
        String.raw`\bfamily members? (?:that|who)\b`,
        String.raw`\bdivulgaci[óo]n para${end}|\brevelar[áa] a${end}|\bqui[ée]n recibe\b|\b(?:que )?(?:la )?recibe\b|\b(?:entregarse|divulgarse|divulgada?|partes) ?a?${end}`,
      ].join('|'),
      'iu',
    ),
  ],
  [
    'other',
    /\b(?:patient|client|member|child|paciente)(?:['’]?s)?(?: full| legal)? (?:name|information|identification)\b|\bdate of birth\b|^dob\b|\b(?:signature|signed|firma|witness|testigo|notary|emergency contact|purpose|reason for|prop[óo]sito|expir\w+|dates? of (?:service|treatment)|relationship|guardian|personal representative|revoke)\b|\b(?:information|records?) to be (?:released|disclosed|used)\b(?!.{0,20}\b(?:to|from|by)\b)|\b(?:specific|type of|types of|description of) (?:information|records?)\b/iu,
  ],
];

/** What looks like a cue and isn't: dates, amounts, and relations. */
const misleading =
  /\b(?:limited|related|relating|pertaining|according|due|up|subject|pursuant|prior|refer(?:ring)?|respect|addition|attached|right|agree|want|how|applies|access) to:?$|\b(?:return|completed|this) .{0,20}form\b.{0,30}\bto:?|\bdates?\b[^:]{0,20}\b(?:from|to)\b|\bfrom (?:_|\d)|\bcheck\b.{0,30}\bto:?$/iu;
/** A form that may release and obtain: who is named may be either, and is the recipient of a release. */
const bothWays = /\bto ?(?:and|or|and ?\/ ?or|\/|I|&) ?from\b\W*$|\b(?:para (?:o|y) de)\W*$/iu;
/** A sentence is longer. */
const [cueWordsMax, cueMax] = [28, 250];

/** Returns whose place the last cue in a text introduces; `undefined` without any. */
export function cueIn(text: string): Role | undefined {
  if (text.length > cueMax || text.split(' ').length > cueWordsMax || misleading.test(text)) return undefined;
  if (bothWays.test(text)) return 'recipient';
  let found: Role | undefined;
  let last = -1;
  for (const [role, pattern] of cues) {
    const match = pattern.exec(text);
    if (match === null) continue;
    // What ends last is what the place behind it is for; a party counts before what else is mentioned.
    const ends = match.index + match[0].length - (role === 'other' ? 1_000 : 0);
    if (found === undefined || ends > last) [found, last] = [role, ends];
  }
  if (found !== undefined || text.split(' ').length > labelWordsMax) return found;
  // The labels of forms are cues, too.
  return parties.find(
    party => fieldRules[party].label.test(text) && fieldRules[party].not?.test(text) !== true,
  );
}

const nameLabel = new RegExp(
  String.raw`\b(?:name|nombre|nome|${somebody}|practice|company|school|recipient|sender|centro|m[ée]dico|instituci[óo]n|persona|agencia|proveedor|cl[íi]nica)\b`,
  'iu',
);
const notParty =
  /\b(?:patient|client|member|paciente|parent|guardian|maiden|previous|witness|other names?|primary care|attention|print|staff)\b/iu;
const otherLabel =
  /\b(?:address|street|city|state|zip|phone|telephone|tel|fax|e-?mail|dates?|ssn|social|mrn|birth|dob|signature|initials?|specialty|account|number|relationship|located at|direcci[óo]n|ciudad|tel[ée]fono|endere[çc]o|cidade|purpose|reason|expir\w*|diagnosis|apt|p\.?o\.? box|other)\b|#|^i,?$|^(?:eu|yo),?$/iu;
const labelWordsMax = 18;

/** Whether a text is the label of a party's name: `Facility`, `Name of person or organization`. */
export function isNameLabel(text: string): boolean {
  return text.split(' ').length <= labelWordsMax && nameLabel.test(text) && !notParty.test(text);
}

/** Whether a text is the label of something else: an address, a date, the patient's name. */
export function isOtherLabel(text: string): boolean {
  return notParty.test(text) || (otherLabel.test(text) && !nameLabel.test(text));
}

const generic =
  /^(?:names?|of|or|and|the|an?|to|for|person|s|individual|facility|provider|hospital|clinic|agency|organization|organisation|entity|entities|institution|physician|doctor|company|practice|plan|health|healthcare|care|medical|other|self|patient|authorized|designated|specific|requested|requesting|recipient|sender|insurance|attorney|school|office|center|address|phone|fax|city|state|zip|code|email|mail|pick|up|portal|cd|paper|electronic|number|records?|information|please|print|department|location|imaging|home|hospice|urgent|pharmacy|street|nombre|nome|de|la|el|o|y|persona|centro|yes|no|copy|format|date|time|none|all|none|name|nurse|facilities|providers|physicians|myself|me|my|family|members?|spouse|friends?|parents?|guardian|listed|below|above|following|same|as|if|different|left|blank|list|specify|title|dept|attention|via|by|in|with|unless|only|check|one|all|that|apply|copies|usps|secure|flash|drive|review|verbal|pickup|relationship|county|country|area|social|security|employer|court|law|firm|lawyers?|legal|representatives?|nursing|military|government|services?|dentist|work|management|release|him|roi|institución|instituciones|nombres|médico|clínica|dirección|teléfono|agencia|proveedor|organización|paciente)$/iu;

/** Whether a text has only words that forms print: `Facility/Provider`. */
export function isGeneric(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 0)
    .every(word => generic.test(word));
}
