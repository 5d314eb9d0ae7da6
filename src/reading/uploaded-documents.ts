/** Reads uploaded documents: bytes in, what was read or a refusal out. Layouts don't leave this room. */
import type { Extraction, Refusal } from '../domain/auth-checks/extraction';
import type { SupportingReading } from '../domain/supporting-documents/supporting-document';
import type { DocumentReaders } from './document-readers';
import { extract } from './extraction/extract';
import { extractSupporting } from './extraction/extract-supporting';

/**
 * Reads an authorization.
 * @throws ReaderFault where the fault is ours; DOMException AbortError when `signal` ends it
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
