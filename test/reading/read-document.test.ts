import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { PDFDocument as PdfObjects, PDFName } from '@cantoo/pdf-lib';
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

async function saved(build: (document: PdfObjects) => void): Promise<Uint8Array> {
  const document = await PdfObjects.create();
  build(document);
  return document.save();
}

describe('A PDF that shows a placeholder instead of its content', () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    [
      'portfolio',
      () =>
        saved(document => {
          document.addPage().drawText('A cover page.');
          document.catalog.set(PDFName.of('Collection'), document.context.obj({ Type: 'Collection' }));
        }),
    ],
    [
      'portfolio',
      () =>
        saved(document => {
          document.addPage().drawText('For the best experience, open this PDF portfolio in Acrobat.');
        }),
    ],
    [
      'dynamicForm',
      () =>
        saved(document => {
          document
            .addPage()
            .drawText(
              'If this message is not eventually replaced by the proper contents of the document, …',
              { size: 9 },
            );
        }),
    ],
  ])('is refused as %s [CHECK-46]', async (refusal, make) => {
    expect(await readDocument(await make())).toEqual({ kind: 'refused', refusal });
  });
});

describe('Reading a document', () => {
  test('returns its words, their places, and its ink', async () => {
    const { pages } = await layoutOf(await formPdf());
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect(page).toMatchObject({ number: 1, width: 612, height: 792, source: 'text', confidence: null });
    const jane = page?.words.find(({ text }) => text === 'Jane');
    // Left on the page and in its upper third, as on the form.
    expect(jane?.box.x).toBeGreaterThan(50);
    expect(jane?.box.x).toBeLessThan(100);
    expect(jane?.box.y).toBeLessThan(264);
    expect(page?.ink.strokes.length).toBeGreaterThan(0);
    expect(page?.ink.rules.length).toBeGreaterThan(0);
  });

  test('includes the values of its form fields', async () => {
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

  test('recognizes the words of a picture without text', async () => {
    const { pages } = await layoutOf(await scanOf(await formPdf()));
    expect(pages[0]?.source).toBe('recognition');
    expect(pages[0]?.confidence).toBeGreaterThan(80);
    expect(pages[0]?.words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Jane', 'Doe']));
  }, 60_000);

  test('recognizes the accents of a picture in Spanish', async () => {
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

  test('recognizes a word that reaches below a rule, apart from the label close to it', async () => {
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
    // The box is as tight as the ink: it starts where the word was written.
    expect(words.find(({ text }) => text === 'Gregory')?.box.x).toBeCloseTo(from, -0.5);
  }, 60_000);

  test('recognizes small, faint words in the corners of a picture, and none on an empty page [CHECK-40]', async () => {
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
    // Places are relative to the page, not to the part that was looked at.
    expect(pages[0]?.words.find(({ text }) => text === 'Copy')?.box.x).toBeGreaterThan(570);
    expect(pages[0]?.words.find(({ text }) => text === 'Copy')?.box.y).toBeGreaterThan(770);
    expect(pages[1]).toMatchObject({ source: 'recognition', confidence: 0, words: [] });
  }, 60_000);

  test('sees a check mark of five points in a printed box, drawn or scanned [CHECK-59]', async () => {
    const form = new PDFDocument({ size: 'letter', margin: 0 }).fontSize(11);
    form.text('AUTHORIZATION TO RELEASE HEALTH INFORMATION', 150, 60);
    form.text('Check what may be released from my records:', 72, 200);
    ['HIV results', 'Genetic testing', 'Mental health records'].forEach((label, index) => {
      form.text(label, 90, 224 + index * 24);
      form
        .rect(74, 225 + index * 24, 7, 7)
        .lineWidth(0.6)
        .stroke();
    });
    form.moveTo(75, 250).lineTo(80, 255).moveTo(80, 250).lineTo(75, 255).lineWidth(0.9).stroke();
    form.end();
    const pdf = await buffer(form);
    for (const document of [pdf, await scanOf(pdf)]) {
      const { sensitive } = extract(await layoutOf(document)).data;
      expect(sensitive).toMatchObject({ hiv: 'notRequested', genetic: 'released' });
      expect(sensitive.mentalHealth).toBe('notRequested');
    }
  });

  test('turns a page whose own rotation puts its text sideways [CHECK-50]', async () => {
    const pdf = new PDFDocument({ size: 'LETTER', layout: 'landscape' });
    pdf.text(
      'Patient name: Jane Doe, and enough words that this page has a text layer worth the name.',
      72,
      72,
    );
    Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
    pdf.end();
    const { pages } = await layoutOf(new Uint8Array(await buffer(pdf)));
    expect(pages[0]).toMatchObject({ width: 792, height: 612, shown: { degrees: 270 } });
    const words = pages[0]?.words ?? [];
    expect(
      words.every(
        ({ box }) => box.x >= 0 && box.x + box.width <= 792 && box.y >= 0 && box.y + box.height <= 612,
      ),
    ).toBe(true);
  });

  test('accepts the maximum number of pages and refuses one more [DECISION-52]', async () => {
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

describe('The limits of a reader', () => {
  test.each([
    ['time', { timeMs: 50 }],
    ['heap', { heapMegabytes: 5 }],
    ['memory', { memoryMegabytes: 10 }],
    ['the size of its answer', { answerBytes: 1_000 }],
  ])(
    'refuse a document that exceeds %s',
    async (_what, limit) => {
      // A scan: reading it takes longer than the interval between two checks of the memory, half a second.
      const document = await scanOf(await formPdf());
      expect(await readDocument(document, undefined, { ...readingLimits, ...limit })).toEqual({
        kind: 'refused',
        refusal: 'tooHard',
      });
    },
    60_000,
  );

  test('refuse a page with nested forms for its own time, long before the time of the document [CHECK-29]', async () => {
    expect(readingLimits).toMatchObject({ timeMs: 300_000, silenceMs: 60_000 });
    // Only the time of the page can end it before the test's own limit.
    const limits = { ...readingLimits, silenceMs: 1_500, timeMs: 24 * 3_600_000 };
    expect(await readDocument(await hangingPdf(), undefined, limits)).toEqual({
      kind: 'refused',
      refusal: 'tooHard',
    });
  });

  test('refuse a document for its total time even if each page is fast [CHECK-29]', async () => {
    // The report of a page restarts the time of the next page, but never that of the document.
    const document = await longPdf(
      documentPagesMax,
      'A page with so many words that nobody takes it for a picture.',
    );
    const limits = { ...readingLimits, timeMs: 400, silenceMs: 60_000 };
    expect(await readDocument(document, undefined, limits)).toEqual({ kind: 'refused', refusal: 'tooHard' });
  });

  test('do not refuse a document whose reader we ended, so that another worker reads it', async () => {
    const ending = new AbortController();
    const reading = readDocument(await formPdf(), ending.signal);
    ending.abort();
    await expect(reading).rejects.toThrow('aborted');
  });
});

test('The reader reports each page before its answer [CHECK-29]', async () => {
  const reader = spawn(process.execPath, [join(__dirname, '../../src/reading/reader-process.mts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  reader.stdin.end(await longPdf(3, 'A page with so many words that nobody takes it for a picture.'));
  const answer = await text(reader.stdout);
  expect(answer.slice(0, answer.indexOf('{'))).toBe('\n\n\n');
  expect(parseReading(answer)).toMatchObject({ kind: 'read' });
}, 30_000);

describe('The answer of the reader process', () => {
  test.each([
    ['an empty text', ''],
    ['a text that is not JSON', 'read'],
    ['an unknown shape', '{"kind":"read","layout":{"pages":[{}]}}'],
    ['an unknown refusal', '{"kind":"refused","refusal":"because"}'],
    ['null', 'null'],
  ])('is rejected if it is %s', (_what, answer) => {
    expect(parseReading(answer)).toBeUndefined();
  });
});
