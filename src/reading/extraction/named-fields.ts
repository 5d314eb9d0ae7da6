/** What the names, tooltips, and neighbors of form fields say about them. */
import { findDate } from '../../domain/auth-checks/stated-date';
import type { PageLayout, Widget } from '../document-layout';
import { cleanValue } from './find-field';
import { latestYear } from './form-fields';
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
export function wordsOfField({ name, tooltip }: Widget): string {
  return `${name} ${tooltip}`
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.\-/]+/g, ' ')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2');
}
