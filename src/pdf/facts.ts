import { area, ink, rule, type Sheet } from './sheet';

/** Draws labels and values, one pair per line. */
export function drawFacts(sheet: Sheet, facts: ReadonlyArray<readonly [label: string, value: string]>): void {
  const labelWidth = 130;
  for (const [label, value] of facts) {
    const valueWidth = area.width - labelWidth;
    const height = sheet.heightOf(value, valueWidth, { size: 10.5 }) + 7;
    sheet.ensureRoom(height);
    sheet.text(label, { x: area.left, y: sheet.y + 4, width: labelWidth }, { size: 9, color: ink.muted });
    sheet.text(value, { x: area.left + labelWidth, y: sheet.y + 3, width: valueWidth }, { size: 10.5 });
    sheet.y += height;
    rule(sheet, sheet.y);
  }
}
