import type { Place } from './chart-job';
import { createStamps, type Numbered } from './stamps';

/** The report on written pages: their objects, and the size of every object that came with them. */
export interface WrittenPages {
  readonly pages: readonly number[];
  readonly objectBytes: readonly number[];
  /** The layers among the objects, and whether readers hide them. */
  readonly layers: ReadonlyArray<{ readonly object: number; readonly isHidden: boolean }>;
}

/** A bookmark: what begins here, and its number of pages. */
export interface Bookmark {
  readonly title: string;
  readonly pages: number;
}

/** Pages in the file: a source's, or the index's. */
interface TakenPages {
  readonly bookmarks: ReadonlyArray<{ readonly title: string; readonly page: number }>;
  readonly pages: readonly number[];
  /** The object that contains them. */
  readonly parentObject: number;
  /** The object that draws the number of the first page; the following ones are consecutive. */
  readonly firstStamp: number;
}

/** The order of the parts: as taken, or the last one first. */
export type PartOrder = 'asTaken' | 'lastFirst';

/**
 * A PDF in progress, written sequentially: only the offset of each object is remembered. Readers skip bytes
 * that no object of the table refers to, so a source that breaks off halfway does no harm.
 */
export interface ChartFile {
  /** The number of bytes. */
  readonly bytes: () => number;
  /** The number of objects. */
  readonly objects: () => number;
  /** Counts written bytes. */
  readonly written: (bytes: Uint8Array) => Uint8Array;
  /** Returns the header; its second line marks the file as binary. */
  readonly head: () => Uint8Array;
  /** Returns where the next objects go. */
  readonly place: () => Place;
  /**
   * Registers pages whose objects have been written from an offset on.
   * @returns the object that contains them; `undefined` if the report is wrong
   */
  readonly take: (
    bookmarks: readonly Bookmark[],
    from: number,
    written: WrittenPages,
  ) => Uint8Array | undefined;
  /**
   * Returns the end of the file: the pages in an order, a bookmark for each part, and the offset of every
   * object.
   */
  readonly end: (documentTitle: string, order: PartOrder) => Generator<Uint8Array>;
}

const catalogObject = 1;
const rootObject = 2;
const outlineObject = 3;
/** Entries of the cross-reference table that are written at once. */
const entriesAtOnce = 5_000;

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function reference(object: number): string {
  return `${object} 0 R`;
}

/** Returns a PDF text string in hexadecimal, so that nothing in it can end it (ISO 32000-1, 7.9.2.2). */
function textString(text: string): string {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  return `<FEFF${utf16.toString('hex').toUpperCase()}>`;
}

/** Returns the outline and its bookmarks, the first of which has this number. */
function outlineOf(parts: readonly TakenPages[], first: number): Numbered[] {
  const bookmarks = parts.flatMap(part => part.bookmarks);
  const last = first + bookmarks.length - 1;
  const ends = `/First ${reference(first)} /Last ${reference(last)}`;
  const outline = `<< /Type /Outlines ${ends} /Count ${bookmarks.length} >>`;
  return [
    [outlineObject, outline],
    ...bookmarks.map(({ title, page }, step): Numbered => {
      const number = first + step;
      const before = number === first ? '' : ` /Prev ${reference(number - 1)}`;
      const after = number === last ? '' : ` /Next ${reference(number + 1)}`;
      const place = `/Parent ${reference(outlineObject)}${before}${after}`;
      return [number, `<< /Title ${textString(title)} ${place} /Dest [${reference(page)} /Fit] >>`];
    }),
  ];
}

/** Returns where each bookmark leads; `undefined` if they have more pages than there are. */
function placed(
  bookmarks: readonly Bookmark[],
  pages: readonly number[],
): TakenPages['bookmarks'] | undefined {
  let at = 0;
  const found = bookmarks.flatMap(({ title, pages: count }) => {
    const page = pages[at];
    at += count;
    return page === undefined ? [] : [{ title, page }];
  });
  return at === pages.length && found.length === bookmarks.length ? found : undefined;
}

/** Returns the entry of the catalog that hides layers, as their own documents do; nothing without layers. */
function layersOf(layers: WrittenPages['layers']): string {
  if (layers.length === 0) return '';
  const listed = (some: WrittenPages['layers']): string =>
    `[${some.map(({ object }) => reference(object)).join(' ')}]`;
  const off = listed(layers.filter(({ isHidden }) => isHidden));
  return ` /OCProperties << /OCGs ${listed(layers)} /D << /BaseState /ON /OFF ${off} >> >>`;
}

/** Returns the cross-reference table and what follows it; `start` is its offset. */
function* tableOf(offsets: readonly number[], info: number, start: number): Generator<Uint8Array> {
  yield ascii(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (let from = 1; from < offsets.length; from += entriesAtOnce) {
    const lines = offsets
      .slice(from, from + entriesAtOnce)
      .map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`);
    yield ascii(lines.join(''));
  }
  const trailer = `<< /Size ${offsets.length} /Root ${reference(catalogObject)} /Info ${reference(info)} >>`;
  yield ascii(`trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`);
}

/** Starts a chart. @param isStamped whether each page shows its number */
export function createChartFile(isStamped: boolean): ChartFile {
  let position = 0;
  // The offset of each object, by its number; the objects at the end are added then.
  const offsets: number[] = [0, 0, 0, 0];
  const taken: TakenPages[] = [];
  const layers: Array<WrittenPages['layers'][number]> = [];
  const written: ChartFile['written'] = bytes => {
    position += bytes.length;
    return bytes;
  };
  const place: ChartFile['place'] = () => ({ parentObject: offsets.length, firstObject: offsets.length + 1 });
  const write = (number: number, body: string): Uint8Array => {
    offsets[number] = position;
    return written(ascii(`${number} 0 obj\n${body}\nendobj\n`));
  };

  const take: ChartFile['take'] = (bookmarks, from, { pages, objectBytes, layers: added }) => {
    const { parentObject, firstObject } = place();
    const total = objectBytes.reduce((sum, bytes) => sum + bytes, 0);
    const isTheirs = (object: number): boolean =>
      object >= firstObject && object < firstObject + objectBytes.length;
    const marks = placed(bookmarks, pages);
    const isRight = pages.every(isTheirs) && added.every(({ object }) => isTheirs(object));
    if (marks === undefined || from + total !== position || !isRight) return undefined;
    layers.push(...added);
    let offset = from;
    offsets.push(position);
    for (const bytes of objectBytes) {
      offsets.push(offset);
      offset += bytes;
    }
    taken.push({ bookmarks: marks, pages, parentObject, firstStamp: offsets.length });
    // Drawn at the end, when the number of pages is known.
    if (isStamped) offsets.push(...pages.map(() => 0));
    const kids = pages.map(reference).join(' ');
    return write(
      parentObject,
      `<< /Type /Pages /Parent ${reference(rootObject)} /Count ${pages.length} /Kids [${kids}] >>`,
    );
  };

  /** Draws the number of every page, in order. */
  function* stampsOf(parts: readonly TakenPages[], count: number): Generator<Uint8Array> {
    const { shared, stamp } = createStamps(count, offsets.length);
    for (const [number, body] of shared) yield write(number, body);
    let page = 0;
    for (const { pages, firstStamp } of parts)
      for (const index of pages.keys()) {
        page += 1;
        yield write(firstStamp + index, stamp(page));
      }
  }

  function* end(documentTitle: string, order: PartOrder): Generator<Uint8Array> {
    if (taken.length === 0) throw new Error('a document without pages');
    const parts = order === 'asTaken' ? taken : [...taken.slice(-1), ...taken.slice(0, -1)];
    const count = parts.reduce((sum, { pages }) => sum + pages.length, 0);
    const kids = parts.map(({ parentObject }) => reference(parentObject)).join(' ');
    if (isStamped) yield* stampsOf(parts, count);
    yield write(rootObject, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`);
    for (const [number, body] of outlineOf(parts, offsets.length)) yield write(number, body);
    const info = offsets.length;
    yield write(info, `<< /Title ${textString(documentTitle)} /Producer (recordwell) >>`);
    const shown = `/Outlines ${reference(outlineObject)} /PageMode /UseOutlines`;
    const hidden = layersOf(layers);
    yield write(catalogObject, `<< /Type /Catalog /Pages ${reference(rootObject)} ${shown}${hidden} >>`);
    for (const bytes of tableOf(offsets, info, position)) yield written(bytes);
  }

  return {
    bytes: () => position,
    objects: () => offsets.length,
    written,
    head: () => written(ascii('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')),
    place,
    take,
    end,
  };
}
