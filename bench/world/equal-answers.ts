/** Compares the answers of two sides, without the values that each side generates for itself. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import type { LoadRequest } from '../measure/load';
import { send } from './calls';

/** The two sides' addresses, ours first. */
export type SideUrls = readonly [ours: string, comparator: string];

/** The generated values in every answer about a patient: upload URLs, signatures, a sealed token. */
const alwaysDrawn = ['uploadUrl', 'embedToken'] as const;

/**
 * An answer as far as another side can give it too: of what is drawn, the form is kept, which must be equal.
 * @param drawn the names of the fields that are drawn, beside those that always are
 */
export function comparable(text: string, drawn: readonly string[] = []): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value !== 'string' || ![...alwaysDrawn, ...drawn].includes(name)) return value;
    return name === 'embedToken' ? `a token of ${value.length}` : value.replaceAll(/[0-9a-f]/gi, 'x');
  });
}

/** Asserts that both sides answer each request with 200 and equally. */
export async function assertSameAnswers(urls: SideUrls, requests: readonly LoadRequest[]): Promise<void> {
  for (const request of requests) {
    const [ours, comparators] = await Promise.all(urls.map(url => send(url, request)));
    strictEqual(ours?.status, 200, ours?.text);
    strictEqual(comparators?.status, 200, comparators?.text);
    deepStrictEqual(comparable(ours.text), comparable(comparators.text));
  }
}
