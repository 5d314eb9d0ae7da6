import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import { judgeChart } from '../../src/domain/record-requests/chart-identity';
import { chartReadingLimits, drawChartPage, readChart } from '../../src/reading/read-chart';
import { chartPdf } from '../../src/sandbox/deliverables/chart-pdf';
import { stubDicomFile } from '../../src/sandbox/deliverables/dicom-file';
import { imagingZip } from '../../src/sandbox/deliverables/imaging-zip';
import { aStubRequest } from '../sandbox/stub-request';
import { readPdf } from '../support/read-pdf';

const input = aStubRequest();
const { firstName, lastNames, dateOfBirth } = input.patient;
const patient = { firstName, lastNames, dateOfBirth };
const stranger = { firstName: 'Robert', lastNames: ['Smith'], dateOfBirth: '1975-03-04' };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function verdictOf(bytes: Uint8Array, of = patient) {
  return judgeChart((await readChart(bytes)).pages, of).verdict;
}

/** Returns a page that states a patient, scanned: a PDF of one image. */
async function scanned(lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  lines.forEach((line, at) => page.drawText(line, { x: 60, y: 720 - at * 24, size: 13 }));
  const png = await drawChartPage(await document.save(), 1);
  if (png === undefined) throw new Error('the page was not drawn');
  return png;
}

describe('the patient of a returned file is read [REQUEST-34]', () => {
  test('in a PDF of several pages', async () => {
    const bytes = await chartPdf(input);
    const { pages, pageCount } = await readChart(bytes);
    expect(pageCount).toBe((await readPdf(bytes)).pages.length);
    expect(pages.length).toBeGreaterThan(1);
    expect(judgeChart(pages, patient)).toEqual({ verdict: 'matches', others: [] });
    expect(judgeChart(pages, stranger).verdict).toBe('mismatch');
  });

  test('in the header of a DICOM file, of which the start is enough', async () => {
    const bytes = stubDicomFile(input);
    expect(await verdictOf(bytes)).toBe('matches');
    expect(await verdictOf(bytes.subarray(0, 2_048))).toBe('matches');
    expect(await verdictOf(bytes, stranger)).toBe('mismatch');
  });

  test('in the DICOM files of a ZIP file', async () => {
    expect(await verdictOf(await imagingZip(input))).toBe('matches');
    expect(await verdictOf(await imagingZip(input), stranger)).toBe('mismatch');
  });

  test('in a scanned page, as an image', async () => {
    const png = await scanned([
      'Harbor General Hospital',
      'Patient Name: Robert Smith',
      'Date of Birth: 03/04/1975',
    ]);
    expect(await verdictOf(png, stranger)).toBe('matches');
    expect(await verdictOf(png)).toBe('mismatch');
  });

  test.each([
    ['text', 'Harbor General\r\nPatient: SMITH, ROBERT   DOB: 03/04/1975\r\n'],
    [
      'HTML',
      '<html><body><table><tr><td>Patient</td><td>Robert Smith</td></tr><tr><td>DOB</td><td>3/4/1975</td></tr></table></body></html>',
    ],
    [
      'a clinical document',
      '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole><patient><name><given>Robert</given><family>Smith</family></name><birthTime value="19750304"/></patient></patientRole></recordTarget></ClinicalDocument>',
    ],
    ['an HL7 message', 'MSH|^~\\&|LAB\rPID|1||4712||SMITH^ROBERT^A||19750304|M\r'],
  ])('in %s', async (_, text) => {
    expect(await verdictOf(encode(text), stranger)).toBe('matches');
    expect(await verdictOf(encode(text))).toBe('mismatch');
  });
});

test.each<readonly [string, Uint8Array]>([
  ['no bytes', new Uint8Array()],
  ['a damaged PDF', encode('%PDF-1.7\nnot really')],
  ['a ZIP file without DICOM files', zipSync({ 'a.pdf': encode('%PDF-1.7') })],
  ['bytes of an unknown kind', new Uint8Array(5_000).fill(7)],
])('%s is not readable [REQUEST-34]', async (_, bytes) => {
  expect(await verdictOf(bytes)).toBe('notReadable');
});

test('a file that hangs its reader is not readable', async () => {
  const limits = { timeMs: 1, heapMegabytes: 64, memoryMegabytes: 500, answerBytes: 1_000 };
  expect(await readChart(await chartPdf(input), undefined, limits)).toMatchObject({
    pages: [],
    pageCount: null,
  });
});

test('a picture is one page, and other files have no pages [FILE-47]', async () => {
  expect((await readChart(await scanned(['Patient Name: Robert Smith']))).pageCount).toBe(1);
  expect((await readChart(encode('Patient: SMITH, ROBERT   DOB: 03/04/1975'))).pageCount).toBeNull();
  expect((await readChart(stubDicomFile(input))).pageCount).toBeNull();
});

test("the process has the reader's limits", async () => {
  const folder = join(__dirname, '../../src/reading');
  const sources = await Promise.all(
    ['chart-process.mts', 'chart-pages.mts'].map(file => readFile(join(folder, file), 'utf8')),
  );
  const limitsOf = (name: string): number[] =>
    sources.flatMap(source =>
      [...source.matchAll(new RegExp(String.raw`const ${name} = ([\d_]+);`, 'g'))].map(([, number = '']) =>
        Number(number.replaceAll('_', '')),
      ),
    );
  const { pages, textPages, recognizedFirst, recognized, zipEntries } = chartReadingLimits;
  expect(limitsOf('pagesMax')).toEqual([pages]);
  expect(limitsOf('textPagesMax')).toEqual([textPages, textPages]);
  expect(limitsOf('recognizedFirst')).toEqual([recognizedFirst]);
  expect(limitsOf('recognizedMax')).toEqual([recognized]);
  expect(limitsOf('zipEntriesMax')).toEqual([zipEntries]);
});
