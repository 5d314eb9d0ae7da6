import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createDocumentReaders, type DocumentReaders } from '../src/reading/document-readers';
import { hospitalBoxed } from '../evaluation/forms/layouts/hospital-boxed';
import { makeCase } from '../evaluation/forms/make-case';
import { photographForm, turnPages } from '../evaluation/forms/photograph-form';
import { scanForm } from '../evaluation/forms/scan-form';
import type { Bench } from './bench';
import { readDocument, readingLimits } from '../src/reading/read-document';
import { median } from './measure/figures';
import { peakMemoryOf } from './measure/machine';

const sample = join(__dirname, '../docs/guides/sample-authorization.pdf');
/** The time for a reader that was started in advance to load what it needs, on an idle machine. */
const loadMs = 3_000;

const memoryMbMost = 600;
const lookMs = 20;

/** Returns a document with this many copies of the first page of another one. */
async function copiesOf(pdf: Uint8Array, count: number): Promise<Uint8Array> {
  const [source, copies] = [await PDFDocument.load(pdf), await PDFDocument.create({ updateMetadata: false })];
  for (const page of await copies.copyPages(
    source,
    Array.from({ length: count }, () => 0),
  ))
    copies.addPage(page);
  return copies.save();
}

/** Returns the peak memory of the process that reads a document, in MiB. */
async function memoryToRead(pdf: Uint8Array): Promise<number> {
  let [most, pid] = [0, 0];
  const looks = setInterval(() => {
    if (pid !== 0) most = Math.max(most, peakMemoryOf(pid));
  }, lookMs);
  try {
    const { kind } = await readDocument(new Uint8Array(pdf), undefined, readingLimits, start => {
      const child = start();
      pid = child.pid ?? 0;
      return child;
    });
    strictEqual(kind, 'read');
    return most;
  } finally {
    clearInterval(looks);
  }
}

/**
 * Measures how long it takes to read documents: what a waiting reader saves for one with text, and how long
 * recognition takes for a scanned page, one that is upside down, and one that was photographed sideways; and
 * the memory of the process.
 */
export const readDocumentBench: Bench = {
  name: 'read-document',
  purpose:
    'a one-page form, with text and scanned, read by a waiting process, and with text by a newly ' +
    'started process; one that is upside down, and one that was photographed sideways; and the memory ' +
    'of the process',
  run: async ({ rounds, onEnd, sized, tell }) => {
    const document = new Uint8Array(await readFile(sample));
    const { pdf: scan } = await makeCase({
      form: hospitalBoxed,
      personNumber: 0,
      shape: 'scanned',
      state: 'signed',
    });
    const flat = await makeCase({
      form: hospitalBoxed,
      personNumber: 0,
      shape: 'flattened',
      state: 'signed',
    });
    const flipped = await scanForm(await turnPages(flat.pdf, 180), 'bench');
    const photo = await photographForm(await turnPages(flat.pdf, 90), 'bench');
    const [waiting, started] = [createDocumentReaders(1), createDocumentReaders(0)];
    onEnd(async () => waiting.close());
    deepStrictEqual(
      await waiting.read(new Uint8Array(document)),
      await started.read(new Uint8Array(document)),
    );
    const took = async (readers: DocumentReaders, bytes: Uint8Array = document): Promise<number> => {
      await delay(sized(loadMs, 0));
      const startedAt = performance.now();
      const { kind } = await readers.read(new Uint8Array(bytes));
      const ms = performance.now() - startedAt;
      strictEqual(kind, 'read');
      return ms;
    };
    const times = {
      waiting: [] as number[],
      started: [] as number[],
      scanned: [] as number[],
      flipped: [] as number[],
      photo: [] as number[],
    };
    for (let round = 1; round <= rounds; round += 1) {
      times.started.push(await took(started));
      times.waiting.push(await took(waiting));
      times.scanned.push(await took(waiting, scan));
      times.flipped.push(await took(waiting, flipped));
      times.photo.push(await took(waiting, photo));
      const [text, cold, scanned, turned, taken] = [
        times.waiting,
        times.started,
        times.scanned,
        times.flipped,
        times.photo,
      ].map(all => all.at(-1)?.toFixed(0));
      tell(
        `${text} ms; newly started ${cold} ms; scanned ${scanned} ms; upside down ${turned} ms; ` +
          `photographed ${taken} ms`,
      );
    }
    const memory = [
      ['a page with text', await memoryToRead(document)],
      ['a scanned page', await memoryToRead(scan)],
      ['a photographed page', await memoryToRead(photo)],
      ['ten scanned pages', await memoryToRead(await copiesOf(scan, sized(10, 2)))],
      ['ten photographed pages', await memoryToRead(await copiesOf(photo, sized(10, 2)))],
    ] as const;
    const [ms, startedMs] = [median(times.waiting), median(times.started)];
    return [
      { name: 'read-document/by a process that waits', value: ms, unit: 'ms', bar: { atMost: 150 } },
      {
        name: 'read-document/against one that is started for it',
        value: ms / startedMs,
        unit: 'times',
        bar: { atMost: 0.5 },
      },
      {
        name: 'read-document/a scanned page by a process that waits',
        value: median(times.scanned),
        unit: 'ms',
        bar: { atMost: 2_000 },
      },
      {
        name: 'read-document/a page upside down by a process that waits',
        value: median(times.flipped),
        unit: 'ms',
        bar: { atMost: 2_000 },
      },
      {
        name: 'read-document/a page photographed sideways by a process that waits',
        value: median(times.photo),
        unit: 'ms',
        bar: { atMost: 2_000 },
      },
      ...memory.map(([what, value]) => ({
        name: `read-document/memory of the process: ${what}`,
        value,
        unit: 'MB',
        bar: { atMost: memoryMbMost },
      })),
    ];
  },
};
