/** Compares the responses of two sides, except for values that each side generates. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import type { LoadRequest } from '../measure/load';
import { send } from './calls';

/** The two sides' addresses, ours first. */
export type SideUrls = readonly [ours: string, comparator: string];

/**
 * The generated values in every response about a patient: upload URLs, signatures, and an encrypted token.
 */
const alwaysDrawn = ['uploadUrl', 'embedToken'] as const;

/**
 * Returns the comparable part of a response. Generated values keep only their format, which must be equal.
 * @param drawn the names of generated fields, in addition to the usual ones
 */
export function comparable(text: string, drawn: readonly string[] = []): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value !== 'string' || ![...alwaysDrawn, ...drawn].includes(name)) return value;
    return name === 'embedToken' ? `a token of ${value.length}` : value.replaceAll(/[0-9a-f]/gi, 'x');
  });
}

/** Asserts that both sides return 200 and equal responses for each request. */
export async function assertSameAnswers(urls: SideUrls, requests: readonly LoadRequest[]): Promise<void> {
  for (const request of requests) {
    const [ours, comparators] = await Promise.all(urls.map(url => send(url, request)));
    strictEqual(ours?.status, 200, ours?.text);
    strictEqual(comparators?.status, 200, comparators?.text);
    deepStrictEqual(comparable(ours.text), comparable(comparators.text));
  }
}
