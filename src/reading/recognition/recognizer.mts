/** Reads the words of an image with two networks in this folder; nothing is downloaded or stored. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import type { Canvas } from '@napi-rs/canvas';
import type { Box, QuarterTurn } from '../../domain/auth-checks/extraction.ts';
import type { Word } from '../document-layout.ts';
import { roundBox } from '../ink.mts';
import { findLines } from './find-lines.mts';
import { clearTurnOf, quarterTurnOf, type LineReading } from './quarter-turns.mts';
import { readLine, type ReadCharacter } from './read-line.mts';
import { isTouched, wordsOf, type UprightPage } from './words.mts';

/** The text recognized in an image. */
export interface Recognition {
  readonly words: readonly Word[];
  /** 0 to 100. */
  readonly confidence: number;
}

/** Reads words in images. */
export interface Recognizer {
  /** Reads an upright page with a given scale. */
  readonly recognize: (page: UprightPage, pixelsPerPoint: number) => Promise<Recognition>;
  /**
   * Returns by how much a page must be turned clockwise to be upright, as a small picture of it and a few of
   * its lines say; `undefined` if they don't say it clearly.
   */
  readonly clearTurnOf: (page: Canvas) => Promise<QuarterTurn | undefined>;
  /** Returns by how much a page must be turned clockwise to be upright, at greater length. */
  readonly quarterTurnOf: (page: Canvas) => Promise<QuarterTurn>;
}

const models = join(import.meta.dirname, 'models');
// One core, because documents are read in parallel. Memory that the runtime would keep for the next page is
// freed.
const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
};

/** The reader's usual confidence in print; in handwriting it is hardly ever this high. */
const sureFrom = 0.9;

/** Returns the confidence in a line's characters, 0 to 1. */
function surenessOf(read: readonly ReadCharacter[]): number {
  return read.reduce((sum, { sureness }) => sum + sureness, 0) / Math.max(1, read.length);
}

function inPoints({ box: { x, y, width, height }, ...word }: Word, pixelsPerPoint: number): Word {
  const box = {
    x: x / pixelsPerPoint,
    y: y / pixelsPerPoint,
    width: width / pixelsPerPoint,
    height: height / pixelsPerPoint,
  };
  return { ...word, box: roundBox(box) };
}

/** Opens the recognizer, for English and Spanish. */
export async function openRecognizer(): Promise<Recognizer> {
  const [detector, reader, listed] = await Promise.all([
    InferenceSession.create(join(models, 'detector.onnx'), options),
    InferenceSession.create(join(models, 'reader.onnx'), options),
    readFile(join(models, 'characters.json'), 'utf8'),
  ]);
  const characters = JSON.parse(listed) as readonly string[];
  /**
   * Reads a line without what was removed from the page, and, if something was, with it: a stroke may have
   * been part of a letter.
   */
  async function readBetter(line: Box, page: UprightPage): Promise<readonly ReadCharacter[]> {
    const cleaned = await readLine(reader, characters, page.cleaned, line);
    if (!isTouched(line, page)) return cleaned;
    const whole = await readLine(reader, characters, page.canvas, line);
    const hasMore = whole.length > cleaned.length && surenessOf(whole) >= sureFrom;
    return hasMore || surenessOf(whole) > surenessOf(cleaned) ? whole : cleaned;
  }

  const lineReading: LineReading = {
    findLines: (page, longerSide) => findLines(detector, page, longerSide),
    surenessIn: async (page, line) =>
      (await readLine(reader, characters, page, line)).map(({ sureness }) => sureness),
  };

  return {
    recognize: async (page, pixelsPerPoint) => {
      const words: Word[] = [];
      for (const line of await findLines(detector, page.cleaned)) {
        const read = await readBetter(line, page);
        words.push(...wordsOf(read, line, page).map(word => inPoints(word, pixelsPerPoint)));
      }
      const sum = words.reduce((total, { confidence = 0 }) => total + confidence, 0);
      return { words, confidence: words.length === 0 ? 0 : Math.round(sum / words.length) };
    },
    clearTurnOf: canvas => clearTurnOf(lineReading, canvas),
    quarterTurnOf: canvas => quarterTurnOf(lineReading, canvas),
  };
}
