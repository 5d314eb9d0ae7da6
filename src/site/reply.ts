/** What a page answers. */
export type Reply =
  /** `formsTo`: other origins to which its forms may go. */
  | {
      readonly kind: 'page';
      readonly html: string;
      readonly status?: number;
      readonly formsTo?: readonly string[];
    }
  /** By GET: to a path of the same site, to a file in the object store, or to an identity provider. */
  | { readonly kind: 'redirect'; readonly to: string; readonly session?: SessionCookie }
  /** Something small that a page of the site asks for by itself; who has it already is answered 304. */
  | { readonly kind: 'data'; readonly value: object }
  /** A picture that a page of the site shows. */
  | { readonly kind: 'picture'; readonly png: Buffer };

/** What becomes of the cookie. */
export type SessionCookie =
  { readonly kind: 'begin'; readonly sessionToken: string } | { readonly kind: 'end' };

/** A page. */
export function page(html: string, status = 200): Reply {
  return { kind: 'page', html, status };
}

/** A way on, after a form. */
export function redirect(to: string, session?: SessionCookie): Reply {
  return { kind: 'redirect', to, ...(session === undefined ? {} : { session }) };
}
