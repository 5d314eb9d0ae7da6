import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { documentPagesMax } from '../../src/domain/auth-checks/limits';
import { drawPicture, measurePages, parsePageSizes } from '../../src/reading/draw-document';
import { encryptedPdf, formPdf, longPdf, scanOf } from '../support/authorization-documents';

function sizeOf(png: Buffer | undefined): readonly number[] {
  return png === undefined ? [] : [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('The pages of a document, scans included, are measured and drawn as they are displayed [DESK-15]', async () => {
  const form = await formPdf();
  expect(await measurePages(form)).toEqual([{ width: 612, height: 792 }]);
  expect(sizeOf(await drawPicture(form, 1))).toEqual([1224, 1584]);
  expect(sizeOf(await drawPicture(await scanOf(form), 1))).toEqual([1700, 2200]);
  const wide = new PDFDocument({ size: [792, 612] });
  wide.text('Wide').end();
  expect(await measurePages(new Uint8Array(await buffer(wide)))).toEqual([{ width: 792, height: 612 }]);
}, 60_000);

test('A document that cannot be drawn gives no sizes and no picture [DESK-15]', async () => {
  const form = await formPdf();
  for (const number of [0, 2, -1, 1.5, 26, Number.NaN])
    expect([number, await drawPicture(form, number)]).toEqual([number, undefined]);
  const tooLong = await longPdf(documentPagesMax + 1);
  for (const bytes of [
    ...[
      new Uint8Array(),
      Buffer.from('%PDF-1.7 nothing'),
      Buffer.from('<html>'),
      await encryptedPdf(),
      tooLong,
    ],
  ]) {
    expect(await measurePages(bytes)).toBeUndefined();
    expect(await drawPicture(bytes, 1)).toBeUndefined();
  }
}, 60_000);

test.each([
  ['', undefined],
  ['{}', undefined],
  ['{"pages":[]}', undefined],
  ['{"pages":[{"width":1}]}', undefined],
  ['{"pages":[{"width":"1","height":1}]}', undefined],
  ['{"pages":[{"width":1e9,"height":1}]}', undefined],
  ['{"pages":[{"width":-1,"height":1}]}', undefined],
  [JSON.stringify({ pages: Array.from({ length: 26 }, () => ({ width: 1, height: 1 })) }), undefined],
  ['{"pages":[{"width":1,"height":2,"x":3}]}', [{ width: 1, height: 2 }]],
])('Page sizes from the drawing process are validated: %j [DESK-15]', (answer, sizes) => {
  expect(parsePageSizes(answer)).toEqual(sizes);
});
