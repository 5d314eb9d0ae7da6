import type { Place } from './chart-job';

/**
 * What is said of pages that were written: their objects, and the size of every object that came with them.
 */
export interface WrittenPages {
  readonly pages: readonly number[];
  readonly objectBytes: readonly number[];
}

/** Pages that are in the file: a source's, or the index's. */
interface TakenPages {
  readonly title: string;
  readonly pages: readonly number[];
  /** The object that holds them. */
  readonly parentObject: number;
}

/** The order of the parts: as they were taken, or what was taken last before all others. */
export type PartOrder = 'asTaken' | 'lastFirst';

/**
 * A PDF in the making, written from its beginning to its end and never looked back at: what is remembered is
 * where each object begins. Bytes that no object of the table points at are passed over by every reader, so a
 * source that breaks off half way does no harm.
 */
export interface ChartFile {
  /** How many bytes there are. */
  readonly bytes: () => number;
  /** How many objects there are. */
  readonly objects: () => number;
  /** Counts bytes that are written, whatever they are. */
  readonly written: (bytes: Uint8Array) => Uint8Array;
  /** The head; its second line tells that this is no text. */
  readonly head: () => Uint8Array;
  /** Where the objects of what comes next are to stand. */
  readonly place: () => Place;
  /**
   * Puts pages on record whose objects have been written from a position on.
   * @returns the object that holds them; `undefined` where what is said of them does not hold
   */
  readonly take: (title: string, from: number, said: WrittenPages) => Uint8Array | undefined;
  /** What ends the file: the pages in an order, a bookmark for each part, and where every object begins. */
  readonly end: (documentTitle: string, order: PartOrder) => Generator<Uint8Array>;
}

const catalogObject = 1;
const rootObject = 2;
const outlineObject = 3;
/** Entries of the cross-reference table that are written in one go. */
const entriesAtOnce = 5_000;

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function reference(object: number): string {
  return `${object} 0 R`;
}

/** A text of PDF, in hexadecimal, so that nothing in it can end it (ISO 32000-1, 7.9.2.2). */
function textString(text: string): string {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  return `<FEFF${utf16.toString('hex').toUpperCase()}>`;
}

/** An object with its number. */
type Numbered = readonly [number: number, body: string];

/** The outline and its bookmarks, the first of which has this number. */
function bookmarksOf(parts: readonly TakenPages[], first: number): Numbered[] {
  const last = first + parts.length - 1;
  const ends = `/First ${reference(first)} /Last ${reference(last)}`;
  const outline = `<< /Type /Outlines ${ends} /Count ${parts.length} >>`;
  return [
    [outlineObject, outline],
    ...parts.map(({ title, pages }, step): Numbered => {
      const number = first + step;
      const before = number === first ? '' : ` /Prev ${reference(number - 1)}`;
      const after = number === last ? '' : ` /Next ${reference(number + 1)}`;
      const place = `/Parent ${reference(outlineObject)}${before}${after}`;
      const [page = rootObject] = pages;
      return [number, `<< /Title ${textString(title)} ${place} /Dest [${reference(page)} /Fit] >>`];
    }),
  ];
}

/** The cross-reference table and what follows it, `start` being where it begins. */
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

/** Begins a chart. */
export function createChartFile(): ChartFile {
  let position = 0;
  // Where each object begins, by its number; of those that are told at the end, from then on.
  const offsets: number[] = [0, 0, 0, 0];
  const taken: TakenPages[] = [];
  const written: ChartFile['written'] = bytes => {
    position += bytes.length;
    return bytes;
  };
  const place: ChartFile['place'] = () => ({ parentObject: offsets.length, firstObject: offsets.length + 1 });
  const write = (number: number, body: string): Uint8Array => {
    offsets[number] = position;
    return written(ascii(`${number} 0 obj\n${body}\nendobj\n`));
  };

  const take: ChartFile['take'] = (title, from, { pages, objectBytes }) => {
    const { parentObject, firstObject } = place();
    const total = objectBytes.reduce((sum, bytes) => sum + bytes, 0);
    const isTheirs = (object: number): boolean =>
      object >= firstObject && object < firstObject + objectBytes.length;
    if (from + total !== position || !pages.every(isTheirs)) return undefined;
    let offset = from;
    offsets.push(position);
    for (const bytes of objectBytes) {
      offsets.push(offset);
      offset += bytes;
    }
    taken.push({ title, pages, parentObject });
    const kids = pages.map(reference).join(' ');
    return write(
      parentObject,
      `<< /Type /Pages /Parent ${reference(rootObject)} /Count ${pages.length} /Kids [${kids}] >>`,
    );
  };

  function* end(documentTitle: string, order: PartOrder): Generator<Uint8Array> {
    if (taken.length === 0) throw new Error('a document without pages');
    const parts = order === 'asTaken' ? taken : [...taken.slice(-1), ...taken.slice(0, -1)];
    const count = parts.reduce((sum, { pages }) => sum + pages.length, 0);
    const kids = parts.map(({ parentObject }) => reference(parentObject)).join(' ');
    yield write(rootObject, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`);
    for (const [number, body] of bookmarksOf(parts, offsets.length)) yield write(number, body);
    const info = offsets.length;
    yield write(info, `<< /Title ${textString(documentTitle)} /Producer (recordwell) >>`);
    const shown = `/Outlines ${reference(outlineObject)} /PageMode /UseOutlines`;
    yield write(catalogObject, `<< /Type /Catalog /Pages ${reference(rootObject)} ${shown} >>`);
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
