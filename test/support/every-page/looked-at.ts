/** Pages in a browser, as somebody looks at them: what each loads and asks for, and what it leaves behind. */
import type { BrowserContext, Page } from 'playwright-core';
import { watchPage } from '../browser';
import type { Fields } from './row';

/** What is left behind by all that was looked at. */
interface LeftBehind {
  /** Every address that was asked for, redirects and those of other origins included. */
  readonly requested: readonly string[];
  /** Titles, addresses, storage, and what was said to the console. */
  readonly kept: readonly string[];
  /** What the browser complained of. */
  readonly complaints: readonly string[];
}

/** A page that was looked at. */
export interface Looked {
  readonly status: number;
  readonly html: string;
  /** What it loads or asks for that it may not, a line each. */
  readonly faults: readonly string[];
}

/** Looks at pages, one after the other, in one tab. */
export interface Looker {
  readonly left: LeftBehind;
  readonly look: (path: string) => Promise<Looked>;
  readonly send: (action: string, fields: Fields) => Promise<Looked>;
  /**
   * Follows a way to a file, which is saved or shown. @returns the status at its end, 200 where it is saved;
   * 0: there is none
   */
  readonly follow: (path: string) => Promise<number>;
}

/** The most bytes of script that a page may load. */
const scriptBytesMax = 100 * 1024;

/** What a page holds that others could see, and what would run without having been loaded. */
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

/** Fills what is hidden or typed of a form, and sends it. */
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
 * Sends a form of the page that is open, as its button does without the script.
 * @param fields instead of those of their names on the page
 * @returns the status of the answer
 */
export async function sendForm(page: Page, origin: string, action: string, fields: Fields): Promise<number> {
  const answered = page.waitForResponse(origin + action);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`(${sendInPage})(${JSON.stringify([action, fields])})`);
  const response = await answered;
  await loaded;
  return response.status();
}

/** Opens a tab to look with. @param context with the cookie of whoever looks */
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
      // What is saved leaves the page where it was: the browser calls that an end of its way there.
      const status = await page.goto(origin + path).then(
        response => response?.status() ?? 0,
        (fault: unknown) => (String(fault).includes('Download is starting') ? 200 : 0),
      );
      kept.push(page.url(), await page.title());
      return status;
    },
  };
}
