/** What a combined chart takes in besides the pages that a file shows. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFStream,
  PDFString,
  StandardFonts,
  concatTransformationMatrix,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import { chartLimits, leftOutWords, noteWords } from '../../src/domain/record-requests/combined-chart';
import { jobLimits } from '../../src/documents/charts/take-source';
import { parseReport } from '../../src/documents/charts/parse-report';
import { picturesOf } from '../support/authorization-documents';
import { chartOf, picture, sourceOf, withoutNumbers } from '../support/chart-sources';
import { formPdf, pdfOf, pdfWith, setLooks, widgetOf } from '../support/charts-with-more';
import { readPdf } from '../support/read-pdf';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the text of the pages of a chart of one file. */
async function contentOf(bytes: Uint8Array, name = 'Chart.pdf') {
  const chart = await chartOf([sourceOf(name, bytes)]);
  const { pages, fields, outline } = await readPdf(chart.bytes);
  const [index = '', ...rest] = withoutNumbers(pages);
  const titles = outline.map(({ title }) => title);
  return { index, pages: rest, fields: fields[1], outline: titles, outcome: chart.outcomes[0], chart };
}

/** Returns the dark share of a part of a page, in points from its top left. */
async function inkIn(picture: Uint8Array, x: number, y: number, size: number): Promise<number> {
  const image = await loadImage(Buffer.from(picture));
  const scale = image.width / 612;
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const side = Math.floor(size * scale);
  const { data } = context.getImageData(Math.floor(x * scale), Math.floor(y * scale), side, side);
  return data.filter((value, at) => at % 4 === 0 && value < 128).length / (side * side);
}

describe('Files attached to a PDF', () => {
  test('are pages of the chart behind it, with a bookmark and a line in the index each [FILE-48]', async () => {
    const inner = await pdfWith('Letter', [['labs.pdf', await pdfOf(['Labs 1', 'Labs 2'])]]);
    const bytes = await pdfWith('Cover', [
      ['letter.pdf', inner],
      ['notes.txt', encode('Sodium 140')],
      ['scan.png', picture(40, 30, 'image/png')],
    ]);
    const { index, pages, outline, outcome } = await contentOf(bytes);
    expect(pages).toEqual(['Cover', 'Letter', 'Sodium 140', '', 'Labs 1', 'Labs 2']);
    expect(outline).toEqual([
      ...['Index', 'Chart.pdf', 'Chart.pdf › letter.pdf', 'Chart.pdf › notes.txt'],
      ...['Chart.pdf › scan.png', 'Chart.pdf › letter.pdf › labs.pdf'],
    ]);
    expect(index).toMatch(/1 Chart\.pdf 2 Attached: letter\.pdf 3 Attached: notes\.txt 4/);
    expect(index).toContain('Attached: letter.pdf › labs.pdf 6 – 7');
    expect(outcome).toMatchObject({ pages: 1, notes: [] });
  });

  test('of a portfolio are taken in, also from a list in parts, beside the document, or as a paper clip [FILE-48]', async () => {
    const one = await pdfOf(['One']);
    const portfolio = await pdfWith('Open in Acrobat', [['one.pdf', one]], true);
    expect((await contentOf(portfolio)).pages).toEqual(['Open in Acrobat', 'One']);
    /** Returns the portfolio with its list of files moved elsewhere. */
    const moved = async (move: (document: PDFDocument, names: PDFDict, list: PDFDict) => void) => {
      const document = await PDFDocument.load(portfolio);
      const names = document.catalog.lookup(PDFName.of('Names'), PDFDict);
      document.catalog.delete(PDFName.of('AF'));
      move(document, names, names.lookup(PDFName.of('EmbeddedFiles'), PDFDict));
      return (await contentOf(await document.save())).pages;
    };
    const fileIn = (list: PDFDict) => list.lookup(PDFName.of('Names'), PDFArray).lookup(1, PDFDict);
    const inParts = await moved(({ context }, names, list) => {
      const parts = context.register(context.obj({ Kids: [context.register(list)] }));
      list.set(PDFName.of('Kids'), context.obj([parts]));
      names.set(PDFName.of('EmbeddedFiles'), parts);
    });
    const beside = await moved(({ catalog, context }, names, list) => {
      catalog.set(PDFName.of('AF'), context.obj([fileIn(list)]));
      names.delete(PDFName.of('EmbeddedFiles'));
    });
    const clipped = await moved((document, names, list) => {
      const { context } = document;
      const clip = { Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: fileIn(list) };
      document.getPage(0).node.set(PDFName.of('Annots'), context.obj([clip]));
      names.delete(PDFName.of('EmbeddedFiles'));
    });
    expect([inParts, beside, clipped]).toEqual([1, 2, 3].map(() => ['Open in Acrobat', 'One']));
  });

  test('are named with the reason if they cannot be included [FILE-48]', async () => {
    const deep = await [1, 2, 3, 4].reduce(
      async (inner, level) => pdfWith(`Level ${level}`, [[`${level}.pdf`, await inner]]),
      pdfOf(['Level 0']),
    );
    const { index, pages } = await contentOf(
      await pdfWith('Cover', [
        ['video.mp4', encode('not a video')],
        ['cut.pdf', encode('%PDF-1.7 and nothing else')],
        ['images.zip', zipSync({ 'a.txt': encode('a') })],
        ['empty.txt', new Uint8Array()],
        ['4.pdf', deep],
      ]),
    );
    expect(pages).toEqual(['Cover', 'Level 4', 'Level 3', 'a', 'Level 2']);
    expect(index).toContain(`Attached: video.mp4 not included ${leftOutWords.kindUnknown}`);
    expect(index).toContain(`Attached: cut.pdf not included ${leftOutWords.damaged}`);
    expect(index).toContain('Attached: images.zip › a.txt 5');
    expect(index).toContain(`Attached: empty.txt not included ${leftOutWords.damaged}`);
    expect(index).toContain(leftOutWords.tooDeep);
    expect(index).toContain('4 files are not included');
  });

  test.each([
    ['number', { attachments: 2 }, 2, noteWords.moreAttachments],
    ['bytes', { attachmentBytes: 1_000 }, 1, leftOutWords.tooLarge],
    ['pages', { sourcePages: 2 }, 1, leftOutWords.tooManyPages],
  ])('are limited in their %s, and the index says so [FILE-48]', async (_, over, count, words) => {
    const many = Array.from({ length: 4 }, (_each, at) => [`${at}.txt`, encode('a'.repeat(600))] as const);
    const sources = [sourceOf('Many.pdf', await pdfWith('Cover', many))];
    const chart = await chartOf(sources, { limits: { ...chartLimits, ...over } });
    const { pages } = await readPdf(chart.bytes);
    expect(pages).toHaveLength(2 + count);
    expect(pages[0]).toContain(words);
  });

  test('that expand to more than their limit, or take too long, do not take the pages of their document with them [FILE-48]', async () => {
    const huge = new Uint8Array(300 * 1024 * 1024);
    const bomb = await pdfWith('Cover', [['huge.txt', huge]]);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const { index, pages } = await contentOf(bomb);
    expect(pages).toEqual(['Cover']);
    expect(index).toContain(`Attached: huge.txt not included ${leftOutWords.tooLarge}`);
    const long = encode('Sodium 140 mmol/L\n'.repeat(500_000));
    const slow = await chartOf([sourceOf('Slow.pdf', await pdfWith('Cover', [['long.txt', long]]))], {
      limits: { ...chartLimits, textBytes: long.length },
      jobLimits: { ...jobLimits, timeMs: 5_000 },
    });
    expect(slow.outcomes).toMatchObject([{ pages: 1, notes: ['attachmentsTooHard'], attachments: [] }]);
    const read = await readPdf(slow.bytes);
    expect(withoutNumbers(read.pages)[1]).toBe('Cover');
    expect(read.pages[0]).toContain(noteWords.attachmentsTooHard);
  });

  test('are rejected in a report with more pages than were written', () => {
    const report = { kind: 'taken', pages: [5], objectBytes: [9], layers: [], notes: [] };
    const attachments = [{ title: 'a', pages: 0, notes: [] }];
    expect(parseReport(Buffer.from(JSON.stringify({ ...report, attachments })))).toBeUndefined();
    expect(parseReport(Buffer.from(JSON.stringify({ ...report, attachments: [] })))).toBeDefined();
  });
});

describe('A value in a form is on its page [FILE-49]', () => {
  const place = { x: 60, y: 500, width: 200, height: 30 };

  test.each(['none', 'empty'] as const)('if its field has an appearance of this kind: %s', async looks => {
    const bytes = await formPdf('Form', async (form, document) => {
      const field = form.createTextField('name');
      field.setText('Łucja O’Hara');
      field.addToPage(document.getPage(0), place);
      setLooks(form, 'name', looks);
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    });
    const { pages, fields, index } = await contentOf(bytes);
    expect([pages, fields]).toEqual([['Form Łucja O’Hara'], []]);
    expect(index).toContain(noteWords.fieldsDrawn);
  });

  test('if its field still shows an earlier value, and not if it shows the value in its own way', async () => {
    const bytes = await formPdf('Form', async (form, document) => {
      const font = await document.embedFont(StandardFonts.Helvetica);
      for (const [at, name] of ['old', 'same', 'money'].entries()) {
        const field = form.createTextField(name);
        field.setText(name === 'money' ? '$1,234.50' : 'Amoxicillin 500 mg');
        field.addToPage(document.getPage(0), { ...place, y: 500 - at * 50 });
        field.updateAppearances(font);
      }
      const values = { old: 'Warfarin 5 mg', money: '1234.50' };
      for (const [name, value] of Object.entries(values))
        form.getTextField(name).acroField.dict.set(PDFName.of('V'), PDFString.of(value));
    });
    const { pages } = await contentOf(bytes);
    expect(pages).toEqual(['Form Warfarin 5 mg Amoxicillin 500 mg $1,234.50']);
  });

  test('as a part of it, turned and moved with its field, and without what the form hides [FILE-58]', async () => {
    const bytes = await formPdf('Form', async (form, document) => {
      const font = await document.embedFont(StandardFonts.Helvetica);
      const page = document.getPage(0);
      // Content that leaves a changed graphics state open moves nothing.
      page.pushOperators(pushGraphicsState(), concatTransformationMatrix(0.1, 0, 0, 0.1, 300, 300));
      for (const name of ['shown', 'turned', 'hidden']) {
        const field = form.createTextField(name);
        field.setText(`It is ${name}`);
        field.addToPage(page, { ...place, height: 40 });
        field.updateAppearances(font);
      }
      widgetOf(form, 'hidden').set(PDFName.of('F'), PDFNumber.of(2));
      const turned = widgetOf(form, 'turned');
      turned.set(PDFName.of('Rect'), document.context.obj([400, 200, 440, 400]));
      const looks = turned.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream);
      looks.dict.set(PDFName.of('Matrix'), document.context.obj([0, 1, -1, 0, 40, 0]));
    });
    const { pages, fields, chart } = await contentOf(bytes);
    expect([pages, fields]).toEqual([['Form It is shown It is turned'], []]);
    const [, page] = await picturesOf(chart.bytes);
    if (page === undefined) throw new Error('no page');
    const ink = [
      inkIn(page, 60, 792 - 530, 30),
      inkIn(page, 405, 792 - 290, 30),
      inkIn(page, 300, 792 - 330, 30),
    ];
    expect((await Promise.all(ink)).map(share => share > 0.02)).toEqual([true, true, false]);
  });

  test('of several lines, in cells, chosen from a list, or inherited from a group', async () => {
    const bytes = await formPdf('Form', (form, document) => {
      const page = document.getPage(0);
      const notes = form.createTextField('group.notes');
      notes.enableMultiline();
      notes.setText('First line\nSecond line');
      notes.addToPage(page, { ...place, height: 60 });
      const cells = form.createTextField('cells');
      cells.setMaxLength(6);
      cells.enableCombing();
      cells.setText('AB1234');
      cells.addToPage(page, { ...place, y: 420 });
      const choice = form.createDropdown('choice');
      choice.addOptions(['Left knee', 'Right knee']);
      choice.select('Right knee');
      choice.addToPage(page, { ...place, y: 360 });
      for (const name of ['group.notes', 'cells', 'choice']) setLooks(form, name, 'none');
    });
    const { pages, chart } = await contentOf(bytes);
    expect(pages).toEqual(['Form First line Second line A B 1 2 3 4 Right knee']);
    const [, page] = await picturesOf(chart.bytes);
    expect(await inkIn(page ?? new Uint8Array(), 60, 792 - 390, 30)).toBeGreaterThan(0.02);
  });

  test('if it is a check box that shows another state, or none', async () => {
    const bytes = await formPdf('', (form, document) => {
      for (const [at, name] of ['stale', 'bare', 'off'].entries()) {
        const box = form.createCheckBox(name);
        box.addToPage(document.getPage(0), { x: 60, y: 500 - at * 100, width: 60, height: 60 });
        if (name !== 'off') box.check();
      }
      widgetOf(form, 'stale').set(PDFName.of('AS'), PDFName.of('Off'));
      setLooks(form, 'bare', 'none');
    });
    const { chart } = await contentOf(bytes);
    const [, page] = await picturesOf(chart.bytes);
    if (page === undefined) throw new Error('no page');
    const ink = await Promise.all([500, 400, 300].map(y => inkIn(page, 70, 792 - y - 50, 40)));
    expect(ink.map(share => share > 0.02)).toEqual([true, true, false]);
  });

  test('and is named if no typeface of ours has its characters', async () => {
    const bytes = await formPdf('Form', (form, document) => {
      const field = form.createTextField('name');
      field.addToPage(document.getPage(0), place);
      setLooks(form, 'name', 'none');
      field.acroField.setValue(PDFHexString.fromText('田中'));
    });
    expect((await contentOf(bytes)).index).toContain(noteWords.fieldsMissing);
  });
});

describe('A page tree', () => {
  test('that names a page twice gives the page twice, each with its own number [FILE-51]', async () => {
    const bytes = await pdfOf(['One', 'Two'], document => {
      const tree = document.catalog.Pages();
      const [first] = tree.Kids().asArray();
      if (first !== undefined) tree.Kids().push(first);
      tree.set(PDFName.of('Count'), document.context.obj(3));
    });
    const { pages, index } = await contentOf(bytes);
    expect(pages).toEqual(['One', 'Two', 'One']);
    expect(index).toContain('1 Chart.pdf 2 – 4');
  });
});

describe('A form that only Adobe Acrobat shows (XFA)', () => {
  const words = [
    'Please wait... If this message is not eventually replaced by the proper contents of the document,',
    'your PDF viewer may not be able to display this type of document.',
  ];

  test('is named in the index by what its page says, or by what it states [FILE-50]', async () => {
    expect((await contentOf(await pdfOf([words.join(' ')]))).index).toContain(noteWords.dynamicForm);
    const stated = await pdfOf(['Wait'], ({ catalog }) =>
      catalog.set(PDFName.of('NeedsRendering'), PDFBool.True),
    );
    expect((await contentOf(stated)).index).toContain(noteWords.dynamicForm);
    expect((await contentOf(await pdfOf(['Please wait for the nurse.']))).index).not.toContain(
      noteWords.dynamicForm,
    );
  });
});

/** Returns a PDF whose only ink is on a layer. @param state what its catalog says about the layer */
async function layeredPdf(state: 'ON' | 'OFF' | 'baseOff'): Promise<Uint8Array> {
  return pdfOf([''], document => {
    const { context, catalog } = document;
    const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Draft') }));
    const lists = { ON: { ON: [layer] }, OFF: { OFF: [layer] }, baseOff: { BaseState: 'OFF' } };
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: lists[state] }));
    const { node } = document.getPage(0);
    node.Resources()?.set(PDFName.of('Properties'), context.obj({ Draft: layer }));
    const drawn = context.stream('/OC /Draft BDC 0 g 100 100 400 400 re f EMC');
    node.set(PDFName.of('Contents'), context.register(drawn));
  });
}

test.each([
  ['ON', 0.9],
  ['OFF', 0],
  ['baseOff', 0],
] as const)(
  'A layer that its document says is %s is shown or hidden as there [FILE-55]',
  async (state, ink) => {
    const chart = await chartOf([
      sourceOf('First.pdf', await layeredPdf('ON')),
      sourceOf('Layers.pdf', await layeredPdf(state)),
    ]);
    const [, first, second] = await picturesOf(Buffer.from(chart.bytes));
    const inkOf = async (picture: Uint8Array | undefined) =>
      inkIn(picture ?? new Uint8Array(), 200, 392, 100);
    expect(await inkOf(first)).toBeGreaterThan(0.9);
    expect(await inkOf(second)).toBeGreaterThanOrEqual(ink);
    if (ink === 0) expect(await inkOf(second)).toBe(0);
  },
);
