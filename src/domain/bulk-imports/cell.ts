/** The value of a cell and how it was corrected, or the rule that it breaks. */
export interface Reading {
  readonly value?: unknown;
  readonly warning?: string;
  readonly error?: string;
}

const textFormula = /^="([^"]*)"$/;
const textMark = /^['’](?=[\d(+.-])/u;

/**
 * Returns what a spreadsheet would show for a cell that it wrote as text: `="02139"` and `'02139` are
 * `02139`. A name keeps its apostrophe: the mark is only removed in front of a digit or a sign.
 */
export function shownText(cell: string): string {
  return (textFormula.exec(cell)?.[1] ?? cell).trim().replace(textMark, '');
}

const spreadsheetError =
  /^#(?:REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!)$/i;

/** Whether a cell shows an error of a spreadsheet instead of a value. */
export function isSpreadsheetError(cell: string): boolean {
  return spreadsheetError.test(cell);
}
