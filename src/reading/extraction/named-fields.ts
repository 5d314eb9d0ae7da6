/** Values of form fields that their names and tooltips say. Both may be wrong, so places count first. */
import type { Found } from '../../domain/auth-checks/extraction';
import { findDate } from '../../domain/auth-checks/stated-date';
import type { DocumentLayout, PageLayout, Widget } from '../document-layout';
import { cleanValue } from './find-field';
import { isNameLike, latestYear } from './form-fields';
import { rightOf } from './text-segments';

/** Fields for the month, the day, and the year follow each other this closely, in points. */
const partGap = 40;

/** Returns the date in a field, or in it and the two next to it: a month, a day, and a year. */
export function dateIn({ widgets }: PageLayout, field: Widget): string | undefined {
  const text = cleanValue(field.value);
  if (text.length <= 30 && findDate(text, latestYear) !== undefined) return text;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const parts = [field];
  const others = widgets
    .filter(
      ({ kind, box }) =>
        kind !== 'checkbox' && Math.abs(box.y - field.box.y) < 5 && box.x > rightOf(field.box) - 4,
    )
    .toSorted((a, b) => a.box.x - b.box.x);
  for (const next of others.slice(0, 2)) {
    if (next.box.x - rightOf(parts.at(-1)?.box ?? field.box) > partGap) return undefined;
    parts.push(next);
  }
  const [month, day, year] = parts.map(({ value }) => value.trim());
  const joined = `${month ?? ''}/${day ?? ''}/${year ?? ''}`;
  return /^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})$/.test(joined) && findDate(joined, latestYear) !== undefined
    ? joined
    : undefined;
}

/** Returns the words of a field's name and tooltip: `patient_BirthDate` has three. */
function wordsOf({ name, tooltip }: Widget): string {
  return `${name} ${tooltip}`
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.\-/]+/g, ' ')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2');
}

/** Whose name it isn't. */
export const isOthersName =
  /\b(?:facility|provider|physician|doctor|hospital|clinic|recipient|organization|agency|witness|representative|guardian|parent|mother|father|spouse|emergency|attorney|staff|employer|insur\w+|school|maiden|previous|former|other|relationship|contact|release|disclose|send|to)\b/i;
const birthName =
  /\b(?:date of birth|birth ?date|birth ?day|dob|d o b|data de nascimento|fecha de nac\w*)\b/i;
const patientName =
  /\b(?:(?:patient|client|member|individual)(?:'?s|’s| s)?(?: full| legal| printed)? name|name of (?:the )?(?:patient|client|individual)|patient print|full (?:legal )?name|nome do paciente|nombre (?:completo |del )?paciente)\b|^\W*(?:print )?(?:name|nombre|patient)\W*$/i;

/** Returns the date in a field that is named after the birth date. */
export function findBirthByFieldName({ pages }: DocumentLayout): Found | undefined {
  for (const page of pages)
    for (const widget of page.widgets) {
      if (!birthName.test(wordsOf(widget))) continue;
      const text = dateIn(page, widget);
      if (text !== undefined) return { text, page: page.number, box: widget.box };
    }
  return undefined;
}

const firstName = /\b(?:first|given) ?name\b|^\W*first\W*$|\bprimer nombre\b/i;
const lastName = /\b(?:last|family) ?name\b|^\W*(?:last|surname)\W*$|\bapellidos?\b/i;

/** Returns the name in a field that is named after the patient's name, or in two for its parts. */
export function findNameByFieldName({ pages }: DocumentLayout): Found | undefined {
  for (const page of pages) {
    const filled = page.widgets.flatMap(widget => {
      const [words, text] = [wordsOf(widget), cleanValue(widget.value)];
      return text === '' || isOthersName.test(words) ? [] : [{ words, text, box: widget.box }];
    });
    const whole = filled.find(({ words, text }) => patientName.test(words) && isNameLike(text));
    if (whole !== undefined) return { text: whole.text, page: page.number, box: whole.box };
    const [first, last] = [firstName, lastName].map(part => filled.find(({ words }) => part.test(words)));
    if (first === undefined || last === undefined || first === last) continue;
    const text = `${first.text} ${last.text}`;
    if (isNameLike(text)) return { text, page: page.number, box: first.box };
  }
  return undefined;
}
