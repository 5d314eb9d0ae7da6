/** A person's sign-in to the console or the desk, with the e-mailed link. */
import type { Page } from 'playwright-core';
import type { ApiWorld } from './api-world';
import { linkTo } from './console-visitor';

/** The person and the site. */
interface Walk {
  readonly world: ApiWorld;
  readonly email: string;
  readonly root?: '/console' | '/desk';
  /** The address of the world in the browser; its own by default. */
  readonly origin?: string;
}

/** Opens the link in the last e-mail to someone, and signs in. Ends on the page that they had requested. */
export async function followLink(page: Page, { world, email, origin = world.url }: Walk): Promise<void> {
  await page.goto(origin + (await linkTo(world, email)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(url => !url.pathname.includes('/sign-in'));
}

/**
 * Requests a link, and signs in with it. Ends on the first page of the site. A person gets at most five links
 * in 15 minutes.
 */
export async function signInBy(page: Page, walk: Walk): Promise<void> {
  const { world, email, root = '/console', origin = world.url } = walk;
  await page.goto(origin + root);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'E-mail me a link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await followLink(page, walk);
}
