import { PDFDocument, PDFTextField } from '@cantoo/pdf-lib';
import { formLayouts } from '../../evaluation/forms/form-layouts';
import { halfOf } from '../../evaluation/forms/halves';
import { blocksOf } from '../../evaluation/forms/layout-blocks';
import { makeCase, shapes, type CaseOrder } from '../../evaluation/forms/make-case';

function order(name: string, over: Partial<CaseOrder> = {}): CaseOrder {
  const form = formLayouts.find(layout => layout.name === name);
  if (form === undefined) throw new Error(`there is no layout ${name}`);
  return { form, personNumber: 0, shape: 'fields', state: 'signed', ...over };
}

async function fieldsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  return document
    .getForm()
    .getFields()
    .flatMap(field => (field instanceof PDFTextField ? [field.getText() ?? ''] : []));
}

describe('The test set of authorizations', () => {
  test('has at least forty uniquely named layouts, with Spanish ones in the development half', () => {
    expect(formLayouts.length).toBeGreaterThanOrEqual(40);
    expect(new Set(formLayouts.map(({ name }) => name)).size).toBe(formLayouts.length);
    const spanish = formLayouts.filter(({ language }) => language === 'es').map(({ name }) => halfOf(name));
    expect(spanish).toContain('development');
  });

  test('assigns a layout to the held-out half by its name alone, permanently', () => {
    expect(['hospital-lines', 'hospital-boxed', 'pediatrics', 'veterans-style'].map(halfOf)).toEqual([
      'held-out',
      'development',
      'held-out',
      'development',
    ]);
    const heldOut = formLayouts.filter(({ name }) => halfOf(name) === 'held-out');
    expect(heldOut.length).toBeGreaterThanOrEqual(15);
  });

  test.each(shapes)(
    'creates the same bytes and truth each time: %s',
    async shape => {
      // Each cryptographic signature gets its own key, so an unsigned form is compared.
      const [first, second] = [
        await makeCase(order('pediatrics', { shape, state: 'unsigned' })),
        await makeCase(order('pediatrics', { shape, state: 'unsigned' })),
      ];
      expect(Buffer.from(first.pdf).equals(Buffer.from(second.pdf))).toBe(true);
      expect(first.truth).toEqual(second.truth);
    },
    30_000,
  );

  test('has a truth that matches what is filled in, on every layout', async () => {
    for (const form of formLayouts) {
      const { pdf, truth } = await makeCase({ form, personNumber: 1, shape: 'fields', state: 'unsigned' });
      const filled = (await fieldsOf(pdf)).filter(text => text !== '').toSorted();
      const isComb = blocksOf(form).some(block => block.kind === 'row' && block.style === 'comb');
      const inTruth = truth.written.filter(({ source }) => source === 'written').map(({ text }) => text);
      // Combs contain only letters and digits; every other field contains the text of the truth.
      if (isComb) expect(filled).toHaveLength(inTruth.length);
      else expect(filled).toEqual(inTruth.toSorted());
    }
  }, 60_000);

  test('leaves a blank form blank, and its truth says so', async () => {
    for (const form of formLayouts) {
      const { pdf, truth } = await makeCase({ form, personNumber: 0, shape: 'fields', state: 'blank' });
      expect((await fieldsOf(pdf)).filter(text => text !== '')).toEqual([]);
      expect(truth.written.every(({ source }) => source === 'printed')).toBe(true);
      expect(truth.signature).toBeNull();
    }
  }, 60_000);

  test('signs only signed forms, in the place for the signature', async () => {
    const signed = await makeCase(order('hospital-lines', { shape: 'flattened' }));
    expect(signed.truth.signature).not.toBeNull();
    expect(signed.truth.signedOn).toMatch(/^2026-/);
    expect(signed.truth.signaturePlace).toMatchObject({ page: 1 });
    const unsigned = await makeCase(order('hospital-lines', { shape: 'flattened', state: 'unsigned' }));
    expect(unsigned.truth).toMatchObject({ signature: null, signedOn: null });
  });
});
