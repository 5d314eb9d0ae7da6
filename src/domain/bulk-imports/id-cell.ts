import { isSpreadsheetError, shownText, type Reading } from './cell';
import { saysNothing } from './optional-cell';

const noId = "must be the patient's ID, not a word or sign for none";
const rounded =
  'is a number in scientific notation, which hides digits; format the column as text, and enter the ID again';
const restored = 'read as the spreadsheet shows it';
const cut = 'has more digits than a spreadsheet keeps, so its last digits may be wrong';
const dated = 'looks like a date that a spreadsheet made of the ID';

const monthNames = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const dateLike = new RegExp(
  `^(?:\\d{1,2}-${monthNames}(?:-\\d{2,4})?|${monthNames}-\\d{1,4}|(?:19|20)\\d{2}-\\d{2}-\\d{2})$`,
  'i',
);

/**
 * Reads a patient's ID, and undoes what spreadsheets do to it: `="00123"`, `'00123`, and `123.0`. A word for
 * none would make one patient of several, and a rounded number another patient, so both are refused. An ID
 * that a spreadsheet may have changed in a way that can't be undone is read with a warning.
 */
export function readId(cell: string): Reading {
  const shown = shownText(cell);
  if (shown === '') return { value: '' };
  if (saysNothing(shown) || isSpreadsheetError(shown) || /^0+$/.test(shown)) return { error: noId };
  if (/^\d(?:\.\d+)?E\+\d+$|^\d\.\d+E\d+$/i.test(shown)) return { error: rounded };
  const [, whole] = /^(\d+)\.0+$/.exec(shown) ?? [];
  const value = whole ?? shown;
  const warnings = [
    ...(value === cell ? [] : [restored]),
    ...(/^\d{15,}0$/.test(value) ? [cut] : []),
    ...(dateLike.test(value) ? [dated] : []),
  ];
  return { value, ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }) };
}
