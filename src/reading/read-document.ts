import { join } from 'node:path';
import { documentBytesMax } from '../domain/auth-checks/limits';
import type { ConfinedProcess } from '../platform/confined-process';
import type { Reading } from './document-layout';
import { parseReading } from './parse-reading';
import { runConfined, type ConfinedLimits } from './run-confined';

/** A scanned page takes up to 3 s, and the reader reports each page; a document has at most 25. */
export const readingLimits: ConfinedLimits = {
  timeMs: 5 * 60_000,
  silenceMs: 60_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_500,
  answerBytes: 32 * 1024 * 1024,
};

/** The process that reads a document. */
export const readerEntry = join(__dirname, 'reader-process');

/** The canvas and the recognizer are native code and use threads. */
export const readerRights = ['addons', 'worker'] as const;

/** Chooses the process of a document: one that `start` starts, or one that has read nothing yet. */
export type ReaderStart = (start: () => ConfinedProcess) => ConfinedProcess;

/**
 * Reads a document in a separate process: uploads may be made to attack their reader.
 * @param choose provides the process; by default it is started for the document
 * @throws ReaderFault if the fault is ours; DOMException AbortError if `signal` ends it
 */
export async function readDocument(
  bytes: Uint8Array,
  signal?: AbortSignal,
  limits: ConfinedLimits = readingLimits,
  choose: ReaderStart = start => start(),
): Promise<Reading> {
  if (bytes.length === 0) return { kind: 'refused', refusal: 'empty' };
  if (bytes.length > documentBytesMax) return { kind: 'refused', refusal: 'tooLarge' };
  const output = await runConfined(bytes, {
    entry: readerEntry,
    rights: readerRights,
    limits,
    signal,
    choose,
  });
  if (output === undefined) return { kind: 'refused', refusal: 'tooHard' };
  // An invalid answer means that the document has subverted its reader.
  return parseReading(output.toString('utf8')) ?? { kind: 'refused', refusal: 'tooHard' };
}
