import { join } from 'node:path';
import { documentBytesMax } from '../domain/auth-checks/limits';
import type { ConfinedProcess } from '../platform/confined-process';
import type { Reading } from './document-layout';
import { parseReading } from './parse-reading';
import { runConfined, type ConfinedLimits } from './run-confined';

/**
 * A page of a scan takes about 3 s, and the reader says each that it has read; a document has 25 pages at
 * most.
 */
export const readingLimits: ConfinedLimits = {
  timeMs: 5 * 60_000,
  silenceMs: 60_000,
  heapMegabytes: 512,
  memoryMegabytes: 1_500,
  answerBytes: 32 * 1024 * 1024,
};

/** The process that reads a document. */
export const readerEntry = join(__dirname, 'reader-process');

/** The canvas and the recogniser are native code, and run in threads. */
export const readerRights = ['addons', 'worker'] as const;

/** Chooses the process of a document: one that `start` starts, or one that has read nothing yet. */
export type ReaderStart = (start: () => ConfinedProcess) => ConfinedProcess;

/**
 * Reads a document in a process of its own: what customers upload may have been made to break its reader.
 * @param choose hands out the process; it is started for the document unless given
 * @throws ReaderFault where the fault is ours; DOMException AbortError when `signal` ends it
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
  // An answer that is none: the document has made its reader say something else.
  return parseReading(output.toString('utf8')) ?? { kind: 'refused', refusal: 'tooHard' };
}
