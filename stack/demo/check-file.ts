/** Opens a deliverable as a customer would. */
import { unzipSync } from 'fflate';
import { readPdf } from '../../test/support/read-pdf';

/** The marker in every stub document. */
const marker = 'STUB DATA';

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;
}

async function describePdf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readPdf(bytes);
  const silent = pages.findIndex(text => !text.includes(marker));
  if (silent >= 0) throw new Error(`Page ${silent + 1} doesn't say ${marker}.`);
  return `a PDF of ${pages.length} page${pages.length === 1 ? '' : 's'}`;
}
function describeZip(bytes: Uint8Array): string {
  const entries = Object.entries(unzipSync(bytes));
  // DICOM PS3.10 §7.1: 128 bytes of preamble, then the letters DICM.
  const images = entries.filter(([, content]) => startsWith(content, 'DICM', 128));
  if (images.length === 0) throw new Error('The archive has no DICOM files.');
  return `a ZIP with ${images.length} DICOM file${images.length === 1 ? '' : 's'}`;
}

/**
 * Describes a deliverable.
 * @throws if it can't be opened, or doesn't match its name
 */
export async function describeFile(fileName: string, bytes: Uint8Array): Promise<string> {
  if (fileName.endsWith('.pdf') && startsWith(bytes, '%PDF-')) return describePdf(bytes);
  if (fileName.endsWith('.zip') && startsWith(bytes, 'PK')) return describeZip(bytes);
  throw new Error(`${fileName} isn't the type of file that its name says.`);
}
