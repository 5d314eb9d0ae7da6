/** Files as facilities return them, to be combined. They contain nobody's data. */
import { Readable } from 'node:stream';
import { createCanvas } from '@napi-rs/canvas';
import {
  combineChart,
  type ChartOptions,
  type CombinedChart,
} from '../../src/documents/charts/combine-chart';
import type { ChartSource } from '../../src/documents/charts/take-source';
import { contentTypeOf } from '../../src/domain/record-requests/file-name';

/** Returns a source of these bytes, of the type that its name implies. */
export function sourceOf(title: string, bytes: Uint8Array): ChartSource {
  const open = async (): Promise<Readable> => Readable.from([Buffer.from(bytes)]);
  return { title, contentType: contentTypeOf(title), sizeBytes: bytes.length, open };
}

/** Returns a chart with its bytes. */
export async function chartOf(
  sources: readonly ChartSource[],
  options: Partial<ChartOptions> = {},
): Promise<CombinedChart & { readonly bytes: Uint8Array }> {
  const parts: Uint8Array[] = [];
  const making = combineChart(sources, { preparedOn: '11/22/2026', facts: [], ...options });
  for (;;) {
    const next = await making.next();
    if (next.done === true) return { ...next.value, bytes: new Uint8Array(Buffer.concat(parts)) };
    parts.push(next.value);
  }
}

/**
 * Returns the text of a chart's pages without their numbers. @throws if one isn't the page's own, in order
 */
export function withoutNumbers(pages: readonly string[]): string[] {
  return pages.map((page, index) => {
    const number = `Page ${index + 1} of ${pages.length}`;
    if (!page.endsWith(number)) throw new Error(`a page doesn't end with "${number}"`);
    return page.slice(0, -number.length).trim();
  });
}

/** Returns an image of this size. */
export function picture(width: number, height: number, type: 'image/jpeg' | 'image/png'): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#12475c';
  context.fillRect(0, 0, width, height / 2);
  return type === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg');
}
