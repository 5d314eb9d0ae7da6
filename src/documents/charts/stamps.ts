/**
 * The number on each page of a chart, as PDF objects. Its typeface is embedded, so that it doesn't depend on
 * the reader's fonts, and its letters have a white edge, so that they can be read on a dark scan without
 * hiding more of it than they need.
 */
import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';

/** An object with its number. */
export type Numbered = readonly [number: number, body: string];

/** The stamps of a document. */
export interface Stamps {
  /** What all of them use. */
  readonly shared: readonly Numbered[];
  /** Returns the object that draws the number of a page, which ends at its origin. */
  readonly stamp: (page: number) => string;
}

const size = 8;
/** The width of the white edge, in thousandths of the size. */
const edge = 260;
const letters = Array.from(new Set('Page of 0123456789'));

const fontFile = require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf');
let opened: Font | undefined;

function openFont(): Font {
  if (opened === undefined) {
    const font = create(readFileSync(fontFile));
    if (!('hasGlyphForCodePoint' in font)) throw new Error('a font collection where one font was expected');
    opened = font;
  }
  return opened;
}

function reference(object: number): string {
  return `${object} 0 R`;
}

function streamOf(entries: string, content: Uint8Array | string): string {
  const bytes = Buffer.from(content as string, 'latin1');
  return `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

function hex(glyph: number): string {
  return glyph.toString(16).padStart(4, '0');
}

/** Returns a glyph as a white area with a white edge. */
function whiteEdge({ path }: Glyph): string {
  let [atX, atY] = [0, 0];
  const steps = path.commands.map(({ command, args }) => {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    const fromX = atX;
    const fromY = atY;
    [atX = 0, atY = 0] = args.slice(-2);
    switch (command) {
      case 'moveTo':
        return `${a} ${b} m`;
      case 'lineTo':
        return `${a} ${b} l`;
      case 'quadraticCurveTo': {
        const middle = (from: number, to: number): string => (from + ((to - from) * 2) / 3).toFixed(1);
        return `${middle(fromX, a)} ${middle(fromY, b)} ${middle(c, a)} ${middle(d, b)} ${c} ${d} c`;
      }
      case 'bezierCurveTo':
        return `${args.join(' ')} c`;
      default:
        return 'h';
    }
  });
  return `1 g 1 G ${edge} w 1 j 1 J\n${steps.join('\n')}\nB`;
}

// cspell:disable
function unicodeMap(ids: ReadonlyMap<string, number>): string {
  const rows = [...ids].map(([letter, id]) => `<${hex(id)}> <${hex(letter.codePointAt(0) ?? 0)}>`);
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    `${rows.length} beginbfchar`,
    ...rows,
    'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
// cspell:enable

/**
 * Returns the stamps of a document of so many pages.
 * @param first the number of the first shared object; the following ones are consecutive
 */
export function createStamps(count: number, first: number): Stamps {
  const font = openFont();
  const subset = font.createSubset();
  const glyphs = new Map(letters.map(letter => [letter, font.glyphForCodePoint(letter.codePointAt(0) ?? 0)]));
  // A subset numbers its glyphs in the order in which they are included, from 1.
  const ids = new Map(letters.map((letter, step) => [letter, step + 1]));
  for (const glyph of glyphs.values()) subset.includeGlyph(glyph);
  const widthOf = (letter: string): number =>
    Math.round(((glyphs.get(letter)?.advanceWidth ?? 0) * 1_000) / font.unitsPerEm);
  const [whole, descendant, descriptor, file, map] = [0, 1, 2, 3, 4].map(step => first + step) as [
    ...[number, number, number, number, number],
  ];
  const edges = new Map(letters.map((letter, step) => [letter, first + 5 + step]));
  const widths = letters.map(letter => `${ids.get(letter)} [${widthOf(letter)}]`).join(' ');
  const shared: Numbered[] = [
    [
      whole,
      `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+SourceSans3 /Encoding /Identity-H ` +
        `/DescendantFonts [${reference(descendant)}] /ToUnicode ${reference(map)} >>`,
    ],
    [
      descendant,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+SourceSans3 /CIDToGIDMap /Identity ` +
        `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
        `/FontDescriptor ${reference(descriptor)} /W [${widths}] >>`,
    ],
    [
      descriptor,
      `<< /Type /FontDescriptor /FontName /AAAAAA+SourceSans3 /Flags 4 /ItalicAngle 0 /StemV 80 ` +
        `/FontBBox [-454 -293 2159 968] /Ascent 750 /Descent -250 /CapHeight 660 ` +
        `/FontFile2 ${reference(file)} >>`,
    ],
    [file, streamOf('', Buffer.from(subset.encode()).toString('latin1'))],
    [map, streamOf('', unicodeMap(ids))],
    ...letters.map((letter): Numbered => {
      const glyph = glyphs.get(letter);
      const entries = '/Type /XObject /Subtype /Form /BBox [-400 -600 1400 1300] /Resources << >>';
      return [edges.get(letter) ?? 0, streamOf(entries, glyph === undefined ? '' : whiteEdge(glyph))];
    }),
  ];
  const forms = letters.map((_, step) => `/E${step} ${reference(first + 5 + step)}`).join(' ');
  const resources = `/Resources << /Font << /F ${reference(whole)} >> /XObject << ${forms} >> >>`;
  const stamp: Stamps['stamp'] = page => {
    const text = Array.from(`Page ${page} of ${count}`);
    const scale = size / 1_000;
    const width = text.reduce((sum, letter) => sum + widthOf(letter), 0) * scale;
    let x = -width;
    const around = text.map(letter => {
      const drawn = `q ${scale} 0 0 ${scale} ${x.toFixed(3)} 0 cm /E${letters.indexOf(letter)} Do Q`;
      x += widthOf(letter) * scale;
      return drawn;
    });
    const codes = text.map(letter => hex(ids.get(letter) ?? 0)).join('');
    const line = `BT 0 g /F ${size} Tf ${(-width).toFixed(3)} 0 Td <${codes}> Tj ET`;
    const entries = `/Type /XObject /Subtype /Form /BBox [${(-width - 4).toFixed(1)} -6 4 12] ${resources}`;
    return streamOf(entries, [...around, line].join('\n'));
  };
  return { shared, stamp };
}
