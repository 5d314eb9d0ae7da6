import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startApiWorld, type ApiWorld } from '../support/api-world';
import { startBrowser } from '../support/browser';
import { takeDocumentPictures } from '../support/document-pictures';

const docs = join(__dirname, '../../docs');

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

/** Returns a picture's size from its header (PNG, 11.2.2), or that it is no PNG. */
function sizeOf(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < 24 || view.getUint32(0) !== 0x89504e47) return 'no PNG';
  return `${view.getUint32(16)} x ${view.getUint32(20)}`;
}

/** Returns the pictures in the pages of a folder, except those of the Temporal UI. */
function picturesNamed(folder: 'guides' | 'operate'): string[] {
  const pages = readdirSync(join(docs, folder)).filter(name => name.endsWith('.md'));
  return pages.flatMap(page => {
    const named = readFileSync(join(docs, folder, page), 'utf8').matchAll(/!\[[^\]]+\]\(([^)/]+)\)/g);
    return Array.from(named, ([, target = '']) => `${folder}/${target}`);
  });
}

test('The walk takes exactly the pictures of our pages that the documents show, in their size [EMBED-28]', async () => {
  const taken = new Map<string, string>();
  await takeDocumentPictures(world, browser, async (name, png) => {
    taken.set(name, sizeOf(png));
  });
  const named = [...picturesNamed('guides'), ...picturesNamed('operate')];
  expect([...taken.keys()].toSorted()).toEqual(named.toSorted());
  const stored = [...taken.keys()].map(name => [name, sizeOf(readFileSync(join(docs, name)))]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(taken));
}, 120_000);
