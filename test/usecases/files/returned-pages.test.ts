/** Which pages of a returned file are read for its check, and shown at the desk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { zipSync } from 'fflate';
import { judgeChart } from '../../../src/domain/record-requests/chart-identity';
import { contentTypeByBytes } from '../../../src/domain/record-requests/content-type';
import { drawReturnedPage, readReturnedPages } from '../../../src/usecases/files/returned-pages';
import { stubDicomFile } from '../../../src/sandbox/deliverables/dicom-file';
import { aStubRequest } from '../../sandbox/stub-request';
import { picturesOf } from '../../support/authorization-documents';
import { pdfOf, pdfWith } from '../../support/charts-with-more';

const robert = { firstName: 'Robert', lastNames: ['Smith'], dateOfBirth: '1975-03-04' };
const jane = { firstName: 'Jane', lastNames: ['Doe'], dateOfBirth: '1984-02-29' };
const text = 'Patient Name: Robert Smith   Date of Birth: 03/04/1975';
const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
const { signal } = new AbortController();

function fileOf(bytes: Uint8Array, contentType = contentTypeByBytes(bytes) ?? 'application/octet-stream') {
  return { bytes, contentType };
}

/** Returns whose a file is said to be, if it is Robert's, and if it is Jane's. */
async function verdictsOf(bytes: Uint8Array): Promise<string[]> {
  const { pages } = await readReturnedPages(fileOf(bytes), signal);
  return [robert, jane].map(patient => judgeChart(pages, patient).verdict);
}

/** Returns a page that states Robert, as a TIFF of one uncompressed gray picture. */
async function tiffPage(): Promise<Uint8Array> {
  const [page] = await picturesOf(await pdfOf([text]));
  const image = await loadImage(Buffer.from(page ?? []));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const gray = Buffer.from(data.filter((_, at) => at % 4 === 0));
  const fields = [
    [256, image.width],
    [257, image.height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8 + 2 + 12 * 9 + 4],
    [277, 1],
    [278, image.height],
    [279, gray.length],
  ] as const;
  const head = Buffer.alloc(8 + 2 + 12 * fields.length + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields.length, 8);
  for (const [at, [tag, value]] of fields.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * at);
    head.writeUInt16LE(4, 12 + 12 * at);
    head.writeUInt32LE(1, 14 + 12 * at);
    head.writeUInt32LE(value, 18 + 12 * at);
  }
  return Buffer.concat([head, gray]);
}

test('The patient of a TIFF, and of an RTF file, is read [REQUEST-34]', async () => {
  const tiff = await tiffPage();
  expect(await verdictsOf(tiff)).toEqual(['matches', 'mismatch']);
  expect((await readReturnedPages(fileOf(tiff), signal)).pageCount).toBe(1);
  expect(await drawReturnedPage(fileOf(tiff), 1)).toBeDefined();
  expect(await verdictsOf(encode(String.raw`{\rtf1\ansi ${text}\par}`))).toEqual(['matches', 'mismatch']);
});

test('The patients of all files in a ZIP file are read, whatever their kinds [REQUEST-34]', async () => {
  const cda =
    '<ClinicalDocument><patient><name><given>Robert</given><family>Smith</family></name>' +
    '<birthTime value="19750304"/></patient></ClinicalDocument>';
  const kinds: Readonly<Record<string, Uint8Array>> = {
    'labs.pdf': await pdfOf([text]),
    'fax.tif': await tiffPage(),
    'note.txt': encode(text),
    'summary.xml': encode(cda),
    'inner.zip': zipSync({ 'folder/labs.pdf': await pdfOf([text]) }),
  };
  for (const [name, bytes] of Object.entries(kinds))
    expect([name, ...(await verdictsOf(zipSync({ [name]: bytes })))]).toEqual([name, 'matches', 'mismatch']);
});

test('A ZIP file with the images of one person and the report of another is a mismatch, and shows the page [REQUEST-34]', async () => {
  const input = aStubRequest();
  const image = stubDicomFile(input).subarray(0, 2_048);
  const images = Object.fromEntries(Array.from({ length: 110 }, (_, at) => [`IM${at}`, image] as const));
  const bytes = zipSync({ ...images, 'report.pdf': await pdfOf(['Radiology', text]) }, { level: 0 });
  const { pages, pageCount } = await readReturnedPages(fileOf(bytes), signal);
  expect(pageCount).toBe(2);
  const { firstName, lastNames, dateOfBirth } = input.patient;
  const judged = judgeChart(pages, { firstName, lastNames, dateOfBirth });
  expect(judged).toMatchObject({ verdict: 'mismatch', others: [{ page: 2 }] });
  expect(await drawReturnedPage(fileOf(bytes), 2)).toBeDefined();
  expect(await drawReturnedPage(fileOf(bytes), 3)).toBeUndefined();
});

test('The pages of a file attached to a PDF are read and shown, and not counted as its own [REQUEST-34] [FILE-47]', async () => {
  const bytes = await pdfWith('Patient Name: Jane Doe   Date of Birth: 02/29/1984', [
    ['other.pdf', await pdfOf([text])],
  ]);
  const { pages, pageCount } = await readReturnedPages(fileOf(bytes), signal);
  expect(pageCount).toBe(1);
  expect(judgeChart(pages, jane)).toMatchObject({ verdict: 'mismatch', others: [{ page: 2 }] });
  expect(await drawReturnedPage(fileOf(bytes), 2)).toBeDefined();
  expect(await drawReturnedPage(fileOf(bytes), 3)).toBeUndefined();
});

test('A TIFF or ZIP file that cannot be opened is not readable [REQUEST-34]', async () => {
  const fax = readFileSync(join(__dirname, '../../support/faxes/group3.tif'));
  for (const bytes of [fax.subarray(0, 200), encode('PK\u0003\u0004 and nothing else'), zipSync({})])
    expect(await readReturnedPages(fileOf(bytes), signal)).toMatchObject({ pages: [], pageCount: null });
});
