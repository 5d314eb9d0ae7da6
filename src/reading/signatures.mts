import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { ContentInfo, SignedData, type Certificate } from 'pkijs';
import * as asn1 from 'asn1js';
import type { CryptographicSignature } from './document-layout.ts';

/** A contract has a handful; a form has one or two. */
const signaturesMax = 20;
/** The maximum nesting of fields, deeper than forms have. */
const depthMax = 8;
const commonName = '2.5.4.3';
const signingTime = '1.2.840.113549.1.9.5';
const noCertificate = { signer: '', signedAt: null, isIntact: false } as const;

/** Returns the values of all signature fields, without `/Perms` and empty fields. */
function valuesOf(document: PDFDocument): PDFDict[] {
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const values: PDFDict[] = [];
  const visit = (entry: unknown, kind: string | undefined, depth: number): void => {
    const field = entry instanceof PDFRef ? document.context.lookup(entry) : entry;
    if (!(field instanceof PDFDict) || depth > depthMax || values.length >= signaturesMax) return;
    const own = field.lookup(PDFName.of('FT'))?.toString() ?? kind;
    const value = field.lookup(PDFName.of('V'));
    if (own === '/Sig' && value instanceof PDFDict) values.push(value);
    const kids = field.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) visit(kid, own, depth + 1);
  };
  const fields = form?.lookup(PDFName.of('Fields'));
  if (fields instanceof PDFArray) for (const field of fields.asArray()) visit(field, undefined, 0);
  return values;
}

function certificateOf({ certificates = [], signerInfos: [info] }: SignedData): Certificate | undefined {
  const all = certificates.filter((entry): entry is Certificate => 'subject' in entry);
  const serial: unknown = info?.sid;
  const isOwn = ({ serialNumber }: Certificate): boolean =>
    typeof serial === 'object' &&
    serial !== null &&
    'serialNumber' in serial &&
    serialNumber.isEqual(serial.serialNumber);
  return all.find(isOwn) ?? all[0];
}

function nameOf(certificate: Certificate | undefined): string {
  const entry = certificate?.subject.typesAndValues.find(({ type }) => type === commonName);
  const value: unknown = entry?.value.valueBlock.value;
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

function timeOf({ signerInfos: [info] }: SignedData): string | null {
  const values: readonly unknown[] | undefined = info?.signedAttrs?.attributes.find(
    ({ type }) => type === signingTime,
  )?.values;
  const value = values?.[0];
  return value instanceof asn1.UTCTime || value instanceof asn1.GeneralizedTime
    ? value.toDate().toISOString()
    : null;
}

async function opened(contents: Uint8Array, content: Uint8Array<ArrayBuffer>) {
  const parsed = asn1.fromBER(new Uint8Array(contents).buffer);
  if (parsed.offset === -1) return noCertificate;
  const signed = new SignedData({ schema: new ContentInfo({ schema: parsed.result }).content });
  const isIntact = await signed
    .verify({ signer: 0, data: content.buffer, checkChain: false })
    .catch(() => false);
  return { signer: nameOf(certificateOf(signed)), signedAt: timeOf(signed), isIntact };
}

async function readSignature(bytes: Uint8Array, value: PDFDict): Promise<CryptographicSignature | undefined> {
  const range = value.lookup(PDFName.of('ByteRange'));
  const contents = value.lookup(PDFName.of('Contents'));
  if (!(range instanceof PDFArray) || !(contents instanceof PDFHexString || contents instanceof PDFString))
    return undefined;
  const numbers = range.asArray().map(entry => (entry instanceof PDFNumber ? entry.asNumber() : -1));
  const [start = -1, length = -1, secondStart = -1, secondLength = -1] = numbers;
  const isRange =
    numbers.length === 4 && start === 0 && length > 0 && secondStart >= length && secondLength >= 0;
  if (!isRange || secondStart + secondLength > bytes.length)
    return { ...noCertificate, coversDocument: false };
  const content = new Uint8Array(length + secondLength);
  content.set(bytes.subarray(0, length));
  content.set(bytes.subarray(secondStart, secondStart + secondLength), length);
  // Between the two parts there is only the signature itself in hexadecimal digits.
  const gap = Buffer.from(bytes.subarray(length, secondStart)).toString('latin1');
  const coversDocument = secondStart + secondLength === bytes.length && /^<[\da-f]*>$/i.test(gap);
  const found = await opened(contents.asBytes(), content).catch(() => noCertificate);
  return { ...found, coversDocument };
}

/**
 * Returns a file's cryptographic signatures: those of its signature fields with a value. The certificate's
 * owner isn't verified: a signing service's own certificate counts like an unknown person's pen.
 */
export async function signaturesOf(bytes: Uint8Array): Promise<CryptographicSignature[]> {
  const document = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: false,
  }).catch(() => undefined);
  if (document === undefined) return [];
  const signatures: CryptographicSignature[] = [];
  for (const value of valuesOf(document)) {
    const signature = await readSignature(bytes, value);
    if (signature !== undefined) signatures.push(signature);
  }
  return signatures;
}
