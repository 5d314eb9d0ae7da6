/** A person at the console or the desk without a script: follows links, sends forms, keeps the cookie. */
import type { ApiWorld } from './api-world';

/** A page as received. */
export interface ShownPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where it redirects; empty for a shown page. */
  readonly location: string;
}

/** Additional data with a form. */
interface SendOptions {
  readonly origin?: string;
  readonly site?: string;
  /** Replaces the page's token. */
  readonly formToken?: string;
  readonly accept?: string;
}

/** A browser with its cookies. */
export interface Visitor {
  readonly get: (path: string, accept?: string) => Promise<ShownPage>;
  /** Sends a page's form: `on` is the page, `action` the form's target. */
  readonly send: (
    on: string,
    action: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
    options?: SendOptions,
  ) => Promise<ShownPage>;
  /** The session cookie as the browser sends it; a test can replace it. */
  readonly cookie: () => string;
  readonly setCookie: (cookie: string) => void;
}

/** Returns the inputs of a page's form with a target, hidden ones included. */
export function formOn(html: string, action: string): ReadonlyMap<string, string> | undefined {
  const at = html.indexOf(`<form method="post" action="${action}"`);
  if (at === -1) return undefined;
  const form = html.slice(at, html.indexOf('</form>', at));
  return new Map(
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value(?:="([^"]*)")?/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

/** A browser's request. */
interface Asked {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
}

/** A person's site, by its path prefix. */
type Root = '/console' | '/desk';

const cookieNames = { '/console': '__Host-recordwell', '/desk': '__Host-recordwell-desk' } as const;

/** Opens a person's browser. */
export function openVisitor(world: ApiWorld, root: Root = '/console'): Visitor {
  const jar = new Map<string, string>();
  const keep = (set: string): void => {
    const [pair = ''] = set.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    if (set.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, pair);
  };
  const ask = async (path: string, init: Asked): Promise<ShownPage> => {
    const cookies = [...jar.values()].join('; ');
    const headers = { Accept: 'text/html', ...(cookies === '' ? {} : { Cookie: cookies }), ...init.headers };
    const response = await fetch(world.url + path, { redirect: 'manual', ...init, headers });
    response.headers.getSetCookie().forEach(keep);
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, html: await response.text(), location };
  };
  return {
    cookie: () => jar.get(cookieNames[root]) ?? '',
    setCookie: keep,
    get: (path, accept = 'text/html') => ask(path, { headers: { Accept: accept } }),
    send: async (on, action, fields = {}, options = {}) => {
      const { html } = await ask(on, {});
      const body = new URLSearchParams([...(formOn(html, action) ?? [])]);
      for (const [name, value] of Object.entries(fields)) {
        body.delete(name);
        for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
      }
      if (options.formToken !== undefined) body.set('form', options.formToken);
      return ask(action, {
        method: 'POST',
        headers: {
          Accept: options.accept ?? 'text/html',
          Origin: options.origin ?? world.url,
          ...(options.site === undefined ? {} : { 'Sec-Fetch-Site': options.site }),
        },
        body,
      });
    },
  };
}

/** Requests a link, at the console or the desk. */
export async function askForLink(
  visitor: Visitor,
  email: string,
  root: Root = '/console',
): Promise<ShownPage> {
  return visitor.send(`${root}/sign-in`, `${root}/sign-in`, { email });
}

/** Returns the path of the link in the last e-mail to someone. @throws Error if there is none */
export async function linkTo(world: ApiWorld, email: string): Promise<string> {
  await world.mailed();
  const mail = world.consoleMails.findLast(({ to }) => to.address === email);
  const [, path] =
    /https?:\/\/(?:recordwell\.example|(?:127\.0\.0\.1|localhost):\d+)(\/\S+)/.exec(mail?.text ?? '') ?? [];
  if (path === undefined) throw new Error('no link was mailed');
  return path;
}

/** Signs someone in, at the console or the desk. */
export async function signedIn(world: ApiWorld, email: string, root: Root = '/console'): Promise<Visitor> {
  const visitor = openVisitor(world, root);
  await askForLink(visitor, email, root);
  const link = await linkTo(world, email);
  const { status } = await visitor.send(link, link);
  if (status !== 303) throw new Error(`the link answered ${status}`);
  return visitor;
}
