import type { SupportingKind } from '../../domain/supporting-documents/supporting-document';

/** In which language a paper is written. */
export type PaperLanguage = 'en' | 'es';

/** A text in small letters without accents, with single spaces. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

// What names a paper stands at its top. `null`: a paper that looks like one of the four and proves nothing.
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

// The heading of a court's file stands on its petitions and on its orders alike, so it tells only where no
// title does.
const caption = /\b(?:(?:guardianship|conservatorship) of|tutela del?)\b/;

/** How far from the beginning a title may stand, in characters: a court's heading comes before it. */
const titleWithin = 1_200;

/**
 * What kind of paper a text is of, by the title that stands first; null where none of the kinds is
 * recognised.
 */
export function classify(text: string): SupportingKind | null {
  const top = plainWords(text.slice(0, 2 * titleWithin)).slice(0, titleWithin);
  const found = titles.flatMap(([kind, title]) => {
    const match = title.exec(top);
    return match === null ? [] : [{ kind, at: match.index }];
  });
  const [first] = found.toSorted((a, b) => a.at - b.at);
  return first === undefined && caption.test(top) ? 'guardianship' : (first?.kind ?? null);
}

/** The language of a text, by the small words that it is full of. */
export function languageOf(text: string): PaperLanguage {
  const top = plainWords(text.slice(0, 20_000));
  const count = (words: RegExp): number => [...top.matchAll(words)].length;
  return count(/\b(?:de|del|la|el|que|por|los|las|para|fecha)\b/g) >
    count(/\b(?:of|the|and|to|in|for|by|is|date)\b/g)
    ? 'es'
    : 'en';
}
