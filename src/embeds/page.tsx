/** A page that stands in a frame of a customer's page: server-rendered, without a script, under a policy of its own. */
import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { styleSheet } from './theme';

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

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
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A page as HTML; every text in it is escaped by the renderer. */
export function renderPage(parts: PageParts): string {
  return `<!doctype html>${renderToString(<Page {...parts} />)}`;
}

/**
 * The `Content-Security-Policy` of an embed. It runs no script, sends nothing and loads nothing but what it
 * frames. Any page may frame it: an auth-check token is minted without the address of a page, a page needs
 * the token, and there is nothing to click that changes anything (docs/decisions/0010).
 * @param frames the origin whose documents the page shows, if it shows any
 */
export function embedPolicy(frames?: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}
