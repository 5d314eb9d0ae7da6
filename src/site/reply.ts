import type { Readable } from 'node:stream';

/** The answer of a page. */
export type Reply =
  /** `formsTo`: other origins that its forms may submit to. */
  | {
      readonly kind: 'page';
      readonly html: string;
      readonly status?: number;
      readonly formsTo?: readonly string[];
    }
  /** A redirect to a path of the same site, a file in the object store, or an identity provider. */
  | { readonly kind: 'redirect'; readonly to: string; readonly session?: SessionCookie }
  /** Data that a page's script requests. A browser that already has it gets a 304. */
  | { readonly kind: 'data'; readonly value: object }
  /** A file to download. */
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly fileName: string }
  /** A table to download. */
  | { readonly kind: 'csv'; readonly text: string; readonly fileName: string }
  /** An Excel workbook to download, written while it is read. */
  | { readonly kind: 'workbook'; readonly content: Readable; readonly fileName: string }
  /** Files to download as one, written while they are read. */
  | { readonly kind: 'zip'; readonly content: Readable; readonly fileName: string }
  /** A picture on a page of the site. */
  | { readonly kind: 'picture'; readonly png: Buffer };

/** How the answer changes the session cookie. */
export type SessionCookie =
  { readonly kind: 'begin'; readonly sessionToken: string } | { readonly kind: 'end' };

/** Returns a page as a reply. */
export function page(html: string, status = 200): Reply {
  return { kind: 'page', html, status };
}

/** Returns a redirect. */
export function redirect(to: string, session?: SessionCookie): Reply {
  return { kind: 'redirect', to, ...(session === undefined ? {} : { session }) };
}
