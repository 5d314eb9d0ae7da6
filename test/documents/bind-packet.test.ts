/** The letter and the authorization, bound into one document. */
import { PDFBool, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { bindPacket, type BoundPacket } from '../../src/documents/charts/bind-packet';
import { jobLimits, type ChartSource } from '../../src/documents/charts/take-source';
import { encryptedPdf, formPdf, longPdf } from '../support/authorization-documents';
import { sourceOf } from '../support/chart-sources';
import { readPdf } from '../support/read-pdf';

/** Returns the result of binding an authorization, and the bytes. */
async function bind(
  authorization: Uint8Array,
  options: Partial<Parameters<typeof bindPacket>[2]> = {},
): Promise<{ readonly bound: BoundPacket; readonly bytes: Uint8Array }> {
  return bindSources([sourceOf('Authorization.pdf', authorization)], options);
}

async function bindSources(
  enclosures: readonly ChartSource[],
  options: Partial<Parameters<typeof bindPacket>[2]> = {},
): Promise<{ readonly bound: BoundPacket; readonly bytes: Uint8Array }> {
  const letter = await longPdf(2, 'Letter');
  const making = bindPacket(letter, enclosures, { title: 'Request for Health Records', ...options });
  const parts: Uint8Array[] = [];
  for (;;) {
    const next = await making.next();
    if (next.done === true) return { bound: next.value, bytes: new Uint8Array(Buffer.concat(parts)) };
    parts.push(next.value);
  }
}

/** Returns two pages that share a form field and link to each other; `name` is written on each. */
async function linkedPages(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [first, second] = [document.addPage(), document.addPage()];
  first.drawText('Form of the patient');
  second.drawText('Form of another person');
  const field = document.getForm().createTextField('name');
  for (const page of [first, second]) field.addToPage(page, { x: 50, y: 700 });
  const own = document.getForm().createTextField('other');
  own.addToPage(second, { x: 50, y: 600 });
  own.setText('Robert Keller');
  const { context } = document;
  const link = context.register(
    context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [second.ref, 'Fit'] }),
  );
  first.node.addAnnot(link);
  document.getForm().updateFieldAppearances();
  return document.save({ useObjectStreams: false });
}

test('Pages of other people are left out of a packet, with everything that only they show [CHECK-42]', async () => {
  const authorization = { ...sourceOf('Authorization.pdf', await linkedPages()), leaveOut: [2] };
  const { bound, bytes } = await bindSources([authorization]);
  expect(bound).toEqual({ pages: 3 });
  expect((await readPdf(bytes)).pages.at(-1)).toBe('Form of the patient');
  const all = await PDFDocument.load(bytes);
  const pages = all.context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Page'),
    );
  expect(pages).toHaveLength(3);
  const values = all.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict ? [object.get(PDFName.of('V'))?.toString() ?? ''] : [],
    );
  expect(values.join(' ')).not.toMatch(/Keller|FEFF0052006F00620065/);
});

/** Returns a form with filled fields; `leaveOut` removes parts, as some programs do. */
async function filledForm(leaveOut: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  const form = document.getForm();
  const signer = form.createTextField('signer');
  signer.addToPage(page, { x: 50, y: 700 });
  signer.setText('Jane Doe');
  form.createTextField('empty').addToPage(page, { x: 50, y: 600 });
  form.updateFieldAppearances();
  leaveOut(document);
  return document.save({ updateFieldAppearances: false });
}

test('A packet has the pages of the letter, then those of the authorization, and nothing else [REQUEST-30]', async () => {
  const form = await formPdf();
  const { bound, bytes } = await bind(form);
  const read = await readPdf(bytes);
  const own = await readPdf(form);
  expect(bound).toEqual({ pages: 2 + own.pages.length });
  expect(read.pages).toEqual(['Letter 1', 'Letter 2', ...own.pages]);
  expect(read.title).toBe('Request for Health Records');
  expect(read.outline).toEqual([
    { title: 'Letter', page: 1 },
    { title: 'Authorization.pdf', page: 3 },
  ]);
});

test('A packet shows form fields that have an appearance [REQUEST-30] [FILE-58]', async () => {
  const { bound, bytes } = await bind(await filledForm(() => undefined));
  expect(bound).toEqual({ pages: 3 });
  // As a part of the page: Chrome shows no field of a page that was copied without its form.
  expect((await readPdf(bytes)).pages[2]).toBe('Jane Doe');
});

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['damaged', async () => (await formPdf()).subarray(0, 4_000), 'damaged'],
  ['locked', encryptedPdf, 'encrypted'],
  [
    'a form that leaves drawing its fields to the viewer',
    () => filledForm(found => found.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True)),
    'fieldsNotDrawn',
  ],
  [
    'a form with a filled field without an appearance',
    () =>
      filledForm(found =>
        found.getForm().getTextField('signer').acroField.getWidgets()[0]?.dict.delete(PDFName.of('AP')),
      ),
    'fieldsNotDrawn',
  ],
])(
  'An authorization that is %s is not bound, and the reason is reported [REQUEST-30]',
  async (_what, make, reason) => {
    expect((await bind(await make())).bound).toEqual({ reason });
  },
);

test('An authorization that is too hard to read is not bound; a letter that is too hard is our own error [REQUEST-30]', async () => {
  const long = await longPdf(200);
  const { bound } = await bind(long, { jobLimits: { ...jobLimits, answerBytes: 20_000 } });
  expect(bound).toEqual({ reason: 'tooHard' });
  await expect(bind(long, { jobLimits: { ...jobLimits, answerBytes: 100 } })).rejects.toThrow('the letter');
});

test('Binding a packet ends when it is canceled', async () => {
  const gone = new AbortController();
  gone.abort();
  await expect(bind(await longPdf(1), { signal: gone.signal })).rejects.toThrow(/abort/i);
});
