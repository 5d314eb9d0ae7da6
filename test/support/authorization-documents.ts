/**
 * Authorizations as customers upload them, filled in correctly and incorrectly. They contain nobody's data.
 */
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { PDFDocument as PdfObjects, PDFName } from '@cantoo/pdf-lib';
import PDFDocument from 'pdfkit';
import {
  authorizationFormPdf,
  type AuthorizationFormInput,
} from '../../evaluation/forms/authorization-form-pdf';
import { jane } from './patients';

/** Returns a date as text, some days from today. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Returns the content of Jane's form. */
export function janesForm(): AuthorizationFormInput {
  return {
    patient: { ...jane, addressLines: ['4 Elm Street', 'Boston, MA 02139'], phone: '617-555-0100' },
    disclosingParty: { name: 'Harbor General Hospital', addressLines: ['1 Harbor Way', 'Salem, MA 01970'] },
    recipient: { name: 'Company acme', addressLines: ['2 Court Street', 'Boston, MA 02108'] },
    information: ['medicalRecord', 'billing'],
    purpose: 'Legal proceedings',
    expiresOn: dayFromToday(365),
    signedOn: dayFromToday(-1),
  };
}

/** Returns Jane's form as a PDF; an undefined entry is left out. */
export async function formPdf(
  over: { readonly [K in keyof AuthorizationFormInput]?: AuthorizationFormInput[K] | undefined } = {},
): Promise<Uint8Array> {
  const filled = Object.entries({ ...janesForm(), ...over }).filter(([, value]) => value !== undefined);
  return authorizationFormPdf(Object.fromEntries(filled) as unknown as AuthorizationFormInput);
}

/** Returns the pages of a PDF as images (JPEG). */
export async function picturesOf(pdf: Uint8Array): Promise<Uint8Array[]> {
  const worker = new Worker(join(__dirname, 'pdf-picture-worker.mts'), { workerData: pdf, execArgv: [] });
  const pictures = await new Promise<Uint8Array[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await worker.terminate();
  return pictures;
}

/** Returns a PDF of the pages of another one as images, without text: a scan. */
export async function scanOf(pdf: Uint8Array): Promise<Uint8Array> {
  const pictures = await picturesOf(pdf);
  const scan = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false });
  for (const picture of pictures)
    scan.addPage().image(Buffer.from(picture), 0, 0, { width: 612, height: 792 });
  scan.end();
  return new Uint8Array(await buffer(scan));
}

/** Returns a PDF that requires a password. */
export async function encryptedPdf(): Promise<Uint8Array> {
  const pdf = new PDFDocument({ userPassword: 'secret', ownerPassword: 'other', pdfVersion: '1.7' });
  pdf.text('Authorization for the disclosure of health information');
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}

/** Returns a PDF with this many pages of text. */
export async function longPdf(pages: number, text = 'A page.'): Promise<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) pdf.addPage().text(`${text} ${page}`);
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}

/** Returns a PDF of text lines; a pen stroke is after the signed line. */
export async function linesPdf(lines: readonly string[], signed?: number): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0 });
  lines.forEach((line, index) => pdf.fontSize(11).text(line, 60, 60 + index * 26, { lineBreak: false }));
  if (signed !== undefined) {
    const y = 64 + signed * 26;
    pdf.moveTo(320, y).bezierCurveTo(340, y - 22, 350, y + 14, 372, y - 8);
    pdf
      .bezierCurveTo(390, y - 24, 396, y + 12, 440, y - 4)
      .lineWidth(1.4)
      .stroke();
  }
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}

/** Returns Jane's authorization, signed by Mary Poe in a stated capacity. */
export async function signedForJane(capacity: string): Promise<Uint8Array> {
  const lines = [
    'Authorization for the release of health information',
    'Patient Name: Jane Doe',
    'Date of Birth: 02/29/1984',
    'Signature of patient or legal representative:',
    `Date signed: ${dayFromToday(-1)}`,
    'Printed name of legal representative: Mary Poe',
    `Relationship to patient: ${capacity}`,
  ];
  return linesPdf(lines, 3);
}

/**
 * Returns a page of 3 KB that takes hours to render and little memory: a gradient over the whole page, in a
 * form that is shown twenty times in one that is shown twenty times, four levels deep.
 */
export async function hangingPdf(): Promise<Uint8Array> {
  const document = await PdfObjects.create({ updateMetadata: false });
  const { context } = document;
  const page = document.addPage([612, 792]);
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 612, 792] };
  const gradient = {
    ShadingType: 2,
    ColorSpace: 'DeviceRGB',
    Coords: [0, 0, 612, 792],
    Function: { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0], C1: [1, 1, 1], N: 3 },
  };
  let shown = context.register(context.stream('/S sh', { ...form, Resources: { Shading: { S: gradient } } }));
  for (let depth = 1; depth <= 4; depth += 1)
    shown = context.register(
      context.stream('/F Do '.repeat(20), { ...form, Resources: { XObject: { F: shown } } }),
    );
  page.node.setXObject(PDFName.of('F'), shown);
  page.node.set(PDFName.of('Contents'), context.register(context.stream('/F Do')));
  return document.save({ useObjectStreams: false });
}
