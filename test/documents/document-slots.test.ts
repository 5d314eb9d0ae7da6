import { setImmediate as settled } from 'node:timers/promises';
import {
  createDocumentSlots,
  documentSlotLimits,
  type DocumentSlotLimits,
} from '../../src/documents/document-slots';
import { readDocument, readingLimits } from '../../src/reading/read-document';
import { hangingPdf } from '../support/authorization-documents';

/** Ends the waits of a test with it. */
let over = new AbortController();
beforeEach(() => {
  over = new AbortController();
});
afterEach(() => over.abort());

/**
 * Slots, and work in them that goes on until the test ends it; what a company asked for and did not get is
 * its error’s name.
 */
function worked(own: Partial<DocumentSlotLimits> = {}) {
  const slots = createDocumentSlots({ ...documentSlotLimits, ...own });
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const ask = (company: string, signal: AbortSignal = over.signal): Promise<string> =>
    slots
      .hold(company, signal, async () => {
        begun.push(company);
        await new Promise<void>(resolve => ends.push(resolve));
        return 'done';
      })
      .catch((error: unknown) => String(error).replace(/:.*/, ''));
  return { slots, begun, ends, ask };
}

describe('of the slots for documents [CHECK-28]', () => {
  test('a company holds two of three, and another one finds the third', async () => {
    expect(documentSlotLimits).toMatchObject({ ofAll: 3, ofCompany: 2, waitingOfCompany: 20 });
    const { ask, begun } = worked();
    for (const company of ['acme', 'acme', 'acme', 'acme', 'birch', 'cedar']) void ask(company);
    await settled();
    expect(begun).toEqual(['acme', 'acme', 'birch']);
  });

  test('one that falls free goes to the company that holds fewest', async () => {
    const { ask, begun, ends } = worked();
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
    // Who left the line is passed over.
    expect(begun).toEqual(['acme', 'acme', 'birch', 'cedar', 'acme']);
  });

  test('one is waited for by so many of a company, and of all, and for so long; then the work is refused for a later try', async () => {
    const { ask } = worked({ waitingOfCompany: 2, waitingOfAll: 3, waitMs: 20 });
    const asked = Array.from({ length: 5 }, () => ask('acme'));
    expect(await asked[4]).toBe('NoDocumentSlot');
    // Two of acme's wait; of birch one gets the third slot, one waits, and one is one too many of all.
    const others = Array.from({ length: 3 }, () => ask('birch'));
    expect(await others[2]).toBe('NoDocumentSlot');
    expect(await Promise.all([asked[2], asked[3], others[1]])).toEqual([
      'NoDocumentSlot',
      'NoDocumentSlot',
      'NoDocumentSlot',
    ]);
  });

  test('each comes back from work that fails', async () => {
    const slots = createDocumentSlots({ ...documentSlotLimits, ofAll: 1 });
    const broken = slots.hold('acme', over.signal, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await slots.hold('birch', over.signal, async () => 'its turn')).toBe('its turn');
  });

  test('one is not waited for by work that was called off', async () => {
    const { ask } = worked();
    const off = new AbortController();
    const asked = ['acme', 'acme', 'acme'].map(company => ask(company, off.signal));
    off.abort();
    expect(await asked[2]).toBe('AbortError');
  });

  test('one that a document hangs in is free again when the limits of its reader have ended it', async () => {
    const slots = createDocumentSlots({ ...documentSlotLimits, ofAll: 1 });
    const document = await hangingPdf();
    const hanging = slots.hold('acme', over.signal, () =>
      readDocument(document, undefined, { ...readingLimits, silenceMs: 1_500 }),
    );
    const next = slots.hold('birch', over.signal, async () => 'its turn');
    expect(await hanging).toEqual({ kind: 'refused', refusal: 'tooHard' });
    expect(await next).toBe('its turn');
  });
});
