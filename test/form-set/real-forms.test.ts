import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { doubtsOf, faultsOf } from '../../evaluation/real-forms/described-places';
import type { Description } from '../../evaluation/real-forms/description';
import {
  emptyDescription,
  InvalidDescription,
  parseDescription,
  readDescriptions,
} from '../../evaluation/real-forms/description-files';
import { readFormPages, type FormPages } from '../../evaluation/real-forms/form-pages';
import { drawHalves, phrasesOf } from '../../evaluation/real-forms/halves';
import { makeRealCase, type RealCase, type RealOrder } from '../../evaluation/real-forms/real-case';
import { wilson } from '../../evaluation/real-forms/report-real';

interface Blank {
  readonly bytes: Uint8Array;
  readonly pages: FormPages;
}

const blanks = new Map<string, Promise<Blank>>();

/** Returns a blank form of ours, the same one for the same arguments. */
async function blankForm(turn: 0 | 90 | 180 | 270, hasFields: boolean): Promise<Blank> {
  const key = `${turn}/${hasFields}`;
  const blank = blanks.get(key) ?? newBlankForm(turn, hasFields);
  blanks.set(key, blank);
  return blank;
}

/** A form of ours with a ruled line for each value and a check box; the file may turn its page. */
async function newBlankForm(turn: 0 | 90 | 180 | 270, hasFields: boolean): Promise<Blank> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([612, 792]);
  const lines: ReadonlyArray<readonly [string, number]> = [
    ['Patient name', 100],
    ['Date of birth', 140],
    ['Release to', 180],
    ['Signature', 400],
    ['Date', 440],
  ];
  for (const [label, y] of lines) {
    page.drawText(`${label}:`, { x: 40, y: 792 - y, size: 10 });
    page.drawLine({ start: { x: 130, y: 792 - y }, end: { x: 430, y: 792 - y }, thickness: 0.8 });
    if (hasFields && label !== 'Signature') {
      const field = document.getForm().createTextField(`${label} field`);
      field.addToPage(page, { x: 130, y: 793 - y, width: 300, height: 14, borderWidth: 0 });
    }
  }
  page.drawRectangle({ x: 130, y: 792 - 230, width: 10, height: 10, borderWidth: 1 });
  page.setRotation(degrees(turn));
  const bytes = await document.save();
  const path = join(await mkdtemp(join(tmpdir(), 'real-form-')), 'our-clinic--form-1.pdf');
  await writeFile(path, bytes);
  return { bytes, pages: await readFormPages(path) };
}

const line = (label: string, y: number, hasFields: boolean) =>
  hasFields ? { label, field: `${label} field` } : { label, page: 1, box: [130, y - 14, 430, y] };

function descriptionOf({ bytes }: Blank, hasFields: boolean, over: object = {}): Description {
  const elements = {
    patientName: [{ whole: line('Patient name', 100, hasFields) }],
    birthDate: [{ whole: line('Date of birth', 140, hasFields) }],
    patientSignature: [{ label: 'Signature', page: 1, box: [130, 376, 430, 400] }],
    signatureDate: [{ whole: line('Date', 440, hasFields) }],
    signerName: null,
    signerCapacity: null,
    representative: null,
    keepEmpty: null,
    discloser: null,
    recipient: {
      printed: null,
      name: line('Release to', 180, hasFields),
      address: null,
      cityStateZip: null,
      phone: null,
      fax: null,
      options: null,
    },
    direction: null,
    purpose: null,
    records: {
      printed: null,
      text: null,
      options: [{ label: 'Everything', means: 'everything', page: 1, box: [130, 220, 140, 230] }],
    },
    sensitive: null,
    datesOfService: null,
    expiration: {
      printed: 'It ends one year after it is signed.',
      term: 'P1Y',
      date: null,
      event: null,
      options: null,
    },
    initials: null,
    patientDetails: null,
  };
  return parseDescription(
    'our-clinic--form-1.json',
    JSON.stringify({
      form: 'our-clinic--form-1',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pages: 1,
      formPages: [1],
      language: 'en',
      kind: 'authorization',
      layout: hasFields ? 'form-fields' : 'ruled-lines',
      elements,
      printed: { revocation: false, redisclosure: false, conditioning: false, copy: false, releases: [] },
      ...over,
    }),
  );
}

async function made(blank: Blank, order: RealOrder): Promise<RealCase> {
  const found = await makeRealCase(order, blank.bytes, blank.pages);
  if (found === null) throw new Error('the state makes no sense for the form');
  return found;
}

/** The words of a document and the boxes that they're in. */
async function wordsIn(pdf: Uint8Array): Promise<FormPages['pages'][number]['lines']> {
  const path = join(await mkdtemp(join(tmpdir(), 'real-case-')), 'case.pdf');
  await writeFile(path, pdf);
  return (await readFormPages(path)).pages.flatMap(({ lines }) => lines);
}

describe('A description of a real form', () => {
  test('is valid for every described form', async () => {
    const descriptions = await readDescriptions();
    expect(descriptions.length).toBeGreaterThanOrEqual(3);
  });

  test('starts with a question for each element, and names each that is unanswered', () => {
    const started = JSON.stringify(emptyDescription('our-clinic--form-1', 'a'.repeat(64), 1));
    const parse = () => parseDescription('our-clinic--form-1.json', started);
    expect(parse).toThrow(InvalidDescription);
    expect(parse).toThrow(/elements\.patientName: still "\?"/);
    expect(parse).toThrow(/printed\.releases: still "\?"/);
  });

  test.each([
    ['an element that was forgotten', { elements: {} }, /elements\.patientSignature: missing: describe it/],
    ['a page that the form lacks', { formPages: [2] }, /formPages: there is no page 2/],
    ['an unknown key', { color: 'red' }, /Unrecognized key: "color"/],
    ['the name of another form', { form: 'other--form-1' }, /form: must be the file's own name/],
  ])('is refused with the path of the fault: %s', async (_name, over, message) => {
    const blank = await blankForm(0, false);
    expect(() => descriptionOf(blank, false, over)).toThrow(message);
  });

  test("has faults if the form has no such field, and doubts about a form field that it doesn't use", async () => {
    const [flat, withFields] = [await blankForm(0, false), await blankForm(0, true)];
    expect(faultsOf(descriptionOf(flat, false), flat.pages)).toEqual([]);
    expect(faultsOf(descriptionOf(flat, true), flat.pages)).toContain(
      'patientName.0.whole: the form has no field "Patient name field"',
    );
    expect(doubtsOf(descriptionOf(withFields, false), withFields.pages).join('\n')).toContain(
      'fields that nothing describes: "Patient name field"',
    );
  });
});

describe('A filled real form', () => {
  test.each([0, 90, 180, 270] as const)(
    'has its values in the described places on a page that the file turns by %d degrees',
    async turn => {
      const blank = await blankForm(turn, false);
      // The places of the form as shown: the same as in the file only without a turn.
      const at = turn === 0 ? [130, 86, 430, 100] : [100, 300, 400, 314];
      const description = descriptionOf(blank, false);
      const moved: Description = {
        ...description,
        elements: {
          ...description.elements,
          patientName: [{ whole: { page: 1, box: at as [number, number, number, number] } }],
        },
      };
      const { pdf, truth } = await made(blank, {
        description: moved,
        personNumber: 0,
        shape: 'flattened',
        state: 'signed',
      });
      const { firstName, lastName } = truth.person;
      const name = (await wordsIn(pdf)).find(({ text }) => text.includes(firstName));
      expect(name?.text).toContain(lastName);
      expect(name?.box[0]).toBeGreaterThanOrEqual(at[0] ?? 0);
      expect(name?.box[2]).toBeLessThanOrEqual(at[2] ?? 0);
      expect(name?.box[3]).toBeGreaterThan((at[3] ?? 0) - 8);
      expect(name?.box[3]).toBeLessThan((at[3] ?? 0) + 4);
    },
  );

  test.each([
    ['fields of its own', true],
    ['fields that were added', false],
  ])('as form fields has its values in %s, and none after it is flattened', async (_name, hasFields) => {
    const blank = await blankForm(0, hasFields);
    const order = { description: descriptionOf(blank, hasFields), personNumber: 0, state: 'signed' } as const;
    const { pdf, truth } = await made(blank, { ...order, shape: 'fields' });
    const fields = (await PDFDocument.load(pdf)).getForm().getFields();
    const texts = fields.map(field => ('getText' in field ? (field as { getText(): string }).getText() : ''));
    expect(texts.join(' ')).toContain(truth.person.lastName);
    expect(truth.hasOwnFields).toBe(hasFields);
    const flat = await made(blank, { ...order, shape: 'flattened' });
    expect((await PDFDocument.load(flat.pdf)).getForm().getFields()).toEqual([]);
    expect((await wordsIn(flat.pdf)).map(({ text }) => text).join(' ')).toContain(truth.person.lastName);
  });

  test('differs from its unsigned twin by the signature, and from a blank one by every value', async () => {
    const blank = await blankForm(0, false);
    const order = { description: descriptionOf(blank, false), personNumber: 0, shape: 'flattened' } as const;
    const signed = await made(blank, { ...order, state: 'signed' });
    const unsigned = await made(blank, { ...order, state: 'unsigned' });
    const empty = await made(blank, { ...order, state: 'blank' });
    expect(signed.truth.signature).toHaveLength(1);
    expect(unsigned.truth.signature).toEqual([]);
    expect(unsigned.truth.person).toEqual(signed.truth.person);
    expect(signed.truth.values.recipient).not.toBeNull();
    expect(empty.truth.values.recipient).toBeNull();
    expect((await wordsIn(empty.pdf)).map(({ text }) => text)).toEqual(
      (await wordsIn(blank.bytes)).map(({ text }) => text),
    );
  });

  test('has expired by its printed term, or lacks the element that its truth names', async () => {
    const blank = await blankForm(0, false);
    const order = { description: descriptionOf(blank, false), personNumber: 0, shape: 'flattened' } as const;
    const expired = await made(blank, { ...order, state: 'expired' });
    expect(expired.truth.signedOn < '2025-11-01').toBe(true);
    const missing = await made(blank, { ...order, state: 'missing' });
    const name = missing.truth.missing ?? 'signerName';
    expect(missing.truth.values[name]).toBeNull();
    const signed = await made(blank, { ...order, state: 'signed' });
    expect(signed.truth.values[name]).not.toBeNull();
  });

  test('has another person and hand in each other filling, in the same places, as often as it is made', async () => {
    const blank = await blankForm(0, false);
    const order = { description: descriptionOf(blank, false), personNumber: 0, shape: 'flattened' } as const;
    const [first, again, second, third] = [
      await made(blank, { ...order, state: 'signed' }),
      await made(blank, { ...order, state: 'signed', fill: 0 }),
      await made(blank, { ...order, state: 'signed', fill: 1 }),
      await made(blank, { ...order, state: 'signed', fill: 2 }),
    ];
    expect(Buffer.from(again.pdf).equals(Buffer.from(first.pdf))).toBe(true);
    expect(new Set([first, second, third].map(({ truth }) => truth.person.lastName)).size).toBe(3);
    expect(second.truth.signature).toHaveLength(1);
    const words = await wordsIn(second.pdf);
    const written = second.truth.person.lastName.toLowerCase();
    const name = words.find(({ text }) => text.toLowerCase().includes(written));
    expect(name?.box[0]).toBeGreaterThan(124);
    expect(Math.abs((name?.box[3] ?? 0) - 100)).toBeLessThan(9);
    const unsigned = await made(blank, { ...order, state: 'unsigned', fill: 1 });
    expect(unsigned.truth.person).toEqual(second.truth.person);
    expect(unsigned.truth.signature).toEqual([]);
  });

  test('is the same document each time, also as a scan', async () => {
    const blank = await blankForm(0, false);
    const order = { description: descriptionOf(blank, false), personNumber: 0, shape: 'scanned' } as const;
    const [first, second] = [
      await made(blank, { ...order, state: 'signed' }),
      await made(blank, { ...order, state: 'signed' }),
    ];
    expect(Buffer.from(first.pdf).equals(Buffer.from(second.pdf))).toBe(true);
    expect(first.truth).toEqual(second.truth);
    expect(await wordsIn(first.pdf)).toEqual([]);
  });
});

describe('The halves of the real forms', () => {
  const drawn = (form: string, text: string, base: Description) => ({
    description: { ...base, form },
    phrases: phrasesOf([text]),
  });
  /** Words that no other seed has. */
  const prose = (seed: string) =>
    Array.from({ length: 30 }, (_, index) =>
      createHash('sha256')
        .update(`${seed}/${index}`)
        .digest('hex')
        .replaceAll(/\d/g, 'x')
        .replaceAll(/(.{8})/g, '$1 '),
    ).join(' ');

  test('keep an organization, and forms that share their text, in one half', async () => {
    const base = descriptionOf(await blankForm(0, false), false);
    const forms = [
      ...Array.from({ length: 20 }, (_, index) => drawn(`clinic-${index}--form-1`, `short ${index}`, base)),
      drawn('north--form-1', 'short north', base),
      drawn('north--form-2', 'short other', base),
      drawn('east--form-1', prose('shared'), base),
      drawn('west--form-1', prose('shared'), base),
    ];
    for (const seed of ['one', 'two', 'three']) {
      const halves = drawHalves(forms, seed);
      expect(halves).toEqual(drawHalves(forms.toReversed(), seed));
      const halfOf = (form: string) => (halves.development.includes(form) ? 'development' : 'held-out');
      expect(halfOf('north--form-1')).toBe(halfOf('north--form-2'));
      expect(halfOf('east--form-1')).toBe(halfOf('west--form-1'));
      expect([...halves.development, ...halves.heldOut].toSorted()).toEqual(
        forms.map(({ description }) => description.form).toSorted(),
      );
      expect(Math.abs(halves.development.length - halves.heldOut.length)).toBeLessThanOrEqual(2);
    }
    expect(drawHalves(forms, 'one')).not.toEqual(drawHalves(forms, 'two'));
  });
});

describe('A share with few cases', () => {
  test('has a wide interval, and none without cases', () => {
    expect(wilson({ hits: 0, of: 18 })?.map(share => share.toFixed(3))).toEqual(['0.000', '0.176']);
    expect(wilson({ hits: 9, of: 10 })?.map(share => share.toFixed(3))).toEqual(['0.596', '0.982']);
    expect(wilson({ hits: 0, of: 0 })).toBeUndefined();
  });
});
