/** The signature rows of a form, and who signs in each. */
import type { DocumentLayout } from '../document-layout';
import { anyLabel } from './form-fields';
import { placeOf, type PageLines, type SigningPlace } from './signing-places';
import { around, bottomOf, rightOf, type Segment } from './text-segments';
import { piecesOf, writingLinesOf, type Piece } from './writing-lines';

/** Who signs in a row. */
export type Signer =
  | 'patient'
  | 'representative'
  /** The patient or a representative. */
  | 'either'
  /** A witness, interpreter, clerk, attorney, notary, minor, or the person who receives the records. */
  | 'other'
  /** The patient, for something else: a special kind of information, a fee, the end of the authorization. */
  | 'special';

/** A signature row. */
export interface SignatureRow {
  readonly label: Piece;
  readonly signer: Signer;
  readonly place: SigningPlace;
}

/** A form has a handful; a malicious document has thousands. */
const rowsMax = 60;
/** A longer text is a sentence, unless a line belongs to it. */
const labelWordsMax = 14;
const labelWordsWithLineMax = 40;

const patient =
  /\b(?:patients?|clients?|individuals?|persons?|members?|consumers?|residents?|beneficiary|veteran|claimant|insured|applicant|participant|student|employee['’]s|child|myself|self|request[eo]r|pacientes?|clientes?|individuo)\b/i;
const representative =
  /\b(?:representatives?|rep|guardian|parents?|conservator|surrogate|agent|proxy|next of kin|power of attorney|attorney[- ]in[- ]fact|p\.?o\.?a|executor|administrator|legally|authorized (?:person|party|individual)|legal custodian|responsible (?:party|person)|relative|spouse|designee|representante|tutora?|padres?|madre|apoderad[oa]|encargad[oa])\b/i;
const others =
  /\b(?:witness(?:e[sd])?|interpret\w*|translator|notary|staff|(?<!patient ?\/ ?)employee(?!['’]s signature| ?\/ ?patient)|clerk|physician|doctor|provider|clinician|practitioner|nurse|therapist|counselor|pharmacist|personnel|(?<!legal )custodian|privacy (?:officer|coordinator)|department|office use|verified|verifying|processed|prepared|completed by|reviewed|approved|copied|witnessed|title|credentials|attorney|lawyer|counsel|abogad[oa]|received|receiving(?! (?:\w+ )?(?:services|treatment|care)\b)|receives|recipient(?! of (?:\w+ )?services\b)|released by|disclosed by|pick(?:ed|ing|s)?[- ]?up|person obtaining|testigo|testemunh\w*|int[ée]rprete|notario|empleado|personal del?|m[ée]dico|autorizada do)\b/i;
/** Others who sign for a facility, and what they do. */
const clerks =
  /\b(?:specialist|supervisor|director|manager|coordinator|social worker|case ?worker|technician|courier|registrar|receptionist|(?:facility|hospital|program|nursing home) administrator)\b|^\W*administrator['’]?s? signature|\b(?:facility|hospital|agency|clinic|company|insurance|office|practice|center|organization|institution|program|plan)(?:['’]s)? rep(?:resentative)?\b|\b(?:person|individual|party) (?:releas|disclos|explain|provid|furnish|review|mail|copy)ing\b|\bto whom\b|\brevoking\b|\brevocation of\b|^\W*revocation\b|\b(?:HIM|ROI)['’]?s? (?=[Ss]ign)|\b[Ss]ignature of (?:HIM|ROI)\b/i;
const minors = /\bminor(?:['’]s)?\b|\badolescent|\bteen|\bage[sd]? 1\d ?(?:to|through|-|–) ?1\d\b|\bmenor\b/i;
const adultsForMinors = /\b(?:parents?|guardian|representative|padres?|tutor|representante)\b/i;

const signs =
  /\b(?:signatures?|firma|assinatura)(?![\p{L}])|^\W*(?:signed|(?:please )?sign(?: (?:your )?(?:full |legal )?name)?(?: here)?|firmado|(?:por favor,? )?firme(?: aqu[ií])?)(?![\p{L}])|\bsig\.(?= of|\W*$)|\bsign here\W*$|^\W*x\W*$|(?<!\bto )\bSIGN\W*$/iu;
/** Sentences about signatures, and labels of other things. */
const notARow =
  /\b(?:on file|electronic signature(?!\W*$| of )|(?:my|your) signature(?!\W*$)|this signature|esta firma|(?:mi|su|la) firma(?!\W*$| (?:del?|o del?) )|from (?:the )?signature|(?:date|day|time) (?:of|signed)|after (?:the )?signature|(?:of|with|without|by|for|to) (?:the |my |a )?signature|signature (?:date|is|was|must|shall|may|will|below|above|on|page)|signed (?:by (?:me|a|an|the)|authorization|form|copy|and|or|in|on|if|at|date)|firma electr[óo]nica|(?:fecha|d[ií]a) de (?:la )?firma|si (?:la )?firma|firmad[oa] por)\b/i;
const startsAsDate = /^\W*(?:date|day|time|fecha|d[ií]a|hora|(?:signature|firma) date)(?![\p{L}])/iu;
/** A label that doesn't name a signature. */
const bySomeone = /^\W*(?:(?:authorized|executed|signed|agreed|given) )?by\W*$/i;
const shortWordsMax = 6;
/** What starts or ends like this is a label, whatever the rest of it says. */
const startsAsLabel =
  /^\W*(?:x\W+)?(?:\d{1,2}[.)]\s*)?(?:signature(?! (?:date|is|was|must|shall|may|will|page))|signed\W|sign here|firma|firmado\W|assinatura)(?![\p{L}])/iu;
const endsAsLabel =
  /\b(?:patient|client|representative|guardian|parent|agent|member|individual|person|applicant|consumer|resident|requestor|proxy|student|participant)(?:\(s\)|['’]?s?)['’]?\s*\*?\s*\(?(?:signature|sign)\)?\W*$/i;
const sectionHeading = /^\s*(?:section|part|secci[óo]n|parte)\s+(?:\d{1,2}|[ivx]{1,4}|[a-e])\b/i;
const numberedHeading =
  /^\s*(?:(?:section|part|sección)\s*)?(?:\d{1,2}|[ivx]{1,4}|[a-e])[.):]\s*(?:signature|firma)s?[\s:.-]*$/i;
/** A label that only says who signs: under a line, beside a date. */
const onlySigner =
  /^\W*(?:(?:the|or|and|of|legal(?:ly)?|authorized|personal|patient['’]?s?|client['’]?s?|parent|guardian|representative|individual|member|s|el|la|o|y|del?|paciente|cliente|representante|padres?|madre|tutor|autorizado)[\s/,()*:–-]*)+$/i;

/** The rest of a word that recognition read under a signature: `ient or personal representative`. */
const restOfWord = /^(?!name|date|print)[a-z]{2,5} /;

/** Words above a row that say that it ends the authorization. */
const revokes =
  /\bi\b(?:,? [^.]{2,60},)? (?:hereby )?(?:revoke|cancel|withdraw|rescind) (?:this|the|my|all|any)\b|\brevoco (?:esta|la|mi)\b/i;
const signToRevoke = /\bsign (?:below|here)\b.{0,40}\brevoke\b/i;
/** Words in a sentence that says the patient may revoke, and doesn't revoke anything. */
const mayRevoke = /\b(?:may|can|right|understand|at any time|until|unless|if i|when i|written)\b/i;
/** Words before `I revoke` in a sentence that says what would happen. */
const onlyIf =
  /\b(?:may|can|right|understand|until|unless|if|when|once|after|should|event|case|extent|si|cuando|despu[ée]s|puedo|derecho|entiendo|comprendo|a menos|hasta|salvo|caso)(?!\p{L})/iu;
/** Words before or above a row that say that it releases something more, or agrees to something else. */
const specialTopic =
  /\b(?:hiv|aids|psychotherapy|mental health|substance|alcohol|drug|genetic|sexual|abuse|assault|neglect|copy fee|charged|e-?mail|portal|pertaining to)\b/i;
const officeContext =
  /\b(?:office|internal|staff|hospital|facility|clinic|department|him|medical records) use\b|\bfor .{0,30}\buse only\b|\bto be completed by (?:the )?(?:staff|hospital|facility|provider|him|health information)|\buso (?:interno|exclusivo|de la oficina)\b/i;

/** A sentence around a row says who has read or received something, or who else may sign. */
const statement =
  /^\W*if (?:not )?signed\b|^\W*(?:i|we|you|by|this|yo|al)\b.*\b(?:have|has|had|am|understand|acknowledge|agree|certify|he|entiendo)\b|\p{Ll}\.$/iu;

function signerOf(text: string): Signer | undefined {
  if (clerks.test(text) || (minors.test(text) && !adultsForMinors.test(text))) return 'other';
  const isPatient = patient.test(text);
  const isRepresentative = representative.test(text);
  const withoutAgents = text.replaceAll(/power of attorney|attorney[- ]in[- ]fact|authorized by law/gi, '');
  if (others.test(withoutAgents) && !(isPatient && /\bpatient\b/i.test(text) && isRepresentative))
    return 'other';
  if (isPatient && isRepresentative)
    return /^\W*(?:signature of )?(?:the )?patient['’]s (?:legal |personal |authorized )*representative/i.test(
      text,
    )
      ? 'representative'
      : 'either';
  if (isRepresentative) return 'representative';
  return isPatient ? 'patient' : undefined;
}

/** Whether words can be the label of a row to sign, before it is known where one would sign. */
function isLabel({ text, isBeforeLine }: Piece): boolean {
  const words = text.split(/\s+/).length;
  if (words > labelWordsWithLineMax) return false;
  if (!isBeforeLine && (sectionHeading.test(text) || numberedHeading.test(text))) return false;
  if (onlySigner.test(text.replace(restOfWord, '')) && patient.test(text)) return true;
  const plain = text.replace(/^\W*if (?:not )?signed by[^,:]{0,80}[,:]/i, '');
  const match = signs.exec(plain);
  if (match === null) return false;
  if (startsAsLabel.test(plain)) return true;
  if (notARow.test(plain)) return false;
  const before = plain.slice(0, match.index).trim();
  return endsAsLabel.test(plain) || (words <= labelWordsMax && before.split(/\s+/).length <= 8);
}

/** Whether the same line, or one around it, has a label for a date. */
export function hasDateBeside({ pieces }: PageLines, { box }: Piece, { baseline }: SigningPlace): boolean {
  return pieces.some(
    piece =>
      /^\W*(?:today['’]s )?(?:date|dated|fecha|data)\b(?! of birth| de nac)/i.test(piece.text) &&
      (Math.abs(piece.box.y - box.y) < 12 || Math.abs(bottomOf(piece.box) - baseline) < 8),
  );
}

/**
 * Returns the words that a bare label such as `Signature:` belongs to: under its line, beside it, above
 * it.
 */
function wordsAround({ pieces }: PageLines, label: Piece, place: SigningPlace): string[] {
  const middle = place.box.x + place.box.width / 2;
  const under = pieces.filter(
    ({ box }) =>
      box.y > place.baseline - 2 &&
      box.y - place.baseline < 14 &&
      box.x < rightOf(place.box) &&
      rightOf(box) > Math.min(place.box.x, label.box.x) &&
      Math.abs(box.x + box.width / 2 - middle) < place.box.width,
  );
  const before = pieces.filter(
    ({ box }) => rightOf(box) <= label.box.x + 2 && Math.abs(box.y - label.box.y) < 5,
  );
  const above = pieces
    .filter(
      ({ box }) =>
        box.y < label.box.y - 3 &&
        label.box.y - bottomOf(box) < 34 &&
        box.x < Math.max(rightOf(place.box), rightOf(label.box)) &&
        rightOf(box) > label.box.x - 12,
    )
    .toSorted((a, b) => b.box.y - a.box.y);
  return [...under, ...before, ...above.slice(0, 3)]
    .filter(piece => piece !== label)
    .map(({ text }) => text)
    .filter(text => !statement.test(text));
}

/** Returns the words of the line above one, if a sentence goes on in it. */
function lineBefore(pieces: readonly Piece[], line: Piece): string {
  const above = pieces.find(({ box }) => {
    const gap = line.box.y - bottomOf(box);
    return (
      gap > -4 && gap < 6 && box.y < line.box.y - 4 && box.x < rightOf(line.box) && rightOf(box) > line.box.x
    );
  });
  return above?.text ?? '';
}

/** Whether the words above a row say that it ends the authorization. */
function isRevocation({ pieces }: PageLines, label: Piece): boolean {
  return pieces.some(piece => {
    const { box, text } = piece;
    const isNear = box.y <= label.box.y + 4 && label.box.y - box.y < 110;
    if (!isNear || mayRevoke.test(text)) return false;
    if (signToRevoke.test(text)) return true;
    const match = revokes.exec(text);
    if (match === null) return false;
    const sentence =
      `${lineBefore(pieces, piece)} ${text.slice(0, match.index)}`.split(/[.:;!?]/).at(-1) ?? '';
    return !onlyIf.test(sentence);
  });
}

/**
 * Whether the words right above a row, or before it on its line, are about something that it releases,
 * too.
 */
function hasSpecialTopic({ pieces }: PageLines, { label }: SignatureRow): boolean {
  return pieces.some(
    ({ box, text }) =>
      specialTopic.test(text) && box.y <= label.box.y + 4 && label.box.y - bottomOf(box) < 24,
  );
}

/** Whether a row is in a part of the page that the facility fills in. */
function isOfOffice({ pieces, page }: PageLines, label: Piece): boolean {
  return pieces.some(
    ({ box, text }) =>
      officeContext.test(text) &&
      text.split(' ').length < 14 &&
      box.y <= label.box.y + 4 &&
      label.box.y - box.y < 130 &&
      box.y > page.height * 0.25 &&
      box.x < rightOf(label.box) + 40,
  );
}

/** Returns who signs at a label, by its words and those around it. */
export function signerAt(lines: PageLines, label: Piece, place: SigningPlace): Signer {
  const own = signerOf(label.text);
  if (own !== undefined && own !== 'patient' && own !== 'either') return own;
  if (isRevocation(lines, label)) return 'special';
  if (own !== undefined) return own;
  if (isOfOffice(lines, label)) return 'other';
  const around = wordsAround(lines, label, place)
    .filter(text => text.split(/\s+/).length <= 16)
    .map(signerOf)
    .find(signer => signer !== undefined);
  return around === 'patient' || around === undefined ? 'either' : around;
}

/** Whether words next to ink say that it is a signature: a label, or a sentence that asks for one. */
export function asksToSign({ text }: Pick<Piece, 'text'>): boolean {
  const words = text.split(/\s+/).length;
  // An X alone is a check mark as often.
  if (words > labelWordsWithLineMax || /^\W*x\W*$/i.test(text)) return false;
  if (onlySigner.test(text.replace(restOfWord, '')) && patient.test(text)) return true;
  // On a scan, the signature hides the rest of the word.
  if (/^\W*signat\p{L}{0,3}\W*$/iu.test(text)) return true;
  return (signs.test(text) && !notARow.test(text)) || startsAsLabel.test(text) || endsAsLabel.test(text);
}

/** Whether a label is the last word of a sentence: `check the box and provide an additional / signature:`. */
function endsSentence({ pieces }: PageLines, { text, box }: Piece): boolean {
  return (
    /^\W*\p{Ll}/u.test(text) &&
    pieces.some(
      other =>
        !/[.:;!?]\W*$/.test(other.text) &&
        other.text.split(/\s+/).length > 6 &&
        Math.abs(other.box.x - box.x) < 20 &&
        box.y - bottomOf(other.box) > -4 &&
        box.y - bottomOf(other.box) < 6,
    )
  );
}

/** A label may take this many lines, this close to each other. */
const wrapped = { linesMost: 3, gap: 4.5, indent: 30 } as const;
/** Words after which a label goes on, and words with which one does. */
const goesOn =
  /(?:\b(?:or|and|of|the|a|an|by|if|to|for|legal|legally|authorized|personal|o|del?|y)|[,/(–-])\s*$/i;
const startsRest =
  /^(?!date|print|name|relation|witness|time|x\b)\W*(?:\p{Ll}|(?:or|and|of|the|if|o|del?)\b|[/(]|(?:(?:legal(?:ly)?|authorized|personal|responsible|patient['’]?s?|parent|guardian|representative['’]?s?|person|party|signature|here)[\s/,:]*)+$)/iu;

/** Returns a label with the lines that it goes on in, right under its first. */
function withRest({ pieces }: PageLines, label: Piece): Piece {
  let whole = label;
  for (let count = 1; count < wrapped.linesMost; count += 1) {
    const { box, text } = whole;
    const rest = pieces.find(
      piece =>
        !piece.isOnLine &&
        piece.box.y > label.box.y &&
        Math.abs(piece.box.y - bottomOf(box)) < wrapped.gap &&
        Math.abs(piece.box.x - label.box.x) < wrapped.indent &&
        Math.abs(piece.box.height - label.box.height) < 2 &&
        // A longer one is an explanation.
        `${text} ${piece.text}`.split(/\s+/).length <= labelWordsMax,
    );
    const isRest =
      rest !== undefined && !/[.:;?_]\W*$/.test(text) && (goesOn.test(text) || startsRest.test(rest.text));
    if (!isRest || whole.isBeforeLine) break;
    whole = { ...rest, text: `${text} ${rest.text}`, box: around([box, rest.box]) };
  }
  return whole;
}

/**
 * Returns the place of a label in one or more lines, and its words: its own line is beside the last one, or
 * above the first.
 */
function placeOfWrapped(
  lines: PageLines,
  first: Piece,
): { readonly label: Piece; readonly place: SigningPlace } {
  const own = placeOf(lines, first);
  const isBeside = own.kind === 'line' && Math.abs(own.baseline - bottomOf(first.box)) < 7;
  const whole = isBeside ? first : withRest(lines, first);
  if (whole === first) return { label: first, place: own };
  const place = placeOf(lines, whole);
  return { label: whole, place: place.kind === 'open' ? own : place };
}

const isOfSigner = (text: string): boolean => patient.test(text) || representative.test(text);

/** Whether words may be a label if the form has no better one for the patient. */
function mayBeLabel({ text, isBeforeLine }: Piece): boolean {
  if (!isBeforeLine && (sectionHeading.test(text) || numberedHeading.test(text))) return false;
  if (startsAsDate.test(text)) return false;
  const words = text.split(/\s+/).length;
  if (signs.test(text)) return words <= labelWordsMax;
  return bySomeone.test(text) || (words <= shortWordsMax && isOfSigner(text) && !anyLabel.test(text));
}

function rowOf(lines: PageLines, first: Piece): SignatureRow | undefined {
  if (endsSentence(lines, first)) return undefined;
  const { label, place } = placeOfWrapped(lines, first);
  const isBare = !signs.test(label.text);
  if (isBare && (place.kind !== 'line' || !hasDateBeside(lines, label, place))) return undefined;
  const isLong = label.text.split(/\s+/).length > labelWordsMax;
  if (isLong && place.kind === 'open') return undefined;
  // A check mark is an X before a line, too.
  const isX = /^\W*x\W*$/i.test(label.text);
  if (isX && (place.kind !== 'line' || !hasDateBeside(lines, label, place))) return undefined;
  return { label, signer: signerAt(lines, label, place), place };
}

/** Returns the pages of a document with their lines. */
export function pageLinesOf(layout: DocumentLayout, segments: readonly Segment[]): PageLines[] {
  return layout.pages.map(page => {
    const lines = writingLinesOf(page);
    return { page, pieces: piecesOf(page, segments, lines), lines };
  });
}

/** Whether a row is the patient's or their representative's. */
export function isCounting({ signer }: SignatureRow): boolean {
  return signer === 'patient' || signer === 'either' || signer === 'representative';
}

/**
 * Sets apart what the patient signs for something else: a row without a date, or one right after words on a
 * special kind of information, if the form has a row for the patient that is neither.
 */
function withSpecials(pages: readonly PageLines[], rows: readonly SignatureRow[]): SignatureRow[] {
  const doubts = rows.map(row => {
    const lines = pages.find(({ page }) => page.number === row.place.page);
    if (lines === undefined || row.signer === 'representative' || !isCounting(row)) return 0;
    return (hasDateBeside(lines, row.label, row.place) ? 0 : 1) + (hasSpecialTopic(lines, row) ? 1 : 0);
  });
  const least = Math.min(
    ...doubts.filter((_, index) => {
      const row = rows[index];
      return row !== undefined && isCounting(row) && row.signer !== 'representative';
    }),
  );
  return rows.map((row, index) =>
    isCounting(row) && row.signer !== 'representative' && (doubts[index] ?? 0) > least
      ? { ...row, signer: 'special' }
      : row,
  );
}

/** Whether a label repeats another one, right below it: in another language, or as instructions. */
function repeats({ label }: SignatureRow, { label: upper, place }: SignatureRow): boolean {
  const gap = label.box.y - bottomOf(upper.box);
  return (
    label.page === upper.page &&
    gap > -3 &&
    gap < 5 &&
    Math.abs(label.box.x - upper.box.x) < 14 &&
    place.kind !== 'open'
  );
}

/** Whether two labels belong to one line: `Signed:` before it, and `(Patient)` under it. */
function shareLine({ place }: SignatureRow, { place: other }: SignatureRow): boolean {
  const common = Math.min(rightOf(place.box), rightOf(other.box)) - Math.max(place.box.x, other.box.x);
  return (
    place.page === other.page &&
    Math.abs(place.baseline - other.baseline) < 6 &&
    common > 0.5 * Math.min(place.box.width, other.box.width)
  );
}

/** Returns one row for each line: a line is another's if one of its labels says so. */
function withoutTwins(rows: readonly SignatureRow[]): SignatureRow[] {
  const kept: SignatureRow[] = [];
  for (const row of rows) {
    if (kept.some(upper => repeats(row, upper))) continue;
    const index = kept.findIndex(other => shareLine(row, other));
    const twin = kept[index];
    if (twin === undefined) kept.push(row);
    else if (twin.signer === 'either' || row.signer === 'other')
      kept[index] = { ...twin, signer: row.signer };
  }
  return kept;
}

const employeeSigns = /^\W*(?:employee(?:['’]s)? signature|signature of (?:the )?employee)\W*$/i;
const employeeName =
  /\bemployee(?:\/patient)?(?:['’]s)?(?: full| legal)? name\b|\bname of (?:the )?(?:injured )?employee\b|^\W*(?:injured )?employee\W*$/i;

/** On a form about an employee, as in workers' compensation, the employee is the patient and no clerk. */
function withEmployees(pages: readonly PageLines[], rows: readonly SignatureRow[]): SignatureRow[] {
  if (rows.some(isCounting)) return [...rows];
  const isAboutEmployee = pages.some(({ page, pieces }) =>
    pieces.some(({ text, box }) => employeeName.test(text) && box.y < page.height / 2),
  );
  return rows.map(row =>
    isAboutEmployee && employeeSigns.test(row.label.text) ? { ...row, signer: 'patient' } : row,
  );
}

/** Returns the rows of labels, from the top. */
function rowsAt(pages: readonly PageLines[], isWanted: (label: Piece) => boolean): SignatureRow[] {
  const rows: SignatureRow[] = [];
  for (const lines of pages)
    for (const label of lines.pieces) {
      if (rows.length === rowsMax) break;
      if (!isWanted(label)) continue;
      const row = rowOf(lines, label);
      if (row !== undefined) rows.push(row);
    }
  return withSpecials(pages, withEmployees(pages, withoutTwins(rows)));
}

/**
 * Returns the signature rows, from the top. A label is words that name a signature, at most
 * 14, or at most 40 if a line or a cell belongs to them.
 */
export function findSignatureRows(pages: readonly PageLines[]): SignatureRow[] {
  const rows = rowsAt(pages, isLabel);
  if (rows.some(isCounting)) return rows;
  const others = rowsAt(pages, label => !isLabel(label) && mayBeLabel(label));
  return [...rows, ...others.filter(row => isCounting(row) && row.place.kind !== 'open')];
}
