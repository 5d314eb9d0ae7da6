/** The documentation as files: guides, rules, the reference of all operations, and what they load. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { operationsByTag, parseDocument, type Operation } from './document';
import { renderInline, renderMarkdown } from './markdown';
import { renderOperationsPage } from './operations-page';
import {
  Html,
  InlineHtml,
  hashedPath,
  referencePath,
  renderPage,
  styleSheetPath,
  type Contents,
} from './page';
import { readChapters, rulesOf, type Rule } from './rules';
import { makeSearchIndex } from './search';
import { styleSheet } from './theme';

/** A file of the documentation. */
export interface DocsFile {
  readonly path: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  /** Whether other content would have another path. */
  readonly isImmutable: boolean;
}

/** The order of the guides. One that isn't listed comes last. */
const readingOrder = [
  'quickstart',
  'authentication',
  'console',
  'sandbox',
  'searches',
  'auth-check',
  'browse',
  'records',
  'fees',
  'webhooks',
  'bulk-imports',
  'embeds',
  'clients',
  'errors',
  'idempotency',
  'paging',
  'versions-and-conflicts',
  'limits',
  'versioning',
  'changelog',
  'not-served-yet',
];

interface Guide {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** The types of files that guides link to. A browser shows programs as text, so you can read them first. */
const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.mjs': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.go': 'text/plain; charset=utf-8',
  '.mod': 'text/plain; charset=utf-8',
  '.sum': 'text/plain; charset=utf-8',
  '.java': 'text/plain; charset=utf-8',
  '.xml': 'text/plain; charset=utf-8',
  '.sh': 'text/plain; charset=utf-8',
};

function placeInOrder(name: string): number {
  const index = readingOrder.indexOf(name.replace('.md', ''));
  return index < 0 ? readingOrder.length : index;
}

function readGuides(folder: string): Guide[] {
  const names = readdirSync(folder).filter(name => extname(name) === '.md' && name !== 'README.md');
  return names
    .toSorted((a, b) => placeInOrder(a) - placeInOrder(b) || a.localeCompare(b))
    .map(name => {
      const text = readFileSync(join(folder, name), 'utf8');
      const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
      return { path: `/docs/${name.replace('.md', '')}`, title, text };
    });
}

/** Reads the files next to the guides and below `examples`. Files of other types aren't served. */
function readOthers(folder: string): DocsFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const type = types[extname(name)];
    if (type === undefined) return [];
    const content = readFileSync(join(folder, name));
    return [{ path: `/docs/${name.replaceAll(sep, '/')}`, type, content, isImmutable: false }];
  });
}

function page(path: string, content: string): DocsFile {
  return { path, type: 'text/html; charset=utf-8', content, isImmutable: false };
}

function startPage(contents: Contents): DocsFile {
  const children = (
    <>
      <h1>recordwell API</h1>
      <p>
        recordwell retrieves medical records. You register a patient. recordwell finds where the patient was
        treated, shows the visits, requests records, bills, and images from the facilities, and delivers the
        files.
      </p>
      <h2>Guides</h2>
      <ul>
        {contents.guides.map(({ path, title }) => (
          <li key={path}>
            <a href={path}>{title}</a>
          </li>
        ))}
      </ul>
      <h2>Reference</h2>
      <p>
        <a href={referencePath}>All operations</a>, with forms to try them. OpenAPI 3.1:{' '}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      {[...contents.operations].map(([tag, operations]) => (
        <>
          <h3>{tag}</h3>
          <ul>{operations.map(operationLink)}</ul>
        </>
      ))}
    </>
  );
  return page('/docs', renderPage({ title: 'Documentation', path: '/docs', contents, children }));
}

/** A path that breaks only after a slash. */
function PathText({ path }: { readonly path: string }) {
  return (
    <>
      {path.split(/(?<=\/)/).map((part, at) => (
        <>
          {at === 0 ? null : <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

function operationLink({ operationId, summary, method, path }: Operation) {
  return (
    <li key={operationId}>
      <a href={`${referencePath}#${operationId}`}>{summary}</a>{' '}
      <span class="muted mono">
        {method} <PathText path={path} />
      </span>
    </li>
  );
}

/** The chapter about the desk: customers don't use it. */
const notForCustomers = 'DESK';

interface Chapter {
  readonly path: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

function readRules(folder: string): Chapter[] {
  const rules = rulesOf(readChapters(folder)).filter(({ chapter }) => chapter !== notForCustomers);
  return [...Map.groupBy(rules, ({ chapter }) => chapter)].map(([chapter, own]) => {
    return { path: `/docs/rules/${chapter.toLowerCase()}`, title: own[0]?.title ?? chapter, rules: own };
  });
}

/** A chapter as customers see it: without the columns that name our files. */
function chapterPage({ path, title, rules }: Chapter, contents: Contents): DocsFile {
  const children = (
    <>
      <h1>Rules: {title}</h1>
      <dl class="rules">
        {rules.map(({ id, text }) => (
          <div key={id} id={id}>
            <dt>
              <a href={`#${id}`}>{id}</a>
            </dt>
            <dd>
              <InlineHtml of={renderInline(text)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
  return page(path, renderPage({ title: `Rules: ${title}`, path, contents, children }));
}

/** A script or an index that pages load. */
function asset(name: string, extension: 'js' | 'json', content: string | Uint8Array): DocsFile {
  const type = extension === 'js' ? 'text/javascript; charset=utf-8' : 'application/json; charset=utf-8';
  return { path: hashedPath(name, extension, content), type, content, isImmutable: true };
}

/** MiniSearch as one file for browsers; its package names only the files that Node loads. */
const searchLibrary = join(dirname(require.resolve('minisearch')), '../umd/index.js');

/**
 * Creates every file of the documentation.
 * @param document the OpenAPI document as JSON text
 * @param folder holds `guides`, markdown with the files it links to, and `rules`, a page for each chapter
 */
export function makeDocs(document: string, folder: string): DocsFile[] {
  const api = parseDocument(document);
  const guides = readGuides(join(folder, 'guides'));
  const chapters = readRules(join(folder, 'rules'));
  const operations = operationsByTag(api);
  const reference = { path: referencePath, title: 'API reference' };
  const index = makeSearchIndex({ guides, chapters, reference, operations: [...operations.values()].flat() });
  const files = {
    tryIt: asset('try-it', 'js', readFileSync(join(__dirname, 'try-it.js'))),
    library: asset('minisearch', 'js', readFileSync(searchLibrary)),
    search: asset('search-box', 'js', readFileSync(join(__dirname, 'search-box.js'))),
    index: asset('search', 'json', index),
  };
  const search = {
    libraryPath: files.library.path,
    scriptPath: files.search.path,
    indexPath: files.index.path,
  };
  const contents: Contents = { guides, rules: chapters, search, operations };
  return [
    startPage(contents),
    ...guides.map(({ path, title, text }) =>
      page(path, renderPage({ title, path, contents, children: <Html of={renderMarkdown(text)} /> })),
    ),
    ...chapters.map(chapter => chapterPage(chapter, contents)),
    page(referencePath, renderOperationsPage(api, contents, files.tryIt.path)),
    ...readOthers(join(folder, 'guides')),
    ...Object.values(files),
    { path: styleSheetPath, type: 'text/css; charset=utf-8', content: styleSheet, isImmutable: true },
    { path: '/openapi.json', type: 'application/json; charset=utf-8', content: document, isImmutable: false },
  ];
}
