/** Words that software and clerks write where they know no name (LNU: last name unknown). */
// cspell:disable
const placeholders = new Set(
  (
    'unknown,unk,none,tbd,lnu,lastnameunknown,firstnameunknown,notavailable,notapplicable,notprovided,' +
    'notgiven,notknown,notstated,notrecorded,notonfile,noname,nofirstname,nolastname,firstname,lastname,' +
    'undefined,unspecified,redacted,withheld,xx'
  ).split(','),
);
/** Words in a name that say something about the person or the record. */
const noteWords =
  /\b(?:estate of|deceased|dec['’]?d|p\.?o\.?a\.?|executor|do not use|duplicate|merged|inactive|vip)\b|\bbaby (?:boy|girl)\b|\b(?:infant|newborn)\b|\btest patient\b|\bpatient test\b|^zz+\s?test|^test$|^(?:mrs?|ms|dr)\.?\s/i;
// cspell:enable
// Na, Nan, and Null are names; these spellings of them aren't.
const absent = /^(?:n[/.\\]\s?a\.?|#N\/A|\(null\))$/i;
const absentAsWritten = new Set(['NULL', 'NaN']);

/** Whether a cell holds a word or a sign for "no name" instead of a name. */
export function isPlaceholder(cell: string): boolean {
  const plain = cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (plain === '') return cell !== '';
  if (absentAsWritten.has(cell) || placeholders.has(plain)) return true;
  return absent.test(cell) || /^(\p{L})\1{2,}$/u.test(plain);
}

// What UTF-8 looks like if it is read as Windows-1252, and what is left of a letter that a program had no
// room for.
const misread = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|\ufffd|\?/u;
// A letter of an old Mac or of DOS that is read as Windows-1252: `Jos` and an uppercase letter, `Mu–oz`.
const misreadOfOldSystems = /\p{Ll}[ŽŠŸŒ](?!\p{Lu})|\p{L}[¤‚„…†‡ˆ‰–—](?=\p{Ll}|$)/u;
// A letter as web pages, JavaScript, addresses, and Excel files escape it.
const escaped =
  /&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8})(?:;|$)|\\(?:u[\da-f]{4}|x[\da-f]{2})|%[\da-f]{2}|_x[\da-f]{4}_/i;

/** Encodings that UTF-8 is taken for; in those of DOS, a letter becomes lines and blocks. */
const otherEncodings = ['windows-1250', 'windows-1251', 'windows-1254', 'macintosh', 'ibm866'];
const linesAndBlocks = /[\u2500-\u259f\u2310\u00ac]/u;

/** Returns the byte of each letter beyond ASCII in an encoding. */
function bytesOf(encoding: string): ReadonlyMap<string, number> {
  const high = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
  return new Map(Array.from(new TextDecoder(encoding).decode(high), (letter, at) => [letter, at + 128]));
}

let tables: ReadonlyArray<ReadonlyMap<string, number>> | undefined;

/** Whether a text was UTF-8 before it was read in another encoding. */
function wasUtf8(text: string): boolean {
  if (!/[^\p{ASCII}]/u.test(text)) return false;
  tables ??= otherEncodings.map(bytesOf);
  return tables.some(table => {
    const bytes = Array.from(text, letter => (letter < '\u0080' ? letter.charCodeAt(0) : table.get(letter)));
    if (!bytes.every(byte => byte !== undefined)) return false;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether a cell was probably misread: `RenÃ©e`, `RenĂ©e`, `Mu?oz`, `Mu&#241;oz`. */
export function looksMisread(cell: string): boolean {
  const isOdd = misread.test(cell) || misreadOfOldSystems.test(cell) || linesAndBlocks.test(cell);
  return isOdd || escaped.test(cell) || wasUtf8(cell);
}

const suffix = /(?:,\s*(?:jr|sr|ii|iii|iv|md|do|rn|phd|esq)\.?)+$/i;
const twoNames = /[/&+,()\n]|\s(?:and|or|aka|a\.k\.a\.|fka|f\.k\.a\.|née|nee|formerly)\s/i;

/** Whether one name is probably two: `Doe/Smith`, `Doe aka Smith`, `Doe (Smith)`, but not `Doe, Jr.`. */
export function looksLikeTwoNames(name: string): boolean {
  return twoNames.test(name.replace(suffix, ''));
}

const noName = /[^\p{L}\p{M}\s'’‘ʻʼ`´.,‐‑–—\-·/&+()]|^[-.]|-$/u;

/** Whether a name has a digit or sign that names don't have, or a word that isn't part of one. */
export function holdsNote(name: string): boolean {
  return noName.test(name.replaceAll(/\b(?:2nd|3rd|4th|5th)\b/gi, '')) || noteWords.test(name);
}
