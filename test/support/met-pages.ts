/** The pages that a world returns during a walk, kept unchanged to be checked afterward. */
import type { Server, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';

/** A returned page. */
export interface MetPage {
  /** Without its query, whose content is already in the page. */
  readonly path: string;
  readonly status: number;
  readonly html: string;
}

/**
 * Returns what distinguishes pages: the path except for ids and tokens, the status, and whether there is
 * nothing to show yet.
 */
function kindOf({ path, status, html }: MetPage): string {
  const place = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43}|(?<=companies\/)[\w-]+/g, '*');
  return `${place} ${status} ${html.includes('class="empty"') ? 'empty' : 'filled'}`;
}

/** Keeps every page that a server returns from now on, one of each kind. */
export function keepPages(server: Server): { readonly all: () => readonly MetPage[] } {
  const kept = new Map<string, MetPage>();
  const keep = (path: string, response: ServerResponse, body: unknown): void => {
    const isPage = String(response.getHeader('content-type')).includes('html');
    if (typeof body !== 'string' || !isPage || response.hasHeader('location')) return;
    const page = { path, status: response.statusCode, html: body };
    const kind = kindOf(page);
    const before = kept.get(kind);
    // The longest of a kind has the most to check.
    if (before === undefined || before.html.length < body.length) kept.set(kind, page);
  };
  server.prependListener('request', (request, response: ServerResponse) => {
    const end = response.end.bind(response);
    const [path = ''] = String(request.url).split('?', 1);
    Object.defineProperty(response, 'end', {
      value: (...args: unknown[]): unknown => {
        keep(path, response, args[0]);
        return Reflect.apply(end, response, args);
      },
    });
  });
  return { all: () => [...kept.values()] };
}

/** Shows a page again unchanged, with everything on it expanded. */
export async function showAgain(page: Page, origin: string, { path, status, html }: MetPage): Promise<void> {
  const url = origin + path;
  await page.route(url, route => route.fulfill({ status, contentType: 'text/html', body: html }));
  await page.goto(url);
  await page.unroute(url);
  await page.evaluate('for (const fold of document.querySelectorAll("main details")) fold.open = true');
}
