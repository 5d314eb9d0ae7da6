/** Opens a deliverable as its reader would. */
import { unzipSync } from 'fflate';
import { readPdf } from '../../test/support/read-pdf';

/** What every stub document says of itself. */
const marker = 'STUB DATA';

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;
}

async function describePdf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readPdf(bytes);
  const silent = pages.findIndex(text => !text.includes(marker));
  if (silent >= 0) throw new Error(`Page ${silent + 1} does not say ${marker}.`);
  return `a PDF of ${pages.length} page${pages.length === 1 ? '' : 's'}`;
}
function describeZip(bytes: Uint8Array): string {
  const entries = Object.entries(unzipSync(bytes));
  // DICOM PS3.10 §7.1: 128 bytes of preamble, then the letters DICM.
  const images = entries.filter(([, content]) => startsWith(content, 'DICM', 128));
  if (images.length === 0) throw new Error('The archive holds no DICOM file.');
  return `a ZIP with ${images.length} DICOM file${images.length === 1 ? '' : 's'}`;
}

/**
 * Says what a deliverable is.
 * @throws when it does not open or is not what its name says
 */
export async function describeFile(fileName: string, bytes: Uint8Array): Promise<string> {
  if (fileName.endsWith('.pdf') && startsWith(bytes, '%PDF-')) return describePdf(bytes);
  if (fileName.endsWith('.zip') && startsWith(bytes, 'PK')) return describeZip(bytes);
  throw new Error(`${fileName} is not what its name says.`);
}
