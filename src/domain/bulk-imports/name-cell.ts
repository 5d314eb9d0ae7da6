/** Words that software and clerks write where they know no name (LNU: last name unknown). */
// cspell:disable
const placeholders = new Set(
  (
    'unknown,unk,none,tbd,lnu,lastnameunknown,firstnameunknown,notavailable,notapplicable,notprovided,' +
    'notgiven,noname,nofirstname,nolastname,firstname,lastname,xx,xxx'
  ).split(','),
);
// cspell:enable
// Na and Null are names; these spellings of them aren't.
const absent = /^(?:n[/.\\]\s?a\.?|#N\/A|\(null\))$/i;

/** Whether a cell holds a word or a sign for "no name" instead of a name. */
export function isPlaceholder(cell: string): boolean {
  const plain = cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (plain === '') return cell !== '';
  return cell === 'NULL' || placeholders.has(plain) || absent.test(cell);
}

// What UTF-8 looks like if it is read as Windows-1252, and what is left of a letter that a program had no
// room for.
const misread = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|\ufffd|\p{L}\?\p{L}/u;

/** Whether a cell was probably misread: `RenÃ©e`, `Mu?oz`. */
export function looksMisread(cell: string): boolean {
  return misread.test(cell);
}

const suffix = /,\s*(?:jr|sr|ii|iii|iv|md|do|rn|phd|esq)\.?$/i;
const twoNames = /[/&+,()]|\s(?:and|or|aka|a\.k\.a\.|fka|f\.k\.a\.|née|nee|formerly)\s/i;

/** Whether one name is probably two: `Doe/Smith`, `Doe aka Smith`, `Doe (Smith)`, but not `Doe, Jr.`. */
export function looksLikeTwoNames(name: string): boolean {
  return twoNames.test(name.replace(suffix, ''));
}
