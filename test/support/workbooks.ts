/** Excel workbooks for tests: the parts that Excel writes, zipped. */
import { strToU8, zipSync } from 'fflate';

/** A cell: a number, a text, a flag, a date (`{ date: 22340 }` in Excel's days), or nothing. */
export type WorkbookCell = string | number | boolean | null | { readonly date: number };

const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function letters(column: number): string {
  return (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
}

function cellXml(cell: WorkbookCell, at: string, shared: string[]): string {
  if (cell === null) return `<c r="${at}" s="0"/>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object') return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  const known = shared.indexOf(cell);
  const index = known < 0 ? shared.push(cell) - 1 : known;
  return `<c r="${at}" t="s"><v>${index}</v></c>`;
}

/** Returns the worksheet of rows; `undefined` leaves a row out, as Excel does with blank ones. */
export function sheetXml(rows: ReadonlyArray<readonly WorkbookCell[] | undefined>, shared: string[]): string {
  const xml = rows.map((cells = [], row) => {
    const inner = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, shared));
    return inner.length === 0 ? '' : `<row r="${row + 1}">${inner.join('')}</row>`;
  });
  return `<worksheet xmlns="${main}"><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

/** Returns a workbook with these worksheets, given as XML. */
export function workbookOfXml(sheets: readonly string[], shared: readonly string[] = []): Buffer {
  const strings = shared.map(text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  const ids = sheets.map((_sheet, index) => index + 1);
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels':
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" ` +
      'Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      ids.map(id => `<sheet name="Sheet${id}" sheetId="${id}" r:id="rId${id}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${relations}">` +
      ids
        .map(
          id => `<Relationship Id="rId${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
        )
        .join('') +
      `<Relationship Id="rId98" Type="${office}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId99" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><cellXfs>` +
      '<xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.join('')}</sst>`,
    ...Object.fromEntries(sheets.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

/** Returns a workbook with these sheets. */
export function workbookOf(
  ...sheets: ReadonlyArray<ReadonlyArray<readonly WorkbookCell[] | undefined>>
): Buffer {
  const shared: string[] = [];
  const xml = sheets.map(rows => sheetXml(rows, shared));
  return workbookOfXml(xml, shared);
}
