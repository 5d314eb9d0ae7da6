import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { extract } from '../../src/reading/extraction/extract';
import type { DocumentLayout } from '../../src/reading/document-layout';
import { documentBytesMax, documentPagesMax } from '../../src/domain/auth-checks/limits';
import { parseReading } from '../../src/reading/parse-reading';
import { readDocument, readingLimits } from '../../src/reading/read-document';
import { formPdf, hangingPdf, longPdf, scanOf } from '../support/authorization-documents';

async function layoutOf(pdf: Uint8Array): Promise<DocumentLayout> {
  const reading = await readDocument(pdf);
  if (reading.kind === 'refused') throw new Error(`refused: ${reading.refusal}`);
  return reading.layout;
}

describe('a document is read', () => {
  test('word by word, with its places and its ink', async () => {
    const { pages } = await layoutOf(await formPdf());
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect(page).toMatchObject({ number: 1, width: 612, height: 792, source: 'text', confidence: null });
    const jane = page?.words.find(({ text }) => text === 'Jane');
    // Left on the page and in its upper third, as the form has it.
    expect(jane?.box.x).toBeGreaterThan(50);
    expect(jane?.box.x).toBeLessThan(100);
    expect(jane?.box.y).toBeLessThan(264);
    expect(page?.ink.strokes.length).toBeGreaterThan(0);
    expect(page?.ink.rules.length).toBeGreaterThan(0);
  });

  test('with what is filled into its fields', async () => {
    const pdf = new PDFDocument({ size: 'LETTER' });
    pdf.font('Helvetica').initForm();
    pdf.text('Authorization to release health information', 72, 72);
    pdf.text('Patient name', 72, 120);
    pdf.formText('field.1', 180, 116, 200, 18, { value: 'Jane Doe' });
    pdf.formCheckbox('field.2', 72, 160, 12, 12);
    pdf.end();
    const layout = await layoutOf(new Uint8Array(await buffer(pdf)));
    expect(layout.pages[0]?.widgets).toEqual([
      expect.objectContaining({ kind: 'text', name: 'field.1', value: 'Jane Doe' }),
      expect.objectContaining({ kind: 'checkbox', name: 'field.2', isOn: false }),
    ]);
    expect(extract(layout).data.patientName?.text).toBe('Jane Doe');
  });

  test('off a picture when it has no words of its own', async () => {
    const { pages } = await layoutOf(await scanOf(await formPdf()));
    expect(pages[0]?.source).toBe('recognition');
    expect(pages[0]?.confidence).toBeGreaterThan(80);
    expect(pages[0]?.words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Jane', 'Doe']));
  }, 60_000);

  test('off a picture in Spanish, with its accents', async () => {
    const pdf = new PDFDocument({ size: 'LETTER' });
    pdf.fontSize(11).text('Autorización para divulgar información médica', 72, 72);
    pdf.text('Nombre del paciente: Begoña Núñez Ibáñez', 72, 110);
    pdf.end();
    const { pages } = await layoutOf(await scanOf(new Uint8Array(await buffer(pdf))));
    expect(pages[0]?.source).toBe('recognition');
    expect(pages[0]?.words.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Autorización', 'médica', 'Begoña', 'Núñez', 'Ibáñez']),
    );
  }, 60_000);

  test('off a picture with what hangs below a rule, and apart from the label that it stands close to', async () => {
    const pdf = new PDFDocument({ size: 'LETTER' });
    pdf.fontSize(8).text('First name', 72, 104, { lineBreak: false });
    const from = 72 + pdf.widthOfString('First name') + 3;
    pdf.moveTo(from, 112).lineTo(400, 112).lineWidth(0.7).stroke();
    pdf.fontSize(11).text('Gregory', from, 102, { lineBreak: false });
    pdf.fontSize(11).text('Authorization to release health information of a patient', 72, 150);
    pdf.end();
    const { pages } = await layoutOf(await scanOf(new Uint8Array(await buffer(pdf))));
    const words = pages[0]?.words ?? [];
    expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['First', 'name', 'Gregory']));
    // As tight as its ink: it begins where it was written.
    expect(words.find(({ text }) => text === 'Gregory')?.box.x).toBeCloseTo(from, -0.5);
  }, 60_000);

  test('off a picture up to what stands by itself in its corners, small and faint, and none off an empty one [CHECK-40]', async () => {
    const pdf = new PDFDocument({ size: 'LETTER', margin: 0 });
    pdf.fontSize(11).text('Authorization to release health information', 72, 380, { lineBreak: false });
    pdf.fontSize(8).fillColor('#777777').text('Page 7', 4, 4, { lineBreak: false });
    pdf.text('Copy 3', 578, 780, { lineBreak: false });
    pdf.addPage();
    pdf.end();
    const { pages } = await layoutOf(await scanOf(new Uint8Array(await buffer(pdf))));
    expect(pages[0]?.words.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Page', '7', 'Authorization', 'information', 'Copy', '3']),
    );
    // Where they stand on the page, not in what was looked at of it.
    expect(pages[0]?.words.find(({ text }) => text === 'Copy')?.box.x).toBeGreaterThan(570);
    expect(pages[0]?.words.find(({ text }) => text === 'Copy')?.box.y).toBeGreaterThan(770);
    expect(pages[1]).toMatchObject({ source: 'recognition', confidence: 0, words: [] });
  }, 60_000);

  test('though a page is turned', async () => {
    const pdf = new PDFDocument({ size: 'LETTER', layout: 'landscape' });
    pdf.text(
      'Patient name: Jane Doe, and enough words that this page has a text layer worth the name.',
      72,
      72,
    );
    Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
    pdf.end();
    const { pages } = await layoutOf(new Uint8Array(await buffer(pdf)));
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
    const words = pages[0]?.words ?? [];
    expect(
      words.every(
        ({ box }) => box.x >= 0 && box.x + box.width <= 612 && box.y >= 0 && box.y + box.height <= 792,
      ),
    ).toBe(true);
  });

  test('up to its last page, and refused with one more [DECISION-52]', async () => {
    expect([documentPagesMax, documentBytesMax]).toEqual([25, 25 * 1024 * 1024]);
    const most = await layoutOf(
      await longPdf(documentPagesMax, 'A page with so many words that nobody would take it for a picture.'),
    );
    expect(most.pages).toHaveLength(documentPagesMax);
    expect(await readDocument(await longPdf(documentPagesMax + 1))).toEqual({
      kind: 'refused',
      refusal: 'tooManyPages',
    });
  }, 60_000);
});

describe('a document that takes too much is refused', () => {
  test.each([
    ['time', { timeMs: 50 }],
    ['heap', { heapMegabytes: 5 }],
    ['memory', { memoryMegabytes: 10 }],
    ['of an answer', { answerBytes: 1_000 }],
  ])(
    '%s',
    async (_what, limit) => {
      // A scan: reading it takes longer than a look at the memory, which is twice a second.
      const document = await scanOf(await formPdf());
      expect(await readDocument(document, undefined, { ...readingLimits, ...limit })).toEqual({
        kind: 'refused',
        refusal: 'tooHard',
      });
    },
    60_000,
  );

  test('time for a page, however forms are nested on it, long before the time of a document is over [CHECK-29]', async () => {
    expect(readingLimits).toMatchObject({ timeMs: 300_000, silenceMs: 60_000 });
    const began = performance.now();
    expect(await readDocument(await hangingPdf(), undefined, { ...readingLimits, silenceMs: 1_500 })).toEqual(
      { kind: 'refused', refusal: 'tooHard' },
    );
    expect(performance.now() - began).toBeLessThan(readingLimits.timeMs / 4);
  });

  test('time in all, though each page is read in its own [CHECK-29]', async () => {
    // What the reader says of its pages begins the time of the next one, and never that of the document.
    const document = await longPdf(
      documentPagesMax,
      'A page with so many words that nobody takes it for a picture.',
    );
    const limits = { ...readingLimits, timeMs: 400, silenceMs: 60_000 };
    expect(await readDocument(document, undefined, limits)).toEqual({ kind: 'refused', refusal: 'tooHard' });
  });

  test('but one whose reader is ended by us is not: another worker reads it', async () => {
    const ending = new AbortController();
    const reading = readDocument(await formPdf(), ending.signal);
    ending.abort();
    await expect(reading).rejects.toThrow('aborted');
  });
});

test('the reader says each page that it has read before its answer [CHECK-29]', async () => {
  const reader = spawn(process.execPath, [join(__dirname, '../../src/reading/reader-process.mts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  reader.stdin.end(await longPdf(3, 'A page with so many words that nobody takes it for a picture.'));
  const answer = await text(reader.stdout);
  expect(answer.slice(0, answer.indexOf('{'))).toBe('\n\n\n');
  expect(parseReading(answer)).toMatchObject({ kind: 'read' });
}, 30_000);

describe('what the reader process answers is taken as a stranger’s', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'read'],
    ['another shape', '{"kind":"read","layout":{"pages":[{}]}}'],
    ['a refusal that there is not', '{"kind":"refused","refusal":"because"}'],
    ['null', 'null'],
  ])('%s is none', (_what, answer) => {
    expect(parseReading(answer)).toBeUndefined();
  });
});
