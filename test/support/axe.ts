/**
 * What axe-core finds on a page, as a reader with a screen reader, a small screen or a dark theme meets it.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What two looks at a large page may take on a busy machine. */
export const axeTimeoutMs = 120_000;

/** How a page is looked at. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  /** In pixels. */
  readonly width: number;
}

const largeAndLight: Look = { colorScheme: 'light', width: 1280 };
/** Where a page is likeliest to be wider than the screen. */
export const smallAndDark: Look = { colorScheme: 'dark', width: 320 };
/** Each theme and each width is looked at once: no style of ours is of both. */
const bothLooks: readonly Look[] = [largeAndLight, smallAndDark];

/** Axe’s rule that no page loads itself again. */
export const reloadsItself = 'meta-refresh';

interface Finding {
  readonly id: string;
  readonly nodes: ReadonlyArray<{ readonly html: string }>;
}

/**
 * @param page its address, or what leads to it: the answer to a form has none
 * @param looks both unless given
 * @param exempt rules that the page breaks knowingly
 * @returns a line for each violation of axe’s rules, and for a page that is wider than the screen; none is
 *   good
 */
type FindViolations = (
  page: string | ((page: Page) => Promise<void>),
  looks?: readonly Look[],
  exempt?: readonly string[],
) => Promise<string[]>;

/**
 * Opens a page for looks, one after the other: to open one and to load axe into it takes longer than most
 * looks.
 * @param prepare what is done on the page before, such as a sign-in
 */
export async function startLooking(
  browser: Browser,
  prepare?: (page: Page) => Promise<void>,
): Promise<FindViolations> {
  // The policy of our pages would stop axe itself.
  const page = await browser.newPage({ bypassCSP: true });
  // Kept by the browser: to send it to each page anew takes longer than to load the page.
  await page.addInitScript(axe);
  await prepare?.(page);
  const look = async ({ colorScheme, width }: Look, exempt: readonly string[]): Promise<string[]> => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const at = `${colorScheme}, ${width} px`;
    const violations = await page.evaluate<readonly Finding[]>(
      "axe.run({ preload: false, resultTypes: ['violations'] }).then(found => found.violations)",
    );
    const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
    return [
      ...violations
        .filter(({ id }) => !exempt.includes(id))
        .map(({ id, nodes }) => `${at}: ${id} at ${nodes[0]?.html} and ${nodes.length - 1} more`),
      ...(widest > width ? [`${at}: ${widest} pixels wide`] : []),
    ];
  };
  // A page that loads itself again would do so in the middle of a look: it is answered that there is nothing
  // new to show.
  const holdStill = () =>
    page.route('**', route =>
      route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue(),
    );
  return async (way, looks = bothLooks, exempt = []) => {
    if (typeof way === 'string') await page.goto(way);
    else await way(page);
    if (exempt.includes(reloadsItself)) await holdStill();
    const lines: string[] = [];
    for (const one of looks) lines.push(...(await look(one, exempt)));
    await page.unrouteAll();
    return lines;
  };
}
