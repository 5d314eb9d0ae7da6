/** Values that are typed so close to their label that both are one word. */
import type { DocumentLayout, Word } from '../document-layout';

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
/** `BIRTHDATEJun.`, `DOB6/17/1964`: a label of a date, and a date or its start. */
const gluedDate = new RegExp(
  String.raw`^(.*(?:[Dd]ate|DATE|[Bb]irth|BIRTH|DOB|D\.O\.B\.?|FECHA|[Ff]echa|[Nn]acimiento|NACIMIENTO|[:)\]]))` +
    String.raw`(${month}[.,]?|\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2}))$`,
  'u',
);
/** `Name:Christopher`. */
const gluedName = /^(.*\p{L}{3}[:)\]])(\p{Lu}[\p{L}\p{M}'’.-]+)$/u;

function apart(word: Word): Word[] {
  const match = gluedDate.exec(word.text) ?? gluedName.exec(word.text);
  if (match === null) return [word];
  const [, label = '', value = ''] = match;
  const width = (word.box.width * label.length) / word.text.length;
  return [
    { ...word, text: label, box: { ...word.box, width } },
    { ...word, text: value, box: { ...word.box, x: word.box.x + width, width: word.box.width - width } },
  ];
}

/** Returns a layout in which a label and the start of its value are two words. */
export function withoutGlue(layout: DocumentLayout): DocumentLayout {
  return { ...layout, pages: layout.pages.map(page => ({ ...page, words: page.words.flatMap(apart) })) };
}
