/** Allowed file names, and numbered names for files of the same name. */
import * as fc from 'fast-check';
import {
  compareFileNames,
  contentTypeOf,
  fileNameFault,
  numberedFileName,
  readNewFileName,
  visibleFileName,
} from '../../../src/domain/record-requests/file-name';

const bytesOf = (text: string): number => Buffer.byteLength(text);
const composed = 'R\u00E9sum\u00E9.pdf';
const decomposed = 'Re\u0301sume\u0301.pdf';

test.each<[what: string, input: string, name: string]>([
  ['a plain name', 'Chart.pdf', 'Chart.pdf'],
  ['spaces inside', 'Medical Record 2024.pdf', 'Medical Record 2024.pdf'],
  ['two spaces inside', 'a  b.pdf', 'a  b.pdf'],
  ['no extension', 'Chart', 'Chart'],
  ['two extensions', 'scans.tar.gz', 'scans.tar.gz'],
  ['a one-letter name and extension', 'a.b', 'a.b'],
  ['a dot at its end', 'Chart.', 'Chart.'],
  ['dots inside', 'a..b.pdf', 'a..b.pdf'],
  ['one character', 'a', 'a'],
  ['digits', '2024', '2024'],
  ['brackets', 'Chart (2).pdf', 'Chart (2).pdf'],
  ['a percent sign, which is not decoded again', '100%2F.pdf', '100%2F.pdf'],
  ['a plus', 'a+b.pdf', 'a+b.pdf'],
  ['a hash, a question mark, an ampersand', 'a#b?c&d.pdf', 'a#b?c&d.pdf'],
  ['a colon', 'a:b.pdf', 'a:b.pdf'],
  ['a comma', 'Doe, Jane.pdf', 'Doe, Jane.pdf'],
  ['an apostrophe', "O'Neil.pdf", "O'Neil.pdf"],
  ['angle brackets, bars and stars', '<a>|*.pdf', '<a>|*.pdf'],
  ['a reserved name of another system', 'CON', 'CON'],
  ['a reserved name of JavaScript', '__proto__', '__proto__'],
  ['two dots at its end', 'a..', 'a..'],
  ['a tilde in front', '~a.pdf', '~a.pdf'],
  ['a hyphen in front', '-rf.pdf', '-rf.pdf'],
  ['umlauts', 'Röntgen.pdf', 'Röntgen.pdf'],
  ['Greek', 'Αρχείο.pdf', 'Αρχείο.pdf'],
  ['Chinese', '病历.pdf', '病历.pdf'],
  ['Arabic', 'سجل طبي.pdf', 'سجل طبي.pdf'],
  ['an emoji', '🩻.png', '🩻.png'],
  ['an emoji of several', '👩‍⚕️.png', '👩‍⚕️.png'],
  ['an accent that is written as one character', composed, composed],
  ['an accent that is written as two', decomposed, composed],
  ['a Korean syllable in parts', '\u1112\u1161\u11AB.pdf', '\uD55C.pdf'],
  ['the Ångström sign, which becomes the letter', '\u212B.pdf', '\u00C5.pdf'],
  ['a ligature, which stays', 'ﬁle.pdf', 'ﬁle.pdf'],
  ['a full-width letter, which stays', 'Ａ.pdf', 'Ａ.pdf'],
  ['a directory', 'folder/Chart.pdf', 'Chart.pdf'],
  ['directories', 'a/b/c/Chart.pdf', 'Chart.pdf'],
  ['an absolute path', '/etc/Chart.pdf', 'Chart.pdf'],
  ['a path to a parent directory', '../../Chart.pdf', 'Chart.pdf'],
  ['an empty segment', 'a//Chart.pdf', 'Chart.pdf'],
  ['a directory that is not allowed as a name', '.hidden;"/Chart.pdf', 'Chart.pdf'],
  ['spaces around', '  Chart.pdf  ', 'Chart.pdf'],
  ['a line break at its end', 'Chart.pdf\r\n', 'Chart.pdf'],
  ['a tab in front', '\tChart.pdf', 'Chart.pdf'],
  ['a leading non-breaking space', '\u00A0Chart.pdf', 'Chart.pdf'],
  ['a trailing ideographic space', 'Chart.pdf\u3000', 'Chart.pdf'],
  ['a leading byte order mark', '\uFEFFChart.pdf', 'Chart.pdf'],
  ['spaces after a directory', 'a/  Chart.pdf', 'Chart.pdf'],
  ['255 bytes of ASCII', `${'a'.repeat(251)}.pdf`, `${'a'.repeat(251)}.pdf`],
  ['255 bytes in two-byte letters', `${'é'.repeat(125)}a.pdf`, `${'é'.repeat(125)}a.pdf`],
  ['255 bytes in three-byte letters', '病'.repeat(85), '病'.repeat(85)],
  ['252 bytes in four-byte letters', '🩻'.repeat(63), '🩻'.repeat(63)],
  ['378 bytes that are 252 once composed', 'e\u0301'.repeat(126), 'é'.repeat(126)],
  ['255 bytes after a long directory', `${'d'.repeat(300)}/${'a'.repeat(255)}`, 'a'.repeat(255)],
  ['255 bytes between spaces', ` ${'a'.repeat(255)} `, 'a'.repeat(255)],
])('newFilename: %s is accepted [FILE-28]', (_, input, name) => {
  expect(readNewFileName(input)).toEqual({ name });
  expect(fileNameFault(name)).toBeUndefined();
});

test.each<[what: string, input: string, fault: RegExp]>([
  ['nothing', '', /must not be empty/],
  ['only spaces', ' \t\n', /must not be empty/],
  ['only a directory', 'folder/', /must not be empty/],
  ['a directory and spaces', 'folder/  ', /must not be empty/],
  ['a slash', '/', /must not be empty/],
  ['a dot', '.', /dot/],
  ['two dots', '..', /dot/],
  ['only an extension', '.pdf', /dot/],
  ['a leading dot', '.Chart.pdf', /dot/],
  ['a leading dot after spaces', '  .Chart.pdf', /dot/],
  ['a leading dot after a directory', 'a/.Chart.pdf', /dot/],
  ['two dots after a directory', 'a/..', /dot/],
  ['a quotation mark', 'a"b.pdf', /quotation mark/],
  ['a semicolon', 'a;b.pdf', /semicolon/],
  ['a backslash, which does not separate directories', 'a\\b.pdf', /backslash/],
  ['a backslash at its end', 'a.pdf\\', /backslash/],
  ['NUL', 'a\0.pdf', /control/],
  ['a line break inside', 'a\nb.pdf', /control/],
  ['a header', 'a.pdf\r\nSet-Cookie: x=y', /control/],
  ['a tab inside', 'a\tb.pdf', /control/],
  ['DEL', 'a\u007F.pdf', /control/],
  ['NEL, a C1 control character', 'a\u0085b.pdf', /control/],
  ['the last C1 control character', 'a\u009F.pdf', /control/],
  ['half of a surrogate pair', 'a\uD83D.pdf', /control/],
  ['256 bytes of ASCII', 'a'.repeat(256), /255 bytes/],
  ['256 bytes in two-byte letters', 'é'.repeat(128), /255 bytes/],
  ['258 bytes in three-byte letters', '病'.repeat(86), /255 bytes/],
  ['256 bytes in four-byte letters', '🩻'.repeat(64), /255 bytes/],
])('newFilename: %s is rejected [FILE-28]', (_, input, fault) => {
  expect(readNewFileName(input)).toEqual({ fault: expect.stringMatching(fault) as string });
});

test.each<[name: string, number: number, numbered: string]>([
  ['Chart.pdf', 1, 'Chart.pdf'],
  ['Chart.pdf', 2, 'Chart (2).pdf'],
  ['Chart.pdf', 10, 'Chart (10).pdf'],
  ['Chart (2).pdf', 2, 'Chart (2) (2).pdf'],
  ['Chart', 2, 'Chart (2)'],
  ['scans.tar.gz', 2, 'scans.tar (2).gz'],
  ['Dr. Smith', 2, 'Dr. Smith (2)'],
  ['Chart.', 2, 'Chart. (2)'],
  ['a..pdf', 2, 'a. (2).pdf'],
  ['報告.医療', 2, '報告 (2).医療'],
  [`a.${'x'.repeat(17)}`, 2, `a.${'x'.repeat(17)} (2)`],
  [`${'a'.repeat(251)}.pdf`, 2, `${'a'.repeat(247)} (2).pdf`],
  [`${'a'.repeat(251)}.pdf`, 1_000, `${'a'.repeat(244)} (1000).pdf`],
  [`${'a'.repeat(246)} ${'b'.repeat(4)}.pdf`, 2, `${'a'.repeat(246)} (2).pdf`],
  ['病'.repeat(85), 2, `${'病'.repeat(83)} (2)`],
  [`${'🩻'.repeat(62)}.pdf`, 2, `${'🩻'.repeat(61)} (2).pdf`],
])('File name example %#: the number goes before the extension [FILE-4]', (name, number, numbered) => {
  expect(numberedFileName(name, number)).toBe(numbered);
});

const goodName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
  .map(readNewFileName)
  .filter((read): read is { readonly name: string } => 'name' in read)
  .map(({ name }) => name);

test('The numbered names of any file are allowed and distinct [FILE-4]', () => {
  fc.assert(
    fc.property(
      goodName,
      fc.uniqueArray(fc.integer({ min: 1, max: 1_001 }), { minLength: 2 }),
      (name, numbers) => {
        const names = numbers.map(number => numberedFileName(name, number));
        for (const numbered of names) {
          expect(fileNameFault(numbered)).toBeUndefined();
          expect(bytesOf(numbered)).toBeLessThanOrEqual(255);
          expect(numbered.normalize('NFC')).toBe(numbered);
        }
        expect(new Set(names).size).toBe(names.length);
      },
    ),
  );
});

test.each([
  ['Chart.PDF', 'application/pdf'],
  ['scan.tiff', 'image/tiff'],
  ['page.html', 'application/octet-stream'],
  ['Chart', 'application/octet-stream'],
])('%s downloads as %s', (name, contentType) => {
  expect(contentTypeOf(name)).toBe(contentType);
});

test.each([
  ['invoice-\u202efdp.exe', 'invoice-fdp.exe'],
  ['\u200bChart\ufeff.pdf', 'Chart.pdf'],
  ['Cha\u00adrt.pdf', 'Chart.pdf'],
  ['a\u2066b\u2069.pdf', 'ab.pdf'],
  ['Chart\u200d.pdf', 'Chart.pdf'],
  ['👩\u200d⚕️.png', '👩\u200d⚕️.png'],
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
])('The file name %j loses what nobody sees [FILE-42]', (name, visible) => {
  expect(visibleFileName(name)).toBe(visible);
  expect(readNewFileName(name)).toEqual({ name: visible });
});

test('names are sorted as a person sorts them: the first copy before its repetitions [FILE-20]', () => {
  const sorted = [
    'Bill.pdf',
    'bill (2).pdf',
    'note.pdf',
    'note.txt',
    'note (2).txt',
    'note (10).txt',
    'note 2.txt',
    'Notes.txt',
    'Report.txt',
  ];
  const byName = sorted.toReversed().toSorted(compareFileNames);
  expect(byName.indexOf('note.txt')).toBeLessThan(byName.indexOf('note (2).txt'));
  expect(byName.indexOf('note (2).txt')).toBeLessThan(byName.indexOf('note (10).txt'));
  expect(byName.indexOf('bill (2).pdf')).toBeLessThan(byName.indexOf('note.pdf'));
  expect(byName.indexOf('Report.txt')).toBeGreaterThan(byName.indexOf('Notes.txt'));
  expect(compareFileNames('a.txt', 'a.txt')).toBe(0);
  expect(compareFileNames('\u00e4', 'a\u0308')).not.toBe(0);
});
