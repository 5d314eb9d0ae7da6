import { setImmediate as settled } from 'node:timers/promises';
import {
  createDocumentSlots,
  documentSlotLimits,
  type DocumentSlotLimits,
} from '../../src/documents/document-slots';
import { readDocument, readingLimits } from '../../src/reading/read-document';
import { hangingPdf } from '../support/authorization-documents';

/** Ends the waits of a test when the test ends. */
let testEnd = new AbortController();
beforeEach(() => {
  testEnd = new AbortController();
});
afterEach(() => testEnd.abort());

/**
 * Returns slots, and work in them that goes on until the test ends it. A request that gets no slot resolves
 * to the name of its error.
 */
function createWork(own: Partial<DocumentSlotLimits> = {}) {
  const slots = createDocumentSlots({ ...documentSlotLimits, ...own });
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const ask = (company: string, signal: AbortSignal = testEnd.signal): Promise<string> =>
    slots
      .hold(company, signal, async () => {
        begun.push(company);
        await new Promise<void>(resolve => ends.push(resolve));
        return 'done';
      })
      .catch((error: unknown) => String(error).replace(/:.*/, ''));
  return { slots, begun, ends, ask };
}

describe('The slots for documents [CHECK-28]', () => {
  test('give a company two of three, and the third to another company', async () => {
    expect(documentSlotLimits).toMatchObject({ ofAll: 3, ofCompany: 2, waitingOfCompany: 20 });
    const { ask, begun } = createWork();
    for (const company of ['acme', 'acme', 'acme', 'acme', 'birch', 'cedar']) void ask(company);
    await settled();
    expect(begun).toEqual(['acme', 'acme', 'birch']);
  });

  test('go to the company that holds the fewest when one is free', async () => {
    const { ask, begun, ends } = createWork();
    const asked = ['acme', 'acme', 'acme', 'birch', 'birch', 'cedar'].map(company => ask(company));
    await settled();
    ends[0]?.();
    await asked[0];
    await settled();
    expect(begun).toEqual(['acme', 'acme', 'birch', 'cedar']);
    const off = new AbortController();
    const called = ask('dune', off.signal);
    off.abort();
    await called;
    ends[1]?.();
    await asked[1];
    await settled();
    // A company that left the line is skipped.
    expect(begun).toEqual(['acme', 'acme', 'birch', 'cedar', 'acme']);
  });

  test('have a limited waiting line, per company and in total, and a limited wait', async () => {
    const { ask } = createWork({ waitingOfCompany: 2, waitingOfAll: 3, waitMs: 20 });
    const asked = Array.from({ length: 5 }, () => ask('acme'));
    expect(await asked[4]).toBe('NoDocumentSlot');
    // Two requests of acme wait; one of birch gets the third slot, one waits, and one exceeds the total.
    const others = Array.from({ length: 3 }, () => ask('birch'));
    expect(await others[2]).toBe('NoDocumentSlot');
    expect(await Promise.all([asked[2], asked[3], others[1]])).toEqual([
      'NoDocumentSlot',
      'NoDocumentSlot',
      'NoDocumentSlot',
    ]);
  });

  test('are returned by work that fails', async () => {
    const slots = createDocumentSlots({ ...documentSlotLimits, ofAll: 1 });
    const broken = slots.hold('acme', testEnd.signal, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await slots.hold('birch', testEnd.signal, async () => 'its turn')).toBe('its turn');
  });

  test('drop canceled work from the waiting line', async () => {
    const { ask } = createWork();
    const off = new AbortController();
    const asked = ['acme', 'acme', 'acme'].map(company => ask(company, off.signal));
    off.abort();
    expect(await asked[2]).toBe('AbortError');
  });

  test('are free again after the limits of a reader have ended a hanging document', async () => {
    const slots = createDocumentSlots({ ...documentSlotLimits, ofAll: 1 });
    const document = await hangingPdf();
    const hanging = slots.hold('acme', testEnd.signal, () =>
      readDocument(document, undefined, { ...readingLimits, silenceMs: 1_500 }),
    );
    const next = slots.hold('birch', testEnd.signal, async () => 'its turn');
    expect(await hanging).toEqual({ kind: 'refused', refusal: 'tooHard' });
    expect(await next).toBe('its turn');
  });
});
