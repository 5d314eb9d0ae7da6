import { inflateSync, constants } from 'node:zlib';
import { decodePDFRawStream, PDFName, PDFRawStream, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { LeftOut } from './left-out.mts';

const name = { filter: PDFName.of('Filter'), parameters: PDFName.of('DecodeParms') } as const;
const flate = PDFName.of('FlateDecode');

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Inflates what arrived, also of a stream that is cut short. @throws LeftOut beyond the limit */
function inflated(bytes: Uint8Array, bytesMax: number): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (isTooLarge(error)) throw new LeftOut('tooLarge');
    return undefined;
  }
}

/**
 * Returns the decoded bytes of a stream; `undefined` if it isn't one, or can't be decoded.
 * @throws LeftOut `tooLarge` if there are more than `bytesMax`
 */
export function bytesOfStream(stream: PDFObject | undefined, bytesMax: number): Uint8Array | undefined {
  if (!(stream instanceof PDFStream)) return undefined;
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  const filter = stream.dict.lookup(name.filter);
  const isPlain = stream.transform === undefined && stream.dict.lookup(name.parameters) === undefined;
  if (isPlain && filter === flate) {
    const found = inflated(stream.contents, bytesMax);
    if (found !== undefined) return found;
  }
  try {
    const bytes = decodePDFRawStream(stream).decode();
    if (bytes.length > bytesMax) throw new LeftOut('tooLarge');
    return bytes;
  } catch (error) {
    if (error instanceof LeftOut) throw error;
    return undefined;
  }
}
