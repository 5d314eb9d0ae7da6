/** Tables that break across pages between rows and repeat their header. */
import { area, ink, rule, type Sheet, type TextStyle } from './sheet';

/** A column; the widths of a table are shares of the text area. */
export interface Column {
  readonly title: string;
  readonly share: number;
  readonly align?: 'left' | 'right';
}

/** A row; a strong one is bold: a total, a result out of range. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly isStrong?: boolean;
}

const padding = { x: 4, y: 3.5 } as const;
const headHeight = 17;
/**
 * The maximum cell height; longer text is truncated with an ellipsis, so that a row always fits on a page.
 */
const rowHeightMax = 200;

/** Draws a table at `sheet.y`, on as many pages as it takes, and moves `sheet.y` below it. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly TableRow[]): void {
  const shares = columns.reduce((sum, column) => sum + column.share, 0);
  let x: number = area.left;
  const cells = columns.map(column => {
    const width = (column.share / shares) * area.width;
    const cell = { column, x: x + padding.x, width: width - 2 * padding.x };
    x += width;
    return cell;
  });

  const drawHead = (): void => {
    sheet.doc.rect(area.left, sheet.y, area.width, headHeight).fill(ink.shade);
    for (const cell of cells)
      sheet.text(
        cell.column.title,
        { x: cell.x, y: sheet.y + 3.5, width: cell.width, height: 12 },
        { size: 8, weight: 'bold', color: ink.accent, align: cell.column.align ?? 'left' },
      );
    sheet.y += headHeight;
  };

  const heights = rows.map(row => rowHeight(row));
  function rowHeight(row: TableRow): number {
    const contents = cells.map((cell, index) =>
      sheet.heightOf(row.cells[index] ?? '', cell.width, styleOf(row)),
    );
    return Math.min(rowHeightMax, Math.max(...contents) + 2 * padding.y);
  }

  // A header is never alone at the bottom of a page.
  sheet.ensureRoom(headHeight + (heights[0] ?? 0));
  drawHead();
  rows.forEach((row, rowIndex) => {
    const height = heights[rowIndex] ?? 0;
    if (sheet.y + height > area.bottom) {
      sheet.newPage();
      drawHead();
    }
    cells.forEach((cell, index) => {
      sheet.text(
        row.cells[index] ?? '',
        { x: cell.x, y: sheet.y + padding.y, width: cell.width, height: height - 2 * padding.y + 1 },
        { ...styleOf(row), align: cell.column.align ?? 'left' },
      );
    });
    sheet.y += height;
    rule(sheet, sheet.y);
  });
  sheet.y += 8;
}

function styleOf(row: TableRow): TextStyle {
  return { size: 8.5, weight: row.isStrong === true ? 'bold' : 'regular' };
}
