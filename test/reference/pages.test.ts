/** Every served page of the documentation: none of its source is lost, and no link is dead. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApi } from '../../src/api/document/openapi';
import { operations } from '../../src/api/operations';
import { anchorOf } from '../../src/reference/markdown';
import { readChapters, rulesOf } from '../../src/reference/rules';
import { makeDocs } from '../../src/reference/site';

const docs = join(__dirname, '../../docs');
const contracts = operations.map(({ contract }) => contract);
const files = makeDocs(JSON.stringify(buildOpenApi(contracts)), docs);
const served = new Map(files.map(({ path, content }) => [path, content.toString()]));
const pages = files.filter(({ type }) => type.startsWith('text/html'));
const guides = readdirSync(join(docs, 'guides')).filter(name => name.endsWith('.md') && name !== 'README.md');

/** The blocks of a source, counted line by line without the renderer. */
interface Blocks {
  readonly headings: string[];
  readonly items: number;
  readonly codeBlocks: number;
  readonly tableRows: number;
}

function blocksOf(source: string): Blocks {
  const headings: string[] = [];
  let [items, codeBlocks, tableRows] = [0, 0, 0];
  let isCode = false;
  for (const line of source.split('\n')) {
    if (/^ *```/.test(line)) {
      if (!isCode) codeBlocks += 1;
      isCode = !isCode;
    } else if (!isCode) {
      const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? [];
      if (heading !== undefined) headings.push(anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')));
      if (/^ *(?:[-*]|\d+\.) /.test(line)) items += 1;
      if (line.startsWith('|') && !/^\|[-:|\s]*-[-:|\s]*$/.test(line)) tableRows += 1;
    }
  }
  return { headings, items, codeBlocks, tableRows };
}

function count(html: string, pattern: RegExp): number {
  return [...html.matchAll(pattern)].length;
}

function mainOf(html: string): string {
  return /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
}

test.each(guides)(
  '%s is rendered with every heading, list item, code block, and table row of its source',
  name => {
    const html = mainOf(served.get(`/docs/${name.replace('.md', '')}`) ?? '');
    expect({
      headings: Array.from(html.matchAll(/<h\d id="([^"]*)"/g), ([, id]) => id),
      items: count(html, /<li>/g),
      codeBlocks: count(html, /<pre /g),
      tableRows: count(html, /<tr>/g),
    }).toEqual(blocksOf(readFileSync(join(docs, 'guides', name), 'utf8')));
  },
);

test('No markup of a source is shown as text', () => {
  const shown = guides.map(name => {
    const html = mainOf(served.get(`/docs/${name.replace('.md', '')}`) ?? '');
    const words = html.replaceAll(/<(pre|code)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, '');
    return [name, /```|\]\(|\*\*|^#+ |^\|/m.exec(words)?.[0]];
  });
  expect(shown.filter(([, markup]) => markup !== undefined)).toEqual([]);
});

test('Every link leads to a served page and to an existing anchor on it', () => {
  const dead = pages.flatMap(({ path, content }) =>
    Array.from(content.toString().matchAll(/(?:href|src)="([^"]+)"/g), ([, target = '']) => target)
      .filter(target => !/^(https?:|data:)/.test(target))
      .filter(target => {
        const [place = '', anchor] = target.split('#');
        const page = served.get(place === '' ? path : place);
        return page === undefined || (anchor !== undefined && !page.includes(`id="${anchor}"`));
      })
      .map(target => `${path}: ${target}`),
  );
  expect(dead.filter(link => !/: \/(console|ui)(\/|$)/.test(link))).toEqual([]);
});

test('No page names a file, a folder, or a command of this repository', () => {
  const named = pages.flatMap(({ path, content }) => {
    const text = content.toString().replaceAll(/ (?:href|src)="(?:\/|#|https:)[^"]*"/g, '');
    const [found] = /(?<![\w/])(?:src|tools|stack)\/|\.\.\/|npm (?:run|start|ci)/.exec(text) ?? [];
    return found === undefined ? [] : [`${path}: ${found}`];
  });
  expect(named).toEqual([]);
});

test('Guides link only to each other, to rules, and to the web', () => {
  const outside = guides.flatMap(name =>
    Array.from(
      readFileSync(join(docs, 'guides', name), 'utf8').matchAll(/\]\(([^)\s]+)\)/g),
      ([, target = '']) => target,
    )
      .filter(target => !/^(?:https:|#|\.\.\/rules\/[a-z]+\.md#|[\w-])/.test(target))
      .map(target => `${name}: ${target}`),
  );
  expect(outside).toEqual([]);
});

test("Every customer rule is on its chapter's page, without the files that decide it", () => {
  const rules = rulesOf(readChapters(join(docs, 'rules'))).filter(({ chapter }) => chapter !== 'DESK');
  const absent = rules.filter(
    ({ id, chapter }) => served.get(`/docs/rules/${chapter.toLowerCase()}`)?.includes(`id="${id}"`) !== true,
  );
  expect(absent).toEqual([]);
  const named = pages.filter(
    ({ path, content }) => path.startsWith('/docs/rules/') && /\.test\.ts|src\//.test(content.toString()),
  );
  expect(named.map(({ path }) => path)).toEqual([]);
});
