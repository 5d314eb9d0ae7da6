/** `npm run forms:real`: what people need to describe a real form and to look at what they described. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { surviveClosedPipe } from '../../src/platform/closed-pipe';
import { doubtsOf, faultsOf, placesOf, resolvePlace } from './described-places';
import {
  descriptionsFolder,
  emptyDescription,
  parseDescription,
  readDescriptions,
} from './description-files';
import type { Corners } from './drawn-lines';
import { readFormPages, type FormPages } from './form-pages';
import {
  drawHalves,
  halvesFile,
  isOnlyMeasured,
  moreFile,
  phrasesOf,
  readSets,
  realSetOf,
  type Halves,
} from './halves';
import { drawPicture } from './picture';

const help = `Describes real forms: evaluation/real-forms/README.md says how.

  npm run forms:real -- picture FORM.pdf                 draw each page with a grid, and list what is on it
  npm run forms:real -- picture FORM.pdf --zoom 1:300,600,612,792    draw a part of page 1 larger
  npm run forms:real -- new FORM.pdf                     start a description
  npm run forms:real -- check FORM.pdf                   check its description, and draw its places
  npm run forms:real -- check FORM.pdf FILE.json         check a description that is in another folder
  npm run forms:real -- check-all FOLDER                 check all, and name the forms without a description
  npm run forms:real -- split FOLDER --seed WORDS        draw the two halves, once all forms are described
  npm run forms:real -- split-more FOLDER --seed WORDS   divide the described forms that are in no half

Pictures are written to the system's temporary folder, or to --out DIR outside of the repository.`;

const root = join(__dirname, '../..');
const nameOf = (pdf: string): string => basename(pdf).replace(/\.pdf$/i, '');
const show = (box: Corners): string => `[${box.map(value => Number(value.toFixed(1))).join(', ')}]`;

async function folderFor(out: string | undefined, name: string): Promise<string> {
  const folder = resolve(out ?? join(tmpdir(), 'recordwell-forms', name));
  if (!relative(root, folder).startsWith('..'))
    throw new Error(
      '--out: choose a folder outside of the repository. Pictures of real forms stay out of it.',
    );
  await mkdir(folder, { recursive: true });
  return folder;
}

function zoomOf(zoom: string | undefined): { page: number; part: Corners } | undefined {
  if (zoom === undefined) return undefined;
  const numbers = /^(\d+):([\d.]+),([\d.]+),([\d.]+),([\d.]+)$/.exec(zoom)?.slice(1).map(Number) ?? [];
  const [page = 0, left = 0, top = 0, right = 0, bottom = 0] = numbers;
  if (page < 1 || left >= right || top >= bottom)
    throw new Error('--zoom is PAGE:LEFT,TOP,RIGHT,BOTTOM in points, for example 1:300,600,612,792');
  return { page, part: [left, top, right, bottom] };
}

function printPages({ sha256, hasXfa, pages }: FormPages): void {
  console.log(`sha256 ${sha256}, ${pages.length} pages${hasXfa ? ', dynamic (XFA)' : ''}`);
  let number = 0;
  for (const page of pages) {
    console.log(
      `\n== page ${page.number}: ${page.width} by ${page.height} points, turned ${page.rotation}°, ` +
        `${page.lines.length} lines of text, ${page.fields.length} fields`,
    );
    if (page.lines.length < 5) console.log('   The page is a picture: it has no text of its own.');
    if (page.fields.length > 0) console.log('-- fields');
    for (const field of page.fields) {
      number += 1;
      const { name, kind, option, tooltip, value, cells, box } = field;
      console.log(
        [
          `#${number}`,
          kind,
          JSON.stringify(name),
          show(box),
          ...(option === '' ? [] : [`option ${JSON.stringify(option)}`]),
          ...(tooltip === '' ? [] : [`tooltip ${JSON.stringify(tooltip.slice(0, 120))}`]),
          ...(value === '' ? [] : [`value ${JSON.stringify(value.slice(0, 60))}`]),
          ...(cells === null ? [] : [`cells ${cells}`]),
          ...(field.isReadOnly ? ['read-only'] : []),
          ...(field.isHidden ? ['hidden'] : []),
        ].join(' '),
      );
    }
    console.log('-- text');
    for (const { text, box } of page.lines) console.log(`${show(box)} ${text}`);
    console.log('-- horizontal lines');
    for (const box of page.drawn.horizontal) console.log(show(box));
    console.log('-- vertical lines');
    for (const box of page.drawn.vertical) console.log(show(box));
    if (page.squares.length > 0) console.log('-- empty squares (check boxes)');
    for (const box of page.squares) console.log(show(box));
  }
}

async function drawPages(
  form: FormPages,
  folder: string,
  { zoom, description }: { zoom?: string | undefined; description?: ReturnType<typeof parseDescription> },
): Promise<void> {
  const wanted = zoomOf(zoom);
  const places =
    description === undefined ? [] : placesOf(description).flatMap(place => resolvePlace(place, form.pages));
  let firstField = 1;
  for (const page of form.pages) {
    const path = join(
      folder,
      [
        `page-${page.number}`,
        ...(description === undefined ? [] : ['described']),
        ...(wanted === undefined ? [] : ['part']),
      ].join('-') + '.png',
    );
    if (wanted === undefined || wanted.page === page.number) {
      const own = places.filter(place => place.page === page.number);
      await writeFile(path, drawPicture({ page, firstField, part: wanted?.part, places: own }));
      console.log(path);
    }
    firstField += page.fields.length;
  }
}

/** Checks the descriptions of the forms in a folder; returns whether they're complete and valid. */
async function checkAll(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter(name => /\.pdf$/i.test(name)).toSorted();
  const descriptions = (await readDescriptions()).filter(({ form }) => names.includes(`${form}.pdf`));
  const missing = names.filter(name => !descriptions.some(({ form }) => form === nameOf(name)));
  let wrong = 0;
  for (const description of descriptions) {
    const faults = faultsOf(description, await readFormPages(join(folder, `${description.form}.pdf`)));
    for (const fault of faults) console.log(`${description.form}: ${fault}`);
    wrong += faults.length === 0 ? 0 : 1;
  }
  for (const name of missing) console.log(`${name}: no description`);
  console.log(`${descriptions.length} descriptions, ${wrong} wrong, ${missing.length} missing`);
  return wrong === 0 && missing.length === 0;
}

/** Draws two halves of the described forms in a folder that are in no set yet. */
async function draw(folder: string, seed: string | undefined): Promise<Halves> {
  if (seed === undefined) throw new Error('--seed: name any words. They make the draw repeatable.');
  const sets = await readSets();
  const names = await readdir(folder);
  const forms = [];
  for (const description of await readDescriptions()) {
    if (!names.includes(`${description.form}.pdf`) || realSetOf(description.form, sets) !== null) continue;
    const { pages } = await readFormPages(join(folder, `${description.form}.pdf`));
    const texts = pages.flatMap(({ lines }) => lines.map(({ text }) => text));
    forms.push({ description, phrases: phrasesOf(texts) });
  }
  return drawHalves(forms, seed);
}

/** Draws the halves and writes them down; a second draw would reveal held-out forms. */
async function split(folder: string, seed: string | undefined): Promise<void> {
  if ((await readSets()).halves !== undefined)
    throw new Error(`${halvesFile}: the halves are drawn. Another draw would mix what was kept apart.`);
  if (!(await checkAll(folder))) throw new Error('Describe every form first, then draw the halves.');
  const halves = await draw(folder, seed);
  await writeFile(halvesFile, `${JSON.stringify(halves, null, 2)}\n`, { flag: 'wx' });
  console.log(`${halves.development.length} forms for development, ${halves.heldOut.length} held out`);
}

/** Divides the additional forms and writes down the two parts, once. */
async function splitMore(folder: string, seed: string | undefined): Promise<void> {
  if ((await readSets()).more !== undefined)
    throw new Error(`${moreFile}: the forms are divided. Another draw would mix what was kept apart.`);
  const { development, heldOut: check, ...drawn } = await draw(folder, seed);
  await writeFile(moreFile, `${JSON.stringify({ ...drawn, development, check }, null, 2)}\n`, { flag: 'wx' });
  console.log(`${development.length} forms for development, ${check.length} to check with`);
}

/** Some forms aren't looked at: only scores of their whole set come out. */
async function refuseMeasured(form: string): Promise<void> {
  if (isOnlyMeasured(realSetOf(form, await readSets())))
    throw new Error(`${form} may be measured, but not looked at.`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      zoom: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [command, pdf, file] = positionals;
  if (values.help || command === undefined || pdf === undefined) {
    console.log(help);
    if (!values.help) process.exitCode = 2;
    return;
  }
  await refuseMeasured(nameOf(pdf));
  const path = file ?? join(descriptionsFolder, `${nameOf(pdf)}.json`);
  switch (command) {
    case 'picture': {
      const form = await readFormPages(pdf);
      if (values.zoom === undefined) printPages(form);
      await drawPages(form, await folderFor(values.out, nameOf(pdf)), { zoom: values.zoom });
      return;
    }
    case 'new': {
      const { sha256, pages } = await readFormPages(pdf);
      const empty = emptyDescription(nameOf(pdf), sha256, pages.length);
      await writeFile(path, `${JSON.stringify(empty, null, 2)}\n`, { flag: 'wx' });
      console.log(path);
      return;
    }
    case 'check': {
      const description = parseDescription(path, await readFile(path, 'utf8'));
      const form = await readFormPages(pdf);
      const faults = faultsOf(description, form);
      for (const fault of faults) console.log(`WRONG   ${fault}`);
      for (const doubt of doubtsOf(description, form)) console.log(`look at ${doubt}`);
      await drawPages(form, await folderFor(values.out, nameOf(pdf)), { zoom: values.zoom, description });
      if (faults.length > 0) process.exitCode = 1;
      else console.log('The description is valid. Look at the pictures to see that it is right.');
      return;
    }
    case 'split':
      await split(pdf, values.seed);
      return;
    case 'split-more':
      await splitMore(pdf, values.seed);
      return;
    case 'check-all':
      process.exitCode = (await checkAll(pdf)) ? 0 : 1;
      return;
    default:
      throw new Error(`there is no command ${command}: picture, new, check, check-all, split, or split-more`);
  }
}

surviveClosedPipe();
void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
