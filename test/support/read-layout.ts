import type { DocumentLayout } from '../../src/reading/document-layout';
import { readDocument } from '../../src/reading/read-document';

/** Reads a document as production does. @throws Error if it is refused */
export async function layoutOf(pdf: Uint8Array): Promise<DocumentLayout> {
  const reading = await readDocument(pdf);
  if (reading.kind === 'refused') throw new Error(`refused: ${reading.refusal}`);
  return reading.layout;
}
