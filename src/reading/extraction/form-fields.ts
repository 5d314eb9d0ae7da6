import { findDate } from '../../domain/auth-checks/stated-date';
import type { FieldRule } from './find-field';

/** The fields of an authorization that are found by label. */
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

/** The latest year that a date on a form may have; two digits above it mean the previous century. */
export const latestYear = 2060;

/** Words of forms that are last names, too, at the end of a name or before a comma. */
const lastNames =
  /(?<=^(?!(?:cover|front|back|next|last|title|this|your|him|her|my)\b)\p{L}[\p{L}\p{M}'’. -]* )(?:page|self)$|^(?:page|self)(?=, \p{L})/iu;

/** Whether a text can be a person's name: two to seven words of letters, none of them a form's own. */
export function isNameLike(text: string): boolean {
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  const plain = words.length >= 2 && words.length <= 4 ? text.trim().replace(lastNames, '') : text;
  const formWords =
    /(?<![\p{L}])(date|birth|name|address|phone|telephone|signature|print|patient|relationship|section|zip|city|state|email|hereby|authorize|authorization|information|self|form|page|record|records|nombre|fecha|firma|paciente|nacimiento|direcci[óo]n|first|last|middle|print|representative|guardian|legal|medical|health|informaci[óo]n|autorizaci[óo]n|divulga\w*|expedientes?|date|signed|month|year|mism[oa]|born|on|or|other|maiden|postal|notice|must|shall|hospital|clinic|center|inicial|seguro|social|ssn?|n[úu]m(?:ero)?|molde|testigo|apellido|verification|verified|identification|identity|i\.d|office|staff|witness|account|number|mrn|purpose|reason|disclosure|release|treatment|insurance|attorney|physician|provider|facility|doctor|employer|organization|agency|recipient|emergency|contact|department|employee|fax|mobile|received|processed|delivery|method|format|portal|electronic|initials|authorized|completed|requested|requester|requestor|required|applicable|services|of|for|if|and|not|any)(?![\p{L}])/iu;
  return (
    words.length >= 2 &&
    words.length <= 7 &&
    words.every(word => /^[\p{L}\p{M}'’.-]+$/u.test(word)) &&
    words.some(word => /^\p{L}[\p{L}\p{M}'’-]/u.test(word)) &&
    !formWords.test(plain)
  );
}

/** Words between the parts of a name that are written in lower case. */
const particles = /(?<!\p{L})(?:de|del|la|las|los|da|dos|van|von|der|den|bin|ibn|al|y)(?!\p{L})/gu;

/** Returns how many words of a text start with a small letter, without particles of names. */
export function smallWordsIn(text: string): number {
  return text.replaceAll(particles, '').match(/(?<![\p{L}'’-])\p{Ll}/gu)?.length ?? 0;
}

/** Whether a text can be a person's name and is written like one, with capital letters. */
export function isCapitalizedName(text: string): boolean {
  return isNameLike(text) && smallWordsIn(text) === 0;
}

function hasDate(text: string): boolean {
  return findDate(text, latestYear) !== undefined;
}

function isSomething(text: string): boolean {
  return /[\p{L}\d].*[\p{L}\d]/u.test(text) && !/^(address|date|telephone|phone|name|n\/?a)\b/i.test(text);
}

/** Whether a text can be a printed option: a few words. */
export function isOption(text: string): boolean {
  return isSomething(text) && text.split(' ').length <= 12;
}

function hasWords(text: string): boolean {
  return /\p{L}{3}/u.test(text);
}

function isShortText(text: string): boolean {
  return isSomething(text) && text.split(' ').length <= 12;
}

/** A street, a post box, or a town with its ZIP code. */
const addressLike =
  /^\d+\s.*\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|court|ct|way)\b|^p\.? ?o\.? box\b|^[\p{L} .'’-]+, ?[A-Z]{2} \d{5}/iu;

/** Check boxes, labels, and instructions that forms print where people write. */
const instruction =
  /[\uE000-\uF8FF☐□❑]|\u20DE|:(?:\s|$)|^(?:of|for|the|and|to|or)\s+(?:the\s+)?(?:disclos|releas|organi|use|person|request)|^\(|\b(?:check (?:one|all|only|applicable|here)|please|specify|select one|disclosed?|disclosure|released?|(?:listed|named|address|indicated|noted) (?:above|below)|internal use|if (?:same|sending)|the following|marque|mail to|yes no)\b|\b(?:agency|organization|firm|facility|person|individual|entity) name\b|^(?:other|otr[oa]|street(?: city.*)?|of the|hospital|facility|clinic|specific(?: reports.*)?|t \p{Lu}.*|mm\b.*|diagnosis|informaci[óo]n|self \(.*|mail)$/iu;
/** Words in lower case that sentences have, and names of people and organizations don't. */
const prose =
  /^\p{Ll}{2}(?!.*\p{Lu})|\b(?:that|which|unless|any|is|are|be|been|will|may|my|me|your|you|information|above|below|person|by|to)\b/u;

/** Captions and topics that forms print near the words for a party. */
const caption =
  /^(?:from|to|self|me|de|para|a)$|\b(?:name|address|city|state|zip|phone|telephone|fax)(?: ?\/ ?| )(?:address|city|state|zip|phone|fax|name)\b|^(?:\p{L}+ ?\/ ?)+name\b|\b(?:transmitted disease|immunodeficiency|period of|authorized representative|hereby|exceed)\b|^the (?:\p{L}+ ){0,3}(?:director|department|officer)$|\btesting$/iu;

function isInstruction(text: string): boolean {
  return instruction.test(text);
}

/**
 * Whether a text can name a person or an organization: words, not just an address, no date, and no phone
 * number.
 */
function isParty(text: string): boolean {
  return (
    isShortText(text) &&
    hasWords(text) &&
    !addressLike.test(text) &&
    !isInstruction(text) &&
    !caption.test(text) &&
    !prose.test(text)
  );
}

/** Whether a text can be a purpose. */
function isReason(text: string): boolean {
  return isShortText(text) && hasWords(text) && !isInstruction(text) && !/\?\W*$/.test(text);
}

/** Whether a text can name a period: numbers, or everything. */
function isPeriod(text: string): boolean {
  return (
    isShortText(text) &&
    !isInstruction(text) &&
    /\d|\b(?:all|any|entire|every|lifetime|present|tod[oa]s?)\b/i.test(text)
  );
}

const kinship =
  /\b(?:self|patient|parent|mother|father|guardian|spouse|wife|husband|son|daughter|executor|executrix|administrat(?:or|rix)|attorney|agent|proxy|conservator|next of kin|mism[oa]|paciente|madre|padre|tutora?|espos[oa]|hij[oa])\b/i;

const anyOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;

/** What forms call the patient. */
const patientWords = anyOf(
  'patient',
  String.raw`pt\.?`,
  'client',
  'member',
  'veteran',
  'individual',
  'participant',
  'applicant',
  'employee',
  'resident',
  'consumer',
  'student',
  'beneficiary',
  'claimant',
);
/** The second word of `Client/Patient name`. */
const patientWordsAfterSlash = anyOf('patient', 'beneficiary', 'claimant', 'member', 'resident', 'client');
/** Whose name is asked for in `Name of ____`. */
const namedPersons = anyOf(
  'patient',
  'client',
  'veteran',
  'individual',
  'participant',
  'resident',
  'consumer',
  'student',
  'child',
  String.raw`person whose (?:health |medical )?(?:records?|information)`,
);
/** Labels of the patient's name, wherever they are in a text. */
const nameLabels = anyOf(
  String.raw`${patientWords}(?:['’]s)?(?:\/${patientWordsAfterSlash}(?:['’]s)?)?(?: full| legal)? name(?: \(.{0,40}\))?`,
  String.raw`name of (?:the )?(?:proposed insured\/|minor\/)?${namedPersons}(?:\/patient)?`,
  'print(?:ed)? name of patient',
  'legal name',
  'full name',
  'nombre (?:completo|legal|del (?:paciente|cliente|miembro|participante|solicitante)|y apellidos?)',
  'apellidos?,? (?:y )?nombres?',
  String.raw`patient(?= \((?:please )?print)`,
  'nome do paciente',
  "child['’]s name",
  String.raw`individual \(patient\) name`,
  String.raw`(?:patient|individual|paciente)(?=\s?[:[])`,
);
/** The same, only at the start of a text. */
const nameLabelsAtStart = anyOf(
  String.raw`(?:\d{1,2}\.\s)?name(?: [–-] last, first(?:, middle)?| \((?:first|last)[, ][^)]{0,30}\))`,
  String.raw`last name, first name(?!\w)`,
  're(?=:)',
  String.raw`\W*(?:patient|client|paciente|cliente)\W*$`,
);
const birthLabels = anyOf(
  'date of birth',
  'b ?irth ?date',
  'birthday',
  String.raw`d\.?o\.?b\.?`,
  String.raw`d\/o\/b`,
  'born',
  'data de nascimento',
  String.raw`f(?:echa|\.) ?(?:de )?nac(?:imiento)?\.?`,
  String.raw`f\.?d\.?n\.?`,
);

/** How each field is found. The labels are those of 473 real release forms (181 organizations, 43 states). */
export const fieldRules: Readonly<Record<FieldName, FieldRule>> = {
  patientName: {
    label: new RegExp(String.raw`\b${nameLabels}(?!\w)(?:\/previous names)?|^${nameLabelsAtStart}`, 'iu'),
    not: /\b(?:relationship|witness|physician|provider|facility|previous name|printed name of patient or|representative)\b(?!s\b)/i,
    accepts: isNameLike,
  },
  patientDateOfBirth: {
    label: new RegExp(String.raw`\b${birthLabels}(?![a-z])|^\W*(?:birth|nacimiento)(?=\W*$|:)`, 'i'),
    not: /birth defect/i,
    accepts: hasDate,
  },
  disclosingParty: {
    label:
      /\b(?:disclosing party(?: \(.{0,60}\))?|who may disclose(?: the information)?|(?:release|disclos\w*|obtain\w*|request\w*)(?:d)?(?: (?:of )?(?:information|records?))? from|(?:release|disclos)ed by|name of (?:agency or |the )?(?:facility|provider|hospital|doctor|pharmacy)(?: or \w+| disclosing)?|facility or provider|provider or facility(?: to disclose(?: the information)?)?|records? (?:held|kept) by|records from(?: \(\w+\))?|(?:person|facility|agency)[\w ]{0,20}(?:authorized to (?:release|disclose)|releas\w+|disclos\w+)(?: (?:the )?information)?|provider or entity to release this information|authorizes|quién puede divulgar|(?:persona u organización )?que divulga la información|divulgado por|autorizo a \(.{0,40}\)|nombre del médico, clínica u hospital)|^(?:from|to)(?=:)|^facility name/iu,
    not: /\b(?:to receive|receiving|to be released|released to)\b/i,
    accepts: isParty,
    isFreeText: true,
  },
  recipient: {
    label:
      /\b(?:(?:name of )?recipient(?: \(.{0,60}\))?(?: [–-] name of person or organization)?|who may receive(?: the information)?|(?:released?|disclosed?|sent|given|send|release|disclose)(?: (?:the |my |health )*(?:information|records))? to|person or organization(?: receiving(?: the)? information)?|(?:person|facility|agency)[\w ]{0,20}(?:authorized to receive|receiving)(?: (?:the )?information)?|to whom this information will be sent|records to(?: \(\w+\))?|deliver to|(?:que )?recibe la información|divulgad[oa] a|divulgar mi información médica a|nombre de la persona u organización)|^to(?=:)/iu,
    not: /\bby the recipient\b|\brelated to\b|\bdirective\b/i,
    accepts: isParty,
    isFreeText: true,
  },
  purpose: {
    label:
      /\b(?:purpose(?:\(s\)|s)?(?: or need)?(?: (?:of|for) (?:the |this |such )?(?:disclosure|release|request|use))?|reason for (?:the )?(?:disclosure|release|request)(?: of information)?|(?:prop[óo]sito|motivo)(?: de (?:la |esta )divulgaci[óo]n)|prop[óo]sito)|\b(?:will|to) be used for\b|^(?:reason|for|motivo)(?=:|$)/iu,
    not: /\bpurpose of this form\b/i,
    accepts: isReason,
    isFreeText: true,
  },
  expiration: {
    label:
      /\b(?:this )?(?:authorization|consent|form)? ?(?:shall |will )?(?:expires?|expiration)(?: of authorization)?(?: (?:date(?: or event)?|on|upon|in))?(?: \(date or event\)| or event)?|\b(?:valid|effective) until|\bauthorization ends on|\bend date(?: or event)?|\bremains? in (?:effect|force) until|\bduration of (?:this |the )?(?:authorization|consent)|v[áa]lid[ao] hasta(?: el)?(?: d[íi]a)?|^until\b|\b(?:fecha de vencimiento|vence)(?: el)?|^expires?\b/iu,
    not: /\bomb\b|\brev\.|\bexpires (?:when|\d)|\b(?:shall expire|will expire \d)/i,
    accepts: isShortText,
    isFreeText: true,
  },
  datesOfService: {
    label:
      /\b(?:date(?:s|\(s\))? of (?:service|treatment|care)|treatment dates?|service dates?|fechas? de (?:servicio|atenci[óo]n|tratamiento))/i,
    accepts: isPeriod,
    isFreeText: true,
  },
  signatureDate: {
    label:
      /(?:^(?:\d{1,2}\.\s)?(?:today['’]s )?|\b(?:signature|signed)\b.{0,30}\b)date[d]?(?: signed| of signature)?(?! of birth)\b|^fecha(?: de la firma| de hoy)?(?=$|:| ?\/)/i,
    not: /\b(?:birth|service|expir|treatment|admission|nacimiento|vencimiento|injury)/i,
    accepts: hasDate,
    places: ['beside', 'above', 'below'],
  },
  signerName: {
    label:
      /\b(?:(?:print(?:ed)?|please print) name(?: of (?:the )?(?:signer|(?:person )?signing|person signing|(?:patient or )?(?:legal |personal |authorized )?representative|patient(?: or .{0,40})?))?|print your name|your name \((?:please )?print\)|name (?:in print|\((?:please )?print\))|name of (?:signer|(?:legal |personal |authorized )?representative)(?: \(print\))?|(?:name of )?person signing(?: form)?|guardian name|signer(?:['’]s)? name|nombre (?:en letra de (?:molde|imprenta)|impreso|\(letra de molde\)))/i,
    not: /\bwitness\b/i,
    accepts: isNameLike,
    places: ['beside', 'above', 'below'],
  },
  relationship: {
    label:
      /\b(?:your relationship to them|relationship(?:,? (?:to (?:the )?(?:patient|client|member|veteran)|if .{0,30}))?|(?:description of )?(?:legal )?authority (?:to (?:sign|act)(?: (?:for|on behalf of) (?:the )?patient)?|of representative)|capacity|parentesco(?:(?: o relación)? con el paciente)?|relación con el paciente)\b/iu,
    // A relationship is a word or two, and never a name.
    accepts: text =>
      /^[\p{L}\s/'’().,-]{3,60}$/u.test(text) &&
      text.split(' ').length <= 6 &&
      (!isNameLike(text) || kinship.test(text)),
    isOftenListed: true,
    places: ['beside', 'above', 'below'],
  },
  witness: { label: /\b(?:witness|notary)(?: (?:signature|name|public))?\b/i, accepts: isNameLike },
};

/** Any label, to find where a value ends and what isn't one. */
export const anyLabel = new RegExp(
  [
    ...Object.values(fieldRules).map(({ label }) => label.source),
    String.raw`\b(?:signature|firma)\b`,
    String.raw`^\s*(?:date|fecha|direcci[óo]n|domicilio|tel[ée]fono|(?:street |mailing |home )?address|telephone|phone|fax|e-?mail|other last names used|relationship|initials)\b`,
    String.raw`^\s*(?:section|part|step|parte|secci[óo]n|paso)\s+(?:\d{1,2}|[ivx]{1,4}|[a-k])\s?[:.)–—-]`,
    // `City of Boston` and `State Farm` are names.
    String.raw`^\s*(?:city|state|zip)(?=\s*(?:$|[,/:&(_]|and\b|zip\b|state\b|code\b))`,
    String.raw`^\s*\d{1,2}\.\s`,
  ].join('|'),
  'i',
);
