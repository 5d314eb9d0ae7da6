import type { FoundDate, ReadValue, Found } from '../../domain/auth-checks/extraction';
import type {
  FoundAge,
  SupportingData,
  SupportingKind,
  SupportingReading,
} from '../../domain/supporting-documents/supporting-document';
import type { DocumentLayout } from '../document-layout';
import { classify, languageOf, type PaperLanguage } from './classify';
import { findLabels, findValue, type FieldRule } from './find-field';
import { isNameLike } from './form-fields';
import { withHowRead } from './how-read';
import { legibilityOf } from './legibility';
import { segmentsOfDocument, textOfDocument, type Segment } from './text-segments';
import { findWrittenDate } from './written-date';

/** Where a name is: at a form's label, or in a sentence whose first group is the name. */
interface NameRule {
  readonly label: RegExp;
  readonly sentences: readonly RegExp[];
}

// Names end where a sentence continues; each pattern is limited, so that no text makes it slow.
const name = String.raw`([\p{L}][\p{L}\p{M} .'’-]{2,60}?)`;
const appointed = String.raw`(?:(?:is|are|be|was|has been) )?(?:hereby )?(?:duly )?appointed (?:as )?(?:the |a )?(?:\w+ ){0,4}?`;

function rule(label: string, ...sentences: readonly string[]): NameRule {
  return { label: new RegExp(label, 'iu'), sentences: sentences.map(source => new RegExp(source, 'iu')) };
}

const patientRules: Readonly<Record<SupportingKind, NameRule>> = {
  powerOfAttorney: rule(
    String.raw`\b(?:principal(?:['’]s)?(?: full| legal)? name|name of (?:the )?principal|principal(?=\s*:)|(?:nombre del? )?(?:poderdante|mandante|otorgante)(?=\s*:))`,
    String.raw`\bI,? ${name}(?:,| \(| (?:hereby|residing|resident|of|born|appoint|designate|being|do|am)\b)`,
    String.raw`\byo,? ${name}(?:,| \(| (?:por|residente|nombro|designo|mayor|con|otorgo|confiero|nacid[ao])\b)`,
  ),
  guardianship: rule(
    String.raw`\b(?:name of (?:the )?(?:ward|minor|protected person|conservatee)|(?:ward|minor|protected person|conservatee)(?:['’]s)?(?: name)?(?=\s*:)|(?:nombre del? )?(?:pupil[oa]|tutelad[oa]|menor)(?=\s*:))`,
    String.raw`\b(?:guardianship|conservatorship) of(?: the)?(?: person)?(?: and)?(?: estate)?(?: of)?:? ${name}(?:,|;| \(| (?:an?|minor|ward|protected|incapacitated|case|no|cause|file|order|letters|it|whereas)\b)`,
    String.raw`\b(?:guardian|conservator)s? (?:of (?:the )?(?:person|estate)(?: and (?:the )?estate)? )?(?:of|for) ${name}(?:,|;|\.| \(| (?:an?|minor|ward|with|and|until)\b)`,
    String.raw`\b(?:tutela de|tutor(?:a)? (?:legal )?de) ${name}(?:,|;|\.| \(| (?:menor|mayor|con|hasta|caso)\b)`,
  ),
  letters: rule(
    String.raw`\b(?:(?:name of )?(?:the )?(?:decedent|deceased)(?:['’]s)?(?: name)?(?=\s*:)|(?:nombre del? )?(?:causante|finad[oa]|fallecid[oa])(?=\s*:))`,
    String.raw`\bestate of:? ${name}(?:,|;|\.| \(| (?:deceased|aka|also|case|no|file|letters|who|late)\b)`,
    String.raw`\b(?:sucesi[oó]n|herencia) (?:de|del causante):? ${name}(?:,|;|\.| \(| (?:fallecid[oa]|caso|quien)\b)`,
  ),
  deathCertificate: rule(
    String.raw`\b(?:(?:decedent|deceased)(?:['’]s)? (?:full |legal )*name|(?:full |legal )*name of (?:the )?(?:decedent|deceased)|nombre (?:completo )?(?:y apellidos )?del? (?:fallecid[oa]|difunt[oa]|finad[oa]))`,
    String.raw`\b(?:certif(?:y|ies|ica) (?:that|que)) ${name}(?:,| (?:died|deceased|passed|falleci[oó]|muri[oó])\b)`,
  ),
};

const representativeRules: Readonly<Record<Exclude<SupportingKind, 'deathCertificate'>, NameRule>> = {
  powerOfAttorney: rule(
    String.raw`\b(?:name of (?:the )?(?:agent|attorney[- ]in[- ]fact)|(?:health ?care )?(?:agent|attorney[- ]in[- ]fact)(?:['’]s)?(?: full| legal)?(?: name)?(?=\s*:)|(?:agent|attorney[- ]in[- ]fact)['’]s(?: full| legal)? name|(?:nombre del? )?(?:apoderad[oa]|mandatari[oa]|agente)(?=\s*:))`,
    String.raw`\b(?:appoint|designate|nominate|constitute and appoint|name)(?: my (?:\w+ ){0,2}?\w+,)? ${name}(?:,| \(| (?:of|as|to|residing|my|who)\b)`,
    String.raw`\b(?:nombro|designo|otorgo poder(?: \w+)? a|confiero poder(?: \w+)? a)(?: a)? ${name}(?:,| \(| (?:como|para|de|residente|mi|quien)\b)`,
  ),
  guardianship: rule(
    String.raw`\b(?:name of (?:the )?(?:guardian|conservator)|(?:guardian|conservator)(?:['’]s)?(?: name)?(?=\s*:)|(?:nombre del? )?tutor(?:a)?(?=\s*:))`,
    String.raw`(?:^|[.,;:]|\bthat|\bwhereas|\border(?:ed|s)(?: and decreed)?)(?: that)? ?${name},? ${appointed}(?:guardian|conservator)`,
    String.raw`\bappoint(?:s|ed|ing)? ${name},? (?:as )?(?:the )?(?:\w+ ){0,3}?(?:guardian|conservator)`,
    String.raw`\b(?:issued|granted)(?: to)? ${name}(?:,|;|\.| (?:as|who)\b)`,
    String.raw`\b(?:se )?(?:nombra|designa)(?: a)? ${name},? (?:como )?tutor`,
  ),
  letters: rule(
    String.raw`\b(?:name of (?:the )?(?:executor|executrix|administrator|personal representative)|(?:executor|executrix|administrat(?:or|rix)|personal representative)(?:['’]s)?(?: name)?(?=\s*:)|(?:nombre del? )?(?:albacea|administrador(?:a)?)(?=\s*:))`,
    String.raw`(?:^|[.,;:]|\bthat|\bwhereas|\border(?:ed|s)(?: and decreed)?)(?: that)? ?${name},? ${appointed}(?:executor|executrix|administrat|personal representative)`,
    String.raw`\bappoint(?:s|ed|ing)? ${name},? (?:as )?(?:the )?(?:\w+ ){0,3}?(?:executor|executrix|administrat|personal representative)`,
    String.raw`\b(?:issued|granted)(?: to)? ${name}(?:,|;|\.| (?:as|who)\b)`,
    String.raw`\b(?:se )?(?:nombra|designa)(?: a)? ${name},? (?:como )?(?:albacea|administrador)`,
  ),
};

/** Where a date is: at a label, or in a sentence whose first group contains it. */
interface DateRule {
  readonly label: RegExp;
  readonly not?: RegExp;
  readonly sentences: readonly RegExp[];
}

const days = String.raw`([^;]{4,45})`;
const birthRule: DateRule = {
  label: /\b(?:date of birth|birth ?date|d\.?o\.?b\.?|fecha de nacimiento)(?![a-z])/i,
  sentences: [new RegExp(String.raw`\b(?:born|nacid[oa])(?: on| el)?:? ${days}`, 'i')],
};
const deathRule: DateRule = {
  label:
    /\b(?:(?:actual |presumed |or )*date of death|date (?:pronounced )?dead|fecha de (?:(?:la )?defunci[oó]n|fallecimiento|(?:la )?muerte))/i,
  sentences: [new RegExp(String.raw`\b(?:died|falleci[oó]|muri[oó])(?: on| el)?:? ${days}`, 'i')],
};
const ageLabel =
  /\bage(?: at (?:the )?(?:time of )?death|[-–— ]+last birthday|,? \(?(?:in )?years\)?)*(?![a-z])|\bedad(?: \(?(?:en )?años\)?)?(?![a-z])/i;
const noAgeLabel = /\b(?:under|of age|legal age|menor de|mayor de)\b/i;
const ageSentence =
  /\b(?:died|passed away|falleci[oó]|muri[oó])(?!\p{L})[^.;]{0,80}?\b(?:aged?|age of|a los|edad de) (\d{1,3}(?! ?(?:months?|weeks?|days?|hours?|meses|semanas|d[ií]as|horas))\b)/iu;
const issuedRule: DateRule = {
  label:
    /\b(?:date (?:signed|issued|of (?:issue|issuance|signature|execution|appointment|order))|issued(?: on)?(?=\s*:)|dated?(?=\s*:)|fecha(?: de (?:expedici[oó]n|emisi[oó]n|firma|otorgamiento))?(?=\s*:))/i,
  not: /\b(?:birth|death|expir|nacimiento|defunci|fallec|muerte|vencim)/i,
  sentences: [
    new RegExp(
      String.raw`\b(?:dated|signed|executed|issued|entered|so ordered|witness my hand|in witness whereof|firmado|otorgado|expedido|dado|fechado)\b[^.;\d]{0,60}?((?:this )?(?:\d{1,2}(?:st|nd|rd|th)? day of |\d{1,2} de |\d{1,2}[/.-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d)[^;]{0,30})`,
      'i',
    ),
  ],
};
const endRule: DateRule = {
  label:
    /\b(?:expiration date|expires?(?: on)?(?=\s*:)|termination date|valid (?:until|through)|fecha de (?:vencimiento|expiraci[oó]n)|v[aá]lid[oa] hasta)/i,
  sentences: [
    new RegExp(
      String.raw`\b(?:expires?|terminates?|shall (?:expire|terminate|end)|(?:valid|effective|in effect|remain in force) (?:until|through)|vence|expira|vigente hasta|v[aá]lid[oa] hasta)(?: on| el)?:? ${days}`,
      'i',
    ),
  ],
};

/** A text in which something was found, as on the page. */
interface Paper {
  readonly layout: DocumentLayout;
  readonly segments: readonly Segment[];
  /** On one line. */
  readonly text: string;
  readonly language: PaperLanguage;
  readonly anyLabel: RegExp;
}

function placeOf({ segments }: Paper, text: string): Found | null {
  const start = text.slice(0, 12);
  const segment = segments.find(candidate => candidate.text.includes(start)) ?? segments[0];
  return segment === undefined ? null : { text, page: segment.page, box: segment.box };
}

function atLabel(paper: Paper, field: FieldRule): Found | undefined {
  for (const label of findLabels(paper.segments, field)) {
    const value = findValue(paper.layout, paper.segments, label, field, paper.anyLabel);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Words of these documents that a line next to a name may contain, and no name does. */
const noName =
  /\b(?:court|county|state|guardian|conservator|agent|principal|estate|executor|administrator|representative|letters|order|certificate|decedent|deceased|attorney|the|this|above|herein|undersigned|tutor|albacea|juzgado|poder)\b/i;

function isPersonsName(text: string): boolean {
  return isNameLike(text) && !noName.test(text);
}

/** A document says a few times who appoints whom; a malicious one says it thousands of times. */
const sentencesMax = 40;

/** Returns the names in every occurrence of a sentence in the text, including overlapping ones. */
function namesIn(text: string, sentence: RegExp): string[] {
  const names: string[] = [];
  const every = new RegExp(sentence, 'giu');
  for (
    let match = every.exec(text);
    match !== null && names.length < sentencesMax;
    match = every.exec(text)
  ) {
    names.push((match[1] ?? '').trim());
    every.lastIndex = match.index + 1;
  }
  return names;
}

function findName(paper: Paper, { label, sentences }: NameRule): ReadValue | null {
  const stated = sentences.flatMap(sentence => namesIn(paper.text, sentence)).find(isPersonsName);
  const found =
    atLabel(paper, { label, accepts: isPersonsName }) ??
    (stated === undefined ? null : placeOf(paper, stated));
  return found === null ? null : withHowRead(paper.layout, found);
}

function findDay(paper: Paper, { label, not, sentences }: DateRule): FoundDate | null {
  const dateIn = (text: string) => findWrittenDate(text, paper.language);
  const field = {
    label,
    ...(not === undefined ? {} : { not }),
    accepts: (text: string) => dateIn(text) !== undefined,
  };
  const stated = sentences.map(sentence => sentence.exec(paper.text)?.[1]).find(text => text !== undefined);
  const found = atLabel(paper, field) ?? (stated === undefined ? null : placeOf(paper, stated.trim()));
  const date = found === null ? undefined : dateIn(found.text);
  return found === null || date === undefined ? null : { ...withHowRead(paper.layout, found), ...date };
}

/** Returns the years at the start of a text; none of an age in months, days, or hours. */
function yearsIn(text: string): number | undefined {
  const years =
    /^\W{0,3}(\d{1,3})(?![\d/.-])(?!\s*(?:months?|mos?\b|weeks?|days?|hours?|hrs?\b|min|meses|semanas|d[ií]as|horas))/i.exec(
      text,
    )?.[1];
  return years === undefined ? undefined : Number(years);
}

function findAge(paper: Paper): FoundAge | null {
  const accepts = (text: string): boolean => yearsIn(text) !== undefined;
  const stated = ageSentence.exec(paper.text)?.[1];
  const found =
    atLabel(paper, { label: ageLabel, not: noAgeLabel, accepts }) ??
    (stated === undefined ? null : placeOf(paper, stated));
  const years = found === null ? undefined : yearsIn(found.text);
  return found === null || years === undefined ? null : { ...withHowRead(paper.layout, found), years };
}

/** Labels of such documents, which end a value. */
const otherLabels = [
  ...[...Object.values(patientRules), ...Object.values(representativeRules)].map(({ label }) => label.source),
  ...[birthRule, deathRule, issuedRule, endRule].map(({ label }) => label.source),
  String.raw`^\s*(?:sex|age|address|county|city|state|case (?:no|number)|file (?:no|number)|place of|cause of|sexo|edad|domicilio|lugar|causa)\b`,
].join('|');

/**
 * Extracts the content of a supporting document from its layout: its kind, whom it is about, whom it
 * appoints, and when.
 */
export function extractSupporting(layout: DocumentLayout): SupportingReading {
  const segments = segmentsOfDocument(layout);
  const whole = textOfDocument(segments);
  const kind = classify(whole);
  const text = whole.replaceAll('\n', ' ').normalize('NFC');
  const paper = {
    layout,
    segments,
    text,
    language: languageOf(whole),
    anyLabel: new RegExp(otherLabels, 'iu'),
  };
  const data: SupportingData = {
    kind,
    patientName: kind === null ? null : findName(paper, patientRules[kind]),
    patientDateOfBirth: kind === null ? null : findDay(paper, birthRule),
    representative:
      kind === null || kind === 'deathCertificate' ? null : findName(paper, representativeRules[kind]),
    issuedOn: kind === null ? null : findDay(paper, issuedRule),
    endsOn: kind === null || kind === 'deathCertificate' ? null : findDay(paper, endRule),
    dateOfDeath: kind === 'deathCertificate' ? findDay(paper, deathRule) : null,
    ageAtDeath: kind === 'deathCertificate' ? findAge(paper) : null,
  };
  return { data, pageCount: layout.pages.length, legibility: legibilityOf(layout) };
}
