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

/** The processes of this one that were started to wait for a document. */
function ahead(): number[] {
  return readdirSync(`/proc/${process.pid}/task`)
    .flatMap(thread => readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter(pid => pid !== '')
    .map(Number)
    .filter(pid => ofProcess(pid, 'cmdline').includes('--rehearse'));
}

function aheadAre(count: number): Promise<number[]> {
  return until(
    `${count} readers to wait`,
    async () => ahead(),
    pids => pids.length === count,
  );
}

describe('readers that are started ahead [CHECK-30]', () => {
  let readers: DocumentReaders;
  beforeEach(() => {
    readers = createDocumentReaders(2);
  });
  afterEach(async () => {
    readers.close();
    await aheadAre(0);
  });

  test('read a document as others do, each one and no other, and another takes its place', async () => {
    const document = await formPdf();
    const [first, second] = await aheadAre(2);
    const reading = await readers.read(new Uint8Array(document));
    expect(reading).toEqual(await readDocument(document));
    const then = await aheadAre(2);
    expect(then).not.toContain(first);
    expect(then).toContain(second);
    // More at once than wait: the third has a process started for it.
    const all = await Promise.all([1, 2, 3].map(() => readers.read(new Uint8Array(document))));
    expect(all).toEqual([reading, reading, reading]);
    const last = await aheadAre(2);
    expect(last.filter(pid => then.includes(pid))).toEqual([]);
  }, 60_000);

  test('are fenced as others are: a small heap, no environment, no rights but to read what they are', async () => {
    for (const pid of await aheadAre(2)) {
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

  test('are passed over when they have ended, and end when the worker stops', async () => {
    for (const pid of await aheadAre(2)) process.kill(pid, 'SIGKILL');
    await aheadAre(0);
    expect(await readers.read(await formPdf())).toMatchObject({ kind: 'read' });
    await aheadAre(2);
    readers.close();
    await aheadAre(0);
    expect(await readers.read(await formPdf())).toMatchObject({ kind: 'read' });
    expect(ahead()).toEqual([]);
  }, 60_000);
});

test('a reader that waits ends with its standard input, which ends with the worker, however that goes [CHECK-30]', async () => {
  const entry = join(__dirname, '../../src/reading/reader-process.mts');
  const reader = spawn(process.execPath, [entry, '--rehearse'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>(resolve => reader.once('close', resolve));
  reader.stdin.end();
  // Nothing of what it read for practice is in what it says.
  expect(JSON.parse(await text(reader.stdout))).toEqual({ kind: 'refused', refusal: 'empty' });
  expect(await ended).toBe(0);
}, 30_000);
