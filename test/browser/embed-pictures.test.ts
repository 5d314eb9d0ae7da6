import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { startBrowser } from '../support/browser';
import { takeEmbedPictures } from '../support/embed-pictures';

const guides = join(__dirname, '../../docs/guides');

let world: ApiWorld;
let browser: Browser;
beforeAll(async () => {
  world = await startApiWorld();
  browser = await startBrowser(world.port);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** What is wrong with the bytes of a picture; its size is in its head (PNG, 11.2.2). */
function sizeOf(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < 24 || view.getUint32(0) !== 0x89504e47) return 'no PNG';
  return `${view.getUint32(16)} x ${view.getUint32(20)}`;
}

function picturesNamed(): string[] {
  const pages = readdirSync(guides).filter(name => name.endsWith('.md'));
  return pages.flatMap(page => {
    const named = readFileSync(join(guides, page), 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g);
    return Array.from(named, ([, target = '']) => target);
  });
}

test('every picture of the guides is made by the walk, in the size in which it stands there, and every one that it makes is shown [EMBED-28]', async () => {
  const company = await world.company('acme');
  const taken = new Map<string, string>();
  await takeEmbedPictures({ world, company, browser }, async (name, png) => {
    taken.set(name, sizeOf(png));
  });
  expect([...taken.keys()].toSorted()).toEqual(picturesNamed().toSorted());
  const stored = [...taken.keys()].map(name => [name, sizeOf(readFileSync(join(guides, name)))]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(taken));
});
