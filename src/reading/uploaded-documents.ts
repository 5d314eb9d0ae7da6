/** Reads uploaded documents: bytes in, a reading or a refusal out. Layouts don't leave this folder. */
import type { Extraction, Refusal } from '../domain/auth-checks/extraction';
import type { SupportingReading } from '../domain/supporting-documents/supporting-document';
import type { DocumentReaders } from './document-readers';
import { extract } from './extraction/extract';
import { extractSupporting } from './extraction/extract-supporting';

/**
 * Reads an authorization.
 * @throws ReaderFault if the fault is ours; DOMException AbortError if `signal` ends it
 */
export async function readAuthorization(
  readers: Pick<DocumentReaders, 'read'>,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Extraction | Refusal> {
  const reading = await readers.read(bytes, signal);
  return reading.kind === 'read' ? extract(reading.layout) : reading.refusal;
}

/**
 * Reads a supporting document.
 * @throws as `readAuthorization`
 */
export async function readSupporting(
  readers: Pick<DocumentReaders, 'read'>,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<SupportingReading | Refusal> {
  const reading = await readers.read(bytes, signal);
  return reading.kind === 'read' ? extractSupporting(reading.layout) : reading.refusal;
}
