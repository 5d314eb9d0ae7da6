import type { SupportingKind } from '../../domain/supporting-documents/supporting-document';

/** The language of a document. */
export type PaperLanguage = 'en' | 'es';

/** Returns a text in lower case without accents, with single spaces. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

// Titles at the top of a document. `null` for a document that looks like one of the four and proves nothing.
const titles: ReadonlyArray<readonly [SupportingKind | null, RegExp]> = [
  [
    null,
    /\b(?:petition|application|motion|request|instructions) (?:for|to)\b|\bnotice of hearing\b|\brevocation of\b|\bauthorization (?:for|to) (?:the )?(?:use|release|disclos)/,
  ],
  [
    null,
    /\b(?:solicitud|peticion) (?:de|para)\b|\brevocacion de\b|\bautorizacion para (?:la )?(?:divulgacion|liberacion)/,
  ],
  [
    'deathCertificate',
    /\b(?:certificat(?:e|ion) of (?:vital record:? )?death|death certificate|certificate of fact of death|(?:certificado|acta|certificacion) de (?:defuncion|muerte|fallecimiento))\b/,
  ],
  [
    'guardianship',
    /\b(?:letters of (?:guardianship|conservatorship)|order appointing (?:\w+ ){0,5}(?:guardian|conservator)|appointment of (?:\w+ ){0,3}(?:guardian|conservator)|(?:nombramiento|designacion) de (?:\w+ )?tutor|(?:cartas?|auto|resolucion|sentencia) de tutela)\b/,
  ],
  [
    'letters',
    /\b(?:letters (?:testamentary|of (?:special |limited )?(?:administration|office|authority))|(?:cartas?|letras) testamentarias?|cartas? de administracion)\b/,
  ],
  [
    'powerOfAttorney',
    /\b(?:power of attorney|(?:health ?care|medical) (?:proxy|power)|designation of (?:health ?care|patient) (?:surrogate|advocate|agent)|carta poder|poder (?:notarial|especial|general|duradero|legal|medico|amplio|para))\b/,
  ],
];

const qualities = String.raw`(?:(?:and|or|valid|current|existing|signed|notarized|executed|certified|original|durable|general|limited|special|medical|financial|health ?care|statutory|legal|written|properly|duly|copy of|copies of|copia de|vigente|notariada?) )*`;
const article = String.raw`(?<!\b(?:is|as|es|giving someone) )\b(?:an?|any|your|my|his|her|their|such|another|un|una|cualquier|su|sus)`;
const verb = String.raw`\b(?:attach|enclos|provid|submit|includ|send|bring|upload|present|show|requir|need|adjunt|incluy|envi|entreg)\w{0,4}`;
const preposition = String.raw`\b(?:under|without|of|by|with|in|on|if|whether|to|from|bajo|sin|con|del?)`;
// The words before a document that a sentence only mentions. They never come before a title.
const mention = new RegExp(
  String.raw`(?:${article}|${verb}(?: (?:the|an?|your|el|la|una?))?|${preposition} (?:the|el|la)) ${qualities}$`,
);
/** How many characters before a title are looked at. */
const mentionWithin = 80;
/** How often a page may mention a document before its title. */
const mentionsMax = 20;

/** Returns where a title is, unless a sentence only mentions such a document there. */
function titleAt(top: string, title: RegExp, isMentionable: boolean): number | undefined {
  const every = new RegExp(title, 'g');
  for (let tries = 0; tries < mentionsMax; tries += 1) {
    const match = every.exec(top);
    if (match === null) return undefined;
    const before = top.slice(Math.max(0, match.index - mentionWithin), match.index);
    if (!isMentionable || !mention.test(before)) return match.index;
  }
  return undefined;
}

// A court file's heading is on petitions and orders alike, so it only counts without a title.
const caption = /\b(?:(?:guardianship|conservatorship) of|tutela del?)\b/;

/** How far from the start a title may be, in characters: a court's heading comes before it. */
const titleWithin = 1_200;

/**
 * Returns the kind of a document's text, by its first title; `null` if none of the kinds is recognized. A
 * sentence that only mentions such a document, as in "attach a power of attorney", isn't a title (CHECK-23).
 */
export function classify(text: string): SupportingKind | null {
  const top = plainWords(text.slice(0, 2 * titleWithin)).slice(0, titleWithin);
  const found = titles.flatMap(([kind, title]) => {
    const at = titleAt(top, title, kind !== null);
    return at === undefined ? [] : [{ kind, at }];
  });
  const [first] = found.toSorted((a, b) => a.at - b.at);
  return first === undefined && caption.test(top) ? 'guardianship' : (first?.kind ?? null);
}

/** Returns the language of a text, by its most frequent small words. */
export function languageOf(text: string): PaperLanguage {
  const top = plainWords(text.slice(0, 20_000));
  const count = (words: RegExp): number => [...top.matchAll(words)].length;
  return count(/\b(?:de|del|la|el|que|por|los|las|para|fecha)\b/g) >
    count(/\b(?:of|the|and|to|in|for|by|is|date)\b/g)
    ? 'es'
    : 'en';
}
