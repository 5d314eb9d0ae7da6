/** Pages in a browser, as people view them: what each loads and requests, and what it leaves behind. */
import type { BrowserContext, Page } from 'playwright-core';
import { watchPage } from '../browser';
import type { Fields } from './row';

/** What all viewed pages left behind. */
interface LeftBehind {
  /** Every requested URL, including redirects and other origins. */
  readonly requested: readonly string[];
  /** Titles, URLs, storage, and console output. */
  readonly kept: readonly string[];
  /** The browser's complaints. */
  readonly complaints: readonly string[];
}

/** A viewed page. */
export interface Looked {
  readonly status: number;
  readonly html: string;
  /** What it loads or requests without being allowed to, one per line. */
  readonly faults: readonly string[];
}

/** Views pages one after the other in one tab. */
export interface Looker {
  readonly left: LeftBehind;
  readonly look: (path: string) => Promise<Looked>;
  readonly send: (action: string, fields: Fields) => Promise<Looked>;
  /**
   * Follows a link to a file, which is saved or shown. @returns the final status, 200 if it is saved; 0 for
   * none
   */
  readonly follow: (path: string) => Promise<number>;
}

/** The most bytes of script that a page may load. */
const scriptBytesMax = 100 * 1024;

/** What a page contains that others could see, and what would run without being loaded. */
const inPage = `(async () => ({
  scripts: [...document.scripts].map(({ src }) => src),
  inline: document.querySelectorAll('script:not([src]), style, [style]').length
    + [...document.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes])
      .filter(({ name }) => name.startsWith('on')).length,
  kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name, document.title,
    location.href,
    document.referrer, document.cookie, (await indexedDB.databases()).map(({ name }) => name)]),
}))()`;

interface InPage {
  readonly scripts: readonly string[];
  readonly inline: number;
  readonly kept: string;
}

/** Fills in a form's hidden and typed fields, and sends it. */
const sendInPage = `([action, fields]) => {
  const form = [...document.forms].find(form => form.getAttribute('action') === action);
  for (const [name, value] of Object.entries(fields)) {
    for (const field of [...form.elements].filter(field => field.name === name)) field.remove();
    for (const one of [value].flat()) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value: one });
      form.append(input);
    }
  }
  form.submit();
}`;

/**
 * Sends a form of the open page, like its button without the script.
 * @param fields replace those with the same name on the page
 * @returns the status of the response
 */
export async function sendForm(page: Page, origin: string, action: string, fields: Fields): Promise<number> {
  const answered = page.waitForResponse(origin + action);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`(${sendInPage})(${JSON.stringify([action, fields])})`);
  const response = await answered;
  await loaded;
  return response.status();
}

/** Opens a tab. @param context with the viewer's cookie */
export async function startLooker(context: BrowserContext, origin: string): Promise<Looker> {
  const page = await context.newPage();
  const { requested, complaints } = await watchPage(page);
  const kept: string[] = [];
  page.on('console', message => kept.push(message.text()));
  const sizes = new Map<string, number>();
  const sizeOf = async (script: string): Promise<number> => {
    const known = sizes.get(script) ?? (await (await context.request.get(script)).body()).length;
    sizes.set(script, known);
    return known;
  };
  const looked = async (status: number, before: number): Promise<Looked> => {
    const found = await page.evaluate<InPage>(inPage);
    kept.push(found.kept, JSON.stringify(await context.cookies()));
    let bytes = 0;
    for (const script of found.scripts) bytes += await sizeOf(script);
    const elsewhere = requested.slice(before).filter(url => !url.startsWith(`${origin}/`));
    return {
      status,
      html: await page.content(),
      faults: [
        ...(found.inline === 0 ? [] : [`${found.inline} scripts or styles are written into it`]),
        ...(bytes <= scriptBytesMax ? [] : [`loads ${bytes} bytes of script`]),
        ...elsewhere.map(url => `asks for ${url}`),
      ],
    };
  };
  return {
    left: { requested, kept, complaints },
    look: async path => {
      const before = requested.length;
      const response = await page.goto(origin + path);
      return looked(response?.status() ?? 0, before);
    },
    send: async (action, fields) => {
      const before = requested.length;
      return looked(await sendForm(page, origin, action, fields), before);
    },
    follow: async path => {
      // A download leaves the page where it was, which the browser reports as an aborted navigation.
      const status = await page.goto(origin + path).then(
        response => response?.status() ?? 0,
        (fault: unknown) => (String(fault).includes('Download is starting') ? 200 : 0),
      );
      kept.push(page.url(), await page.title());
      return status;
    },
  };
}
