/** The shell of every embed: a server-rendered page for a frame, and its content security policy. */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { styleSheetPath } from './assets';

/** When and from where a page reloads itself. */
export interface Reload {
  readonly afterSeconds: number;
  /** Relative to the page's URL. */
  readonly url: string;
}

interface PageParts {
  readonly title: string;
  readonly reload?: Reload;
  readonly children: ComponentChildren;
}

function Page({ title, reload, children }: PageParts) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {reload === undefined ? null : (
          <meta http-equiv="refresh" content={`${reload.afterSeconds}; url=${reload.url}`} />
        )}
        <title>{title}</title>
        <link rel="stylesheet" href={styleSheetPath} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Renders a page as HTML. The renderer escapes all text. */
export function renderPage(parts: PageParts): string {
  return `<!doctype html>${renderToString(<Page {...parts} />)}`;
}

/** What a page needs besides text and styles. */
interface PageNeeds {
  /** The origin of the documents that it shows in frames. */
  readonly frames?: string;
  /** Whether it loads scripts. They come from its own origin; inline scripts stay blocked. */
  readonly hasScript?: boolean;
  /** Whether it has forms. They submit to its own origin. */
  readonly hasForms?: boolean;
  /** Whether its script fetches pages from its own origin. */
  readonly fetches?: boolean;
}

/**
 * Returns the `Content-Security-Policy` of an embed, which blocks everything that the page doesn't need.
 * @param parent the only origin that may frame the page (EMBED-11), in the form `isParentOrigin` accepts.
 *   Null lets any page frame it (EMBED-12), as auth-check tokens do (docs/decisions/0010)
 */
export function embedPolicy(
  parent: string | null,
  { frames, hasScript, hasForms, fetches }: PageNeeds,
): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    ...(hasScript === true ? ["script-src 'self'"] : []),
    ...(fetches === true ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${hasForms === true ? "'self'" : "'none'"}`,
    `frame-ancestors ${parent ?? '*'}`,
  ].join('; ');
}
