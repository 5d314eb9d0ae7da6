/** The findings of axe-core on a page, for a reader with a screen reader, a small screen, or a dark theme. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** How long two checks of a large page may take on a busy machine. */
export const axeTimeoutMs = 120_000;

/** How a page is displayed for a check. */
interface Look {
  readonly colorScheme: 'light' | 'dark';
  /** In pixels. */
  readonly width: number;
}

const largeAndLight: Look = { colorScheme: 'light', width: 1280 };
/** Where a page is most likely to be wider than the screen. */
export const smallAndDark: Look = { colorScheme: 'dark', width: 320 };
/** Covers each theme and each width once, because no style depends on both. */
const bothLooks: readonly Look[] = [largeAndLight, smallAndDark];

/** Axe's rule against pages that reload themselves. */
export const reloadsItself = 'meta-refresh';

interface Finding {
  readonly id: string;
  readonly nodes: ReadonlyArray<{ readonly html: string }>;
}

/**
 * @param page its URL, or what leads to it: the response to a form has none
 * @param looks both by default
 * @param exempt rules that the page deliberately breaks
 * @returns a line for each violation of axe's rules, and for a page wider than the screen; none if correct
 */
type FindViolations = (
  page: string | ((page: Page) => Promise<void>),
  looks?: readonly Look[],
  exempt?: readonly string[],
) => Promise<string[]>;

/**
 * Opens a page for consecutive checks: opening one and loading axe takes longer than most checks.
 * @param prepare what is done on the page first, such as a sign-in
 */
export async function startLooking(
  browser: Browser,
  prepare?: (page: Page) => Promise<void>,
): Promise<FindViolations> {
  // Our pages' policy would block axe itself.
  const page = await browser.newPage({ bypassCSP: true });
  // Kept by the browser: sending it to each page again takes longer than loading the page.
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
  // A page that reloads itself would do so during a check, so it gets the answer that nothing is new.
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
