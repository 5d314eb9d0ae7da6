/** Photographs pictures of pages: on a table, from an angle, in uneven light; see photograph-form.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { mappingOf, rectangle, type Corners } from '../../src/reading/quad.mts';
import type { PhotoCondition } from './photograph-form.ts';

const { pictures, condition } = workerData as { pictures: readonly Uint8Array[]; condition: PhotoCondition };

/** Returns a repeatable random number from 0 to 1 for each call. */
function randomOf(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

async function photographed(bytes: Uint8Array): Promise<Uint8Array> {
  const { shorter, longer, corners, table, light, shadow, noise, jpegQuality, seed } = condition;
  const page = await loadImage(Buffer.from(bytes));
  const [width, height] = page.width > page.height ? [longer, shorter] : [shorter, longer];
  const flat = createCanvas(page.width, page.height);
  const paper = flat.getContext('2d');
  paper.drawImage(page, 0, 0);
  const source = paper.getImageData(0, 0, page.width, page.height).data;
  const placed = corners.map(([x, y]) => ({ x: x * width, y: y * height })) as unknown as Corners;
  const map = mappingOf(placed, rectangle(page.width, page.height));
  if (map === undefined) throw new Error('the sheet has no area');
  const photo = createCanvas(width, height);
  const context = photo.getContext('2d');
  const image = context.createImageData(width, height);
  const { data } = image;
  const next = randomOf(seed);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const place = map(x, y);
      const [px, py] = [Math.floor(place.x), Math.floor(place.y)];
      const isPaper = px >= 0 && py >= 0 && px < page.width && py < page.height;
      const grain = 1 + 0.12 * Math.sin(y / 9 + 6 * Math.sin(x / 160));
      const [u, v] = [x / width, y / height];
      const lamp = 1 - light.fall * Math.abs(u * light.across + v * light.down);
      const far = u * shadow.across + v * shadow.down - shadow.from;
      const dim = 1 - shadow.depth / (1 + Math.exp(-far / 0.02));
      const off = (next() + next() - 1) * noise;
      for (let part = 0; part < 3; part += 1) {
        const own = isPaper
          ? 0.96 * (source[(py * page.width + px) * 4 + part] ?? 255)
          : (table[part] ?? 0) * grain;
        data[at + part] = own * lamp * dim + off;
      }
      data[at + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  return new Uint8Array(photo.toBuffer('image/jpeg', jpegQuality));
}

const photos: Uint8Array[] = [];
for (const picture of pictures) photos.push(await photographed(picture));
parentPort?.postMessage(photos); // oxlint-disable-line unicorn/require-post-message-target-origin -- threads have no origin
