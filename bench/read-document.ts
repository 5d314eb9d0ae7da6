import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDocumentReaders, type DocumentReaders } from '../src/reading/document-readers';
import { hospitalBoxed } from '../evaluation/forms/layouts/hospital-boxed';
import { makeCase } from '../evaluation/forms/make-case';
import type { Bench } from './bench';
import { median } from './measure/figures';

const sample = join(__dirname, '../docs/guides/sample-authorization.pdf');
/** The time for a reader that was started in advance to load what it needs, on an idle machine. */
const loadMs = 3_000;

/**
 * Measures how long it takes to read documents: what a waiting reader saves for one with text, and how long
 * recognition takes for a scanned page.
 */
export const readDocumentBench: Bench = {
  name: 'read-document',
  purpose:
    'a one-page form, with text and scanned, read by a waiting process, and with text by a newly ' +
    'started process',
  run: async ({ rounds, onEnd, sized, tell }) => {
    const document = new Uint8Array(await readFile(sample));
    const { pdf: scan } = await makeCase({
      form: hospitalBoxed,
      personNumber: 0,
      shape: 'scanned',
      state: 'signed',
    });
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
    const times = { waiting: [] as number[], started: [] as number[], scanned: [] as number[] };
    for (let round = 1; round <= rounds; round += 1) {
      times.started.push(await took(started));
      times.waiting.push(await took(waiting));
      times.scanned.push(await took(waiting, scan));
      const [text, cold, scanned] = [times.waiting, times.started, times.scanned].map(all =>
        all.at(-1)?.toFixed(0),
      );
      tell(`${text} ms; newly started ${cold} ms; scanned ${scanned} ms`);
    }
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
    ];
  },
};
