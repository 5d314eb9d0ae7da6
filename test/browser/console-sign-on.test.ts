/** Single sign-on in a real browser: by a link, through redirects of another origin, with the cookies that come along there. */
import { startApiWorld } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { startIdentityProvider } from '../support/identity-provider';

test('a member goes to the identity provider and comes back signed in [CONSOLE-35]', async () => {
  const provider = await startIdentityProvider();
  const world = await startApiWorld({ signOn: { issuer: provider.issuer, name: 'Acme ID' } });
  const { email } = await world.company('acme');
  provider.be({ email });
  const browser = await startBrowser(world.port);
  const context = await browser.newContext();
  const page = await context.newPage();
  const watched = await watchPage(page);
  const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;
  // The deployment's own address, as whatever stands in front of it would answer for it.
  await page.route('https://recordwell.example/**', async route => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ status: 302, headers: { Location: at(pathname + search) } });
  });
  await page.goto(at('/console/companies/acme/sandbox/keys'));
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  expect(await context.cookies()).toMatchObject([
    { name: '__Host-recordwell', secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  expect(watched.complaints).toEqual([]);
  await browser.close();
  await world.close();
  await provider.close();
});
