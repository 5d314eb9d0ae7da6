/** The documentation as files: guides, the reference of all operations, and what they load. */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { operationsByTag, parseDocument, type Operation } from './document';
import { renderMarkdown } from './markdown';
import { renderOperationsPage } from './operations-page';
import { Html, hashedPath, referencePath, renderPage, styleSheetPath, type Contents } from './page';
import { styleSheet } from './theme';

/** A file of the documentation. */
export interface DocsFile {
  readonly path: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  /** Whether another content would have another path. */
  readonly isImmutable: boolean;
}

/** The guides as they are best read; one that is not named here follows. */
const readingOrder = [
  'first-request',
  'authentication',
  'sandbox',
  'searches',
  'browse',
  'records',
  'webhooks',
  'bulk-imports',
  'errors',
  'paging',
  'idempotency',
  'versions-and-conflicts',
  'limits',
  'versioning',
  'embeds',
  'clients',
  'not-served-yet',
];

interface Guide {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** What guides show and link to. Programs are read before they are run: a browser shows them as text. */
const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.mjs': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.go': 'text/plain; charset=utf-8',
  '.java': 'text/plain; charset=utf-8',
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

/**
 * The files beside the guides and in `examples`, of the types that are served: nothing else leaves the
 * folder.
 */
function readOthers(folder: string): DocsFile[] {
  return ['', 'examples/'].flatMap(inner =>
    readdirSync(join(folder, inner)).flatMap(name => {
      const type = types[extname(name)];
      if (type === undefined) return [];
      const content = readFileSync(join(folder, inner, name));
      return [{ path: `/docs/${inner}${name}`, type, content, isImmutable: false }];
    }),
  );
}

function page(path: string, content: string): DocsFile {
  return { path, type: 'text/html; charset=utf-8', content, isImmutable: false };
}

function startPage(contents: Contents): DocsFile {
  const children = (
    <>
      <h1>recordwell API</h1>
      <p>
        recordwell retrieves medical records. You register a patient; recordwell finds out where the patient
        was treated, shows the visits, asks the facilities for records, bills and images, and hands over the
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
        <a href={referencePath}>All operations</a>, with forms that send them. The same as OpenAPI 3.1:{' '}
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

function operationLink({ operationId, summary, method, path }: Operation) {
  return (
    <li key={operationId}>
      <a href={`${referencePath}#${operationId}`}>{summary}</a>{' '}
      <span class="muted mono">
        {method} {path}
      </span>
    </li>
  );
}

/**
 * Makes every file of the documentation.
 * @param document the OpenAPI document as JSON text
 * @param guidesFolder the folder of the guides (markdown) with what they show and link to
 */
export function makeDocs(document: string, guidesFolder: string): DocsFile[] {
  const api = parseDocument(document);
  const guides = readGuides(guidesFolder);
  const contents: Contents = { guides, operations: operationsByTag(api) };
  const script = readFileSync(join(__dirname, 'try-it.js'));
  const scriptPath = hashedPath('try-it', 'js', script);
  return [
    startPage(contents),
    ...guides.map(({ path, title, text }) =>
      page(path, renderPage({ title, path, contents, children: <Html of={renderMarkdown(text)} /> })),
    ),
    page(referencePath, renderOperationsPage(api, contents, scriptPath)),
    ...readOthers(guidesFolder),
    { path: styleSheetPath, type: 'text/css; charset=utf-8', content: styleSheet, isImmutable: true },
    { path: scriptPath, type: 'text/javascript; charset=utf-8', content: script, isImmutable: true },
    { path: '/openapi.json', type: 'application/json; charset=utf-8', content: document, isImmutable: false },
  ];
}
