import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDocumentReaders, type DocumentReaders } from '../../src/reading/document-readers';
import { readDocument } from '../../src/reading/read-document';
import { formPdf } from '../support/authorization-documents';
import { until } from '../support/until';

function ofProcess(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the child processes that were started ahead, waiting for a document. */
function waitingReaders(): number[] {
  return readdirSync(`/proc/${process.pid}/task`)
    .flatMap(thread => readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter(pid => pid !== '')
    .map(Number)
    .filter(pid => ofProcess(pid, 'cmdline').includes('--rehearse'));
}

function waitForReaders(count: number): Promise<number[]> {
  return until(
    `${count} readers to wait`,
    async () => waitingReaders(),
    pids => pids.length === count,
  );
}

describe('Document readers started ahead [CHECK-30]', () => {
  let readers: DocumentReaders;
  beforeEach(() => {
    readers = createDocumentReaders(2);
  });
  afterEach(async () => {
    readers.close();
    await waitForReaders(0);
  });

  test('read one document each with the usual result, and are replaced', async () => {
    const document = await formPdf();
    const [first, second] = await waitForReaders(2);
    const reading = await readers.read(new Uint8Array(document));
    expect(reading).toEqual(await readDocument(document));
    const afterwards = await waitForReaders(2);
    expect(afterwards).not.toContain(first);
    expect(afterwards).toContain(second);
    // More at once than there are readers waiting: the third gets a process of its own.
    const all = await Promise.all([1, 2, 3].map(() => readers.read(new Uint8Array(document))));
    expect(all).toEqual([reading, reading, reading]);
    const last = await waitForReaders(2);
    expect(last.filter(pid => afterwards.includes(pid))).toEqual([]);
  }, 60_000);

  test('are restricted like other readers: a small heap, no environment, and read access to their code only', async () => {
    for (const pid of await waitForReaders(2)) {
      const words = ofProcess(pid, 'cmdline').split('\0');
      expect(words).toEqual(expect.arrayContaining(['--permission', '--max-old-space-size=512']));
      expect(words.filter(word => /^--allow-(?!fs-read=)/.test(word))).toEqual([
        '--allow-addons',
        '--allow-worker',
      ]);
      expect(words.filter(word => word.startsWith('--allow-fs-read='))).toEqual(
        ['src/reading', 'node_modules', 'package.json'].map(
          path => `--allow-fs-read=${join(__dirname, '../..', path)}`,
        ),
      );
      expect(ofProcess(pid, 'environ')).toBe('');
    }
  });

  test('are replaced after they ended, and end when the worker stops', async () => {
    for (const pid of await waitForReaders(2)) process.kill(pid, 'SIGKILL');
    await waitForReaders(0);
    expect(await readers.read(await formPdf())).toMatchObject({ kind: 'read' });
    await waitForReaders(2);
    readers.close();
    await waitForReaders(0);
    expect(await readers.read(await formPdf())).toMatchObject({ kind: 'read' });
    expect(waitingReaders()).toEqual([]);
  }, 60_000);
});

test('A waiting reader ends with its standard input, which closes when the worker ends for any reason [CHECK-30]', async () => {
  const entry = join(__dirname, '../../src/reading/reader-process.mts');
  const reader = spawn(process.execPath, [entry, '--rehearse'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>(resolve => reader.once('close', resolve));
  reader.stdin.end();
  // The practice document leaves nothing in its answer.
  expect(JSON.parse(await text(reader.stdout))).toEqual({ kind: 'refused', refusal: 'empty' });
  expect(await ended).toBe(0);
}, 30_000);
