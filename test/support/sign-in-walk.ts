/** The walk of a person through the door of the console or of the desk, by the link in their mail. */
import type { Page } from 'playwright-core';
import type { ApiWorld } from './api-world';
import { linkTo } from './console-visitor';

/** Who signs in where. */
interface Walk {
  readonly world: ApiWorld;
  readonly email: string;
  readonly root?: '/console' | '/desk';
  /** Under which address the browser knows the world; its own unless given. */
  readonly origin?: string;
}

/** Opens the link in the last mail to somebody, and signs in. Ends on the page that they had asked for. */
export async function followLink(page: Page, { world, email, origin = world.url }: Walk): Promise<void> {
  await page.goto(origin + (await linkTo(world, email)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(url => !url.pathname.includes('/sign-in'));
}

/**
 * Asks for a link, and signs in by it. Ends on the first page of the site. A person is sent five links in 15
 * minutes.
 */
export async function signInBy(page: Page, walk: Walk): Promise<void> {
  const { world, email, root = '/console', origin = world.url } = walk;
  await page.goto(origin + root);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  await followLink(page, walk);
}
