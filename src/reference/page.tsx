/** The frame of every page of the documentation: server-rendered, readable without a script. */
import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Operation } from './document';
import { styleSheet } from './theme';

/** Returns a file's path with a hash of its content, so that it can be cached forever. */
export function hashedPath(name: string, extension: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return `/docs/${name}-${hash}.${extension}`;
}

/** The path of the style sheet of all pages. */
export const styleSheetPath = hashedPath('style', 'css', styleSheet);

/** A page to link to. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
}

/** What all pages link to. */
export interface Contents {
  readonly guides: readonly PageLink[];
  readonly rules: readonly PageLink[];
  readonly search: SearchFiles;
  readonly operations: ReadonlyMap<string, readonly Operation[]>;
}

/** The path of the reference of all operations. */
export const referencePath = '/docs/reference';

/** What the search box loads. */
export interface SearchFiles {
  readonly libraryPath: string;
  readonly scriptPath: string;
  readonly indexPath: string;
}

/** The search box. It searches in the browser, so it stays hidden without scripts. */
function Search({ indexPath }: SearchFiles) {
  return (
    <form id="search" role="search" hidden data-index={indexPath}>
      <label>
        Search
        <input type="search" autocomplete="off" spellcheck={false} maxLength={100} />
      </label>
      <output />
      <ul />
    </form>
  );
}

/** The operations by tag, as links. */
function OperationLinks({ operations }: Pick<Contents, 'operations'>) {
  return [...operations].map(([tag, list]) => (
    <>
      <p>{tag}</p>
      <ul>
        {list.map(({ operationId, summary }) => (
          <li key={operationId}>
            <a href={`${referencePath}#${operationId}`}>{summary}</a>
          </li>
        ))}
      </ul>
    </>
  ));
}

/**
 * Closed on a small screen, so that the page starts with its text; the style sheet shows it open on a wide
 * one.
 */
function Navigation({ contents, current }: { readonly contents: Contents; readonly current: string }) {
  const link = ({ path, title }: PageLink) => (
    <li key={path}>
      <a href={path} {...(path === current ? { 'aria-current': 'page' as const } : {})}>
        {title}
      </a>
    </li>
  );
  return (
    <nav aria-label="Documentation">
      <a class="name" href="/docs">
        recordwell API
      </a>
      <Search {...contents.search} />
      <details>
        <summary>Contents</summary>
        <p>Guides</p>
        <ul>{contents.guides.map(link)}</ul>
        <p>Reference</p>
        <ul>{link({ path: referencePath, title: 'All operations' })}</ul>
        <OperationLinks operations={contents.operations} />
        <p>Rules</p>
        <ul>{contents.rules.map(link)}</ul>
      </details>
    </nav>
  );
}

/** Renders a page as HTML. */
export function renderPage(parts: {
  readonly title: string;
  readonly path: string;
  readonly contents: Contents;
  readonly scriptPath?: string;
  readonly children: ComponentChildren;
}): string {
  const { title, path, contents, scriptPath, children } = parts;
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · recordwell API`}</title>
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href={styleSheetPath} />
        <script src={contents.search.libraryPath} defer />
        <script type="module" src={contents.search.scriptPath} />
        {scriptPath === undefined ? null : <script type="module" src={scriptPath} />}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="page">
          <Navigation contents={contents} current={path} />
          <main id="content">{children}</main>
        </div>
      </body>
    </html>,
  )}`;
}

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0f5c5c"/><path d="M5 12V4h4a2.5 2.5 0 0 1 0 5H5m4 0 2.5 3" fill="none" stroke="#fff" stroke-width="1.7"/></svg>')}`;

/** HTML that `markdown.ts` made. */
export function Html({ of: __html }: { readonly of: string }) {
  return <div dangerouslySetInnerHTML={{ __html }} />;
}

/** A sentence with code in it, that `markdown.ts` made. */
export function InlineHtml({ of: __html }: { readonly of: string }) {
  return <span dangerouslySetInnerHTML={{ __html }} />;
}
