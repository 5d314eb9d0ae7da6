import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { CryptographicSignature } from '../../src/reading/document-layout';
import { parseReading } from '../../src/reading/parse-reading';
import { readDocument } from '../../src/reading/read-document';
import { drawForm } from '../../evaluation/forms/draw-form';
import { formLayouts } from '../../evaluation/forms/form-layouts';
import { fill, inventPerson } from '../../evaluation/forms/people';
import { signDocument } from '../../evaluation/forms/sign-document';
import { randomStream } from '../../src/sandbox/random-stream';
import { formPdf } from '../support/authorization-documents';

async function signaturesOf(pdf: Uint8Array): Promise<readonly CryptographicSignature[]> {
  const reading = await readDocument(pdf);
  if (reading.kind === 'refused') throw new Error(`refused: ${reading.refusal}`);
  return reading.layout.signatures;
}

async function signedForm(): Promise<Uint8Array> {
  const [form] = formLayouts;
  if (form === undefined) throw new Error('there is no layout');
  const stream = randomStream('signatures');
  const person = { ...inventPerson(stream, 'en'), firstName: 'Jane', lastName: 'Doe' };
  const filling = fill(form, person, stream);
  const { document } = await drawForm({
    form,
    filling,
    signature: 'cryptographic',
    leftOut: new Set(),
    isInteractive: true,
    seed: 'signatures',
  });
  return signDocument(await document.save({ useObjectStreams: false }), person, '2026-09-14');
}

describe('A cryptographic signature', () => {
  test('has the signer, the time, and coverage of the whole document', async () => {
    expect(await signaturesOf(await signedForm())).toEqual([
      { signer: 'Jane Doe', signedAt: '2026-09-14T15:00:00.000Z', coversDocument: true, isIntact: true },
    ]);
  }, 30_000);

  test('does not cover bytes appended to the document', async () => {
    const longer = Buffer.concat([await signedForm(), Buffer.from('\n% more\n')]);
    expect(await signaturesOf(new Uint8Array(longer))).toEqual([
      expect.objectContaining({ coversDocument: false }),
    ]);
  }, 30_000);

  test('is broken if a byte under it is changed', async () => {
    const changed = Buffer.from(await signedForm());
    const at = changed.indexOf('(Field');
    // The marker of a PDF's second line is under the signature and means nothing to a reader.
    const place = at > 0 ? at + 1 : 12;
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(await signaturesOf(new Uint8Array(changed))).toEqual([
      expect.objectContaining({ isIntact: false }),
    ]);
  }, 30_000);

  test('is not read from the usage rights of a blank federal form', async () => {
    const document = await PDFDocument.create({ updateMetadata: false });
    document.addPage();
    const { context, catalog } = document;
    const rights = context.register(context.obj({ Type: 'Sig', ByteRange: [0, 10, 20, 30] }));
    catalog.set(PDFName.of('Perms'), context.obj({ UR3: rights }));
    expect(await signaturesOf(await document.save({ useObjectStreams: false }))).toEqual([]);
  }, 30_000);
});

/**
 * Returns the kind of reading and the exit code of a reader that cannot load the libraries for signatures.
 */
async function readWithoutLibraries(pdf: Uint8Array): Promise<readonly [string | undefined, unknown]> {
  const refuse = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (['pkijs', 'asn1js', '@cantoo/pdf-lib'].includes(name)) throw new Error('not here');
      return next(name, context);
    } });`;
  const reader = spawn(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(refuse)}`],
      join(__dirname, '../../src/reading/reader-process.mts'),
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const ended = new Promise<number | null>(resolve => reader.once('close', resolve));
  reader.stdin.on('error', () => undefined).end(pdf);
  const answer = await text(reader.stdout);
  return [parseReading(answer)?.kind, await ended];
}

describe('The libraries for signatures', () => {
  test('are not loaded for a document without a signature [CHECK-26]', async () => {
    expect(await readWithoutLibraries(await formPdf())).toEqual(['read', 0]);
  }, 30_000);

  test('are loaded for a signed document, and the reader fails without them', async () => {
    expect(await readWithoutLibraries(await signedForm())).toEqual([undefined, 1]);
  }, 30_000);
});
