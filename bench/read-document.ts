import { strictEqual } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDocumentReaders, type DocumentReaders } from '../src/documents/document-readers';
import type { Bench } from './bench';
import { median } from './measure/figures';

const sample = join(__dirname, '../docs/guides/sample-authorization.pdf');
/** How long a reader that was started ahead has to load what it needs, on a machine that does nothing else. */
const loadMs = 3_000;

/** How long a text document is read: what a reader that waits saves, and what is left. */
export const readDocumentBench: Bench = {
  name: 'read-document',
  purpose:
    'a form of one page with text, read by a process that waits for it, and by one that is started for it',
  run: async ({ rounds, onEnd, tell }) => {
    const document = await readFile(sample);
    const [waiting, started] = [createDocumentReaders(1), createDocumentReaders(0)];
    onEnd(async () => waiting.close());
    const took = async (readers: DocumentReaders): Promise<number> => {
      await delay(loadMs);
      const startedAt = performance.now();
      const { kind } = await readers.read(new Uint8Array(document));
      const ms = performance.now() - startedAt;
      strictEqual(kind, 'read');
      return ms;
    };
    const times = { waiting: [] as number[], started: [] as number[] };
    for (let round = 1; round <= rounds; round += 1) {
      times.started.push(await took(started));
      times.waiting.push(await took(waiting));
      tell(`${times.waiting.at(-1)?.toFixed(0)} ms; started for it ${times.started.at(-1)?.toFixed(0)} ms`);
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
    ];
  },
};
