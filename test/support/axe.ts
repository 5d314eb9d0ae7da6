/** What axe-core finds on a page, as a reader with a screen reader, a small screen or a dark theme meets it. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What two looks at a large page may take on a busy machine. */
export const axeTimeoutMs = 120_000;

/** Each theme and each width is looked at once: no style of ours is of both. */
const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const;

interface Finding {
  readonly id: string;
  readonly nodes: ReadonlyArray<{ readonly html: string }>;
}

/**
 * @param exempt rules that the page breaks knowingly
 * @returns a line for each violation of axe’s rules, and for a page that is wider than the screen; none is good
 */
export async function findViolations(
  browser: Browser,
  url: string,
  exempt: readonly string[] = [],
): Promise<string[]> {
  const lines: string[] = [];
  for (const { colorScheme, width } of looks) {
    // The policy of our pages would stop axe itself.
    const context = await browser.newContext({
      colorScheme,
      bypassCSP: true,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(url);
    const at = `${colorScheme}, ${width} px`;
    await page.evaluate(axe);
    const violations = await page.evaluate<readonly Finding[]>(
      'axe.run({ preload: false }).then(found => found.violations)',
    );
    const told = violations.filter(({ id }) => !exempt.includes(id));
    lines.push(
      ...told.map(({ id, nodes }) => `${at}: ${id} at ${nodes[0]?.html} and ${nodes.length - 1} more`),
    );
    const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (widest > width) lines.push(`${at}: ${widest} pixels wide`);
    await context.close();
  }
  return lines;
}
