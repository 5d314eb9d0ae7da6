/** A page that stands in a frame of a customer's page: server-rendered, under a policy of its own. */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { styleSheetPath } from './assets';

/** A page that loads itself again. */
export interface Reload {
  readonly afterSeconds: number;
  /** Relative to the page's own address. */
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

/** A page as HTML; every text in it is escaped by the renderer. */
export function renderPage(parts: PageParts): string {
  return `<!doctype html>${renderToString(<Page {...parts} />)}`;
}

/** What a page does beside showing text. */
interface PageNeeds {
  /** The origin whose documents it shows. */
  readonly frames?: string;
  /** Whether it has a script, of its own origin and never written into it. */
  readonly hasScript?: boolean;
  /** Whether it has forms, which are sent to its own origin. */
  readonly hasForms?: boolean;
  /** Whether its script asks its own origin for the next page. */
  readonly fetches?: boolean;
}

/**
 * The `Content-Security-Policy` of an embed: it sends nothing and loads nothing but what it says that it
 * needs.
 * @param parent the one page that may frame it (EMBED-11), as `isParentOrigin` has it; null: any
 *   (EMBED-12). An auth-check token is minted without the address of a page (docs/decisions/0010)
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
