/** Pages that are upside down, sideways, or photographed are read and shown as people would hold them. */
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { formLayouts } from '../../evaluation/forms/form-layouts';
import { makeCase } from '../../evaluation/forms/make-case';
import { photographForm, turnPages } from '../../evaluation/forms/photograph-form';
import { scanForm } from '../../evaluation/forms/scan-form';
import type { Extraction } from '../../src/domain/auth-checks/extraction';
import type { PageLayout } from '../../src/reading/document-layout';
import { drawPicture } from '../../src/reading/draw-document';
import { extract } from '../../src/reading/extraction/extract';
import { countReading } from '../support/counted-reading';
import { layoutOf } from '../support/read-layout';

const form = formLayouts.find(({ name }) => name === 'clinic-two-columns');
if (form === undefined) throw new Error('the layout is gone');

const quarters = [90, 180, 270] as const;
/** A photo from straight above in which the paper is larger than the picture. */
const withoutTable = {
  corners: [
    [-0.03, -0.03],
    [1.03, -0.03],
    [1.03, 1.03],
    [-0.03, 1.03],
  ],
  light: { fall: 0.35, across: 1, down: 0 },
} as const;

let signed: Uint8Array;
let expected: readonly unknown[];

beforeAll(async () => {
  const made = await makeCase({ form, personNumber: 0, shape: 'flattened', state: 'signed' });
  signed = made.pdf;
  const { person, values, signedOn } = made.truth;
  expected = [values.patientName?.text, person.dateOfBirth, 'ink', signedOn];
}, 60_000);

async function readBack(pdf: Uint8Array): Promise<{ extraction: Extraction; page: PageLayout }> {
  const layout = await layoutOf(pdf.slice());
  const [page] = layout.pages;
  if (page === undefined) throw new Error('the document has no page');
  return { extraction: extract(layout), page };
}

const found = ({ data }: Extraction): readonly unknown[] => [
  data.patientName?.text,
  data.patientDateOfBirth?.date,
  data.signature.evidence,
  data.signatureDate?.date,
];

/** Returns a document of one page of each of these. */
async function oneOfEach(pdfs: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = await PDFDocument.create({ updateMetadata: false });
  for (const pdf of pdfs) {
    const [page] = await all.copyPages(await PDFDocument.load(pdf), [0]);
    if (page !== undefined) all.addPage(page);
  }
  return all.save();
}

const sizeOf = (png: Buffer | undefined): readonly number[] =>
  png === undefined ? [] : [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('A page that is upside down or sideways', () => {
  test.each(quarters)('is read from its text, turned by %d degrees [CHECK-50]', async quarter => {
    const turned = await turnPages(signed, quarter);
    const { extraction, page } = await readBack(turned);
    expect(found(extraction)).toEqual(expected);
    expect(page).toMatchObject({ source: 'text', width: 612, height: 792 });
    expect(extraction.legibility.shownPages).toEqual([
      { page: 1, degrees: 360 - quarter, width: 612, height: 792 },
    ]);
  });

  test.each([180, 270] as const)(
    'is read from a scan, turned by %d degrees [CHECK-50]',
    async quarter => {
      const { extraction } = await readBack(await scanForm(await turnPages(signed, quarter), 'turned'));
      expect(found(extraction)).toEqual(expected);
      expect(extraction.legibility.shownPages).toMatchObject([{ page: 1, degrees: 360 - quarter }]);
    },
    60_000,
  );

  test('is drawn as it was read, so that places are places on the picture [CHECK-50]', async () => {
    const turned = await turnPages(signed, 90);
    const [shown] = (await readBack(turned)).extraction.legibility.shownPages ?? [];
    expect(sizeOf(await drawPicture(turned, 1))).toEqual([1584, 1224]);
    expect(sizeOf(await drawPicture(turned, 1, undefined, shown))).toEqual([1224, 1584]);
  }, 60_000);

  test('is not turned if it is upright, scanned or not [CHECK-50]', async () => {
    for (const pdf of [signed, await scanForm(signed, 'turned')]) {
      const { extraction } = await readBack(pdf);
      expect(found(extraction)).toEqual(expected);
      expect(extraction.legibility).not.toHaveProperty('shownPages');
    }
  }, 60_000);
});

describe('What reading a page takes', () => {
  test('A page is recognized once, however it lies, and its images are freed [CHECK-50]', async () => {
    const scans = await Promise.all(
      ([undefined, ...quarters] as const).map(async quarter =>
        scanForm(quarter === undefined ? signed : await turnPages(signed, quarter), 'counted'),
      ),
    );
    const sideways = await photographForm(await turnPages(signed, 90), 'counted');
    const counted = await countReading(await oneOfEach([...scans, sideways]));
    expect(counted).toMatchObject({ turns: [0, 270, 180, 90, 270], recognized: 5, looks: 0 });
    // Four pages of 1,700 by 2,200 pixels: a photo has more of them than its page.
    expect(counted.pixelsAtMost).toBeLessThan(15_000_000);
    expect(counted.pixelsAfter).toBeLessThan(1_000_000);
  }, 180_000);

  test('A page with too little print to say how it lies is recognized as it is first [CHECK-50]', async () => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const page = document.addPage([612, 792]);
    page.drawText('MEMBER 4471 GROUP 9', { x: 200, y: 420, size: 14 });
    const [upright, flipped] = [await document.save(), await turnPages(await document.save(), 180)];
    const scans = [await scanForm(upright, 'card'), await scanForm(flipped, 'card')];
    expect(await countReading(await oneOfEach(scans))).toMatchObject({
      turns: [0, 180],
      recognized: 3,
      looks: 1,
    });
  }, 60_000);
});

test('A scan with a dark banner, a shaded box, and a dark edge is no photo [CHECK-51]', async () => {
  const document = await PDFDocument.load(signed);
  const [page] = document.getPages();
  page?.drawRectangle({ x: 0, y: 752, width: 612, height: 40, color: rgb(0.1, 0.2, 0.4) });
  page?.drawRectangle({ x: 0, y: 0, width: 6, height: 792, color: rgb(0.1, 0.1, 0.1) });
  page?.drawRectangle({ x: 40, y: 40, width: 530, height: 240, color: rgb(0.83, 0.83, 0.83) });
  const { extraction } = await readBack(await scanForm(await document.save(), 'turned'));
  expect(found(extraction)).toEqual(expected);
  expect(extraction.legibility).not.toHaveProperty('shownPages');
}, 60_000);

describe('A photographed page', () => {
  test('is cut out of the picture, straightened, and read [CHECK-51]', async () => {
    const photo = await photographForm(signed, 'angle');
    const { extraction, page } = await readBack(photo);
    expect(found(extraction)).toEqual(expected);
    const [shown] = extraction.legibility.shownPages ?? [];
    expect(shown).toMatchObject({ page: 1, degrees: 0, photo: 'cut', width: 612, height: 792 });
    expect(page).toMatchObject({ width: 612, height: 792 });
    expect(sizeOf(await drawPicture(photo, 1, undefined, shown))).toEqual([1700, 2200]);
  }, 180_000);

  test('is turned, too, if it was photographed sideways [CHECK-51]', async () => {
    const { extraction } = await readBack(await photographForm(await turnPages(signed, 270), 'sideways'));
    expect(found(extraction)).toEqual(expected);
    expect(extraction.legibility.shownPages).toMatchObject([{ degrees: 90, photo: 'cut' }]);
  }, 180_000);

  test('is said to be a photo if the edges of its paper are not in the picture [CHECK-51]', async () => {
    const { extraction } = await readBack(await photographForm(signed, 'close', withoutTable));
    expect(extraction.legibility.shownPages).toMatchObject([{ page: 1, degrees: 0, photo: 'whole' }]);
    expect(extraction.data.patientName?.text).toBe(expected[0]);
  }, 180_000);
});
