/** Single sign-on in a real browser: a link, redirects through another origin, and their cookies. */
import { startApiWorld } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { startIdentityProvider } from '../support/identity-provider';
import { answer, startRawReceiver } from '../support/raw-receiver';

test('A member goes to the identity provider and comes back signed in [CONSOLE-35]', async () => {
  const provider = await startIdentityProvider();
  const world = await startApiWorld({ signOn: { issuer: provider.issuer, name: 'Acme ID' } });
  const { email } = await world.company('acme');
  provider.be({ email });
  const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;
  // The deployment's own address, answered as a proxy in front of it would.
  const front = await startRawReceiver(
    (socket, request) => {
      const path = request.toString('latin1').split(' ')[1] ?? '/';
      socket.end(answer('302 Found', { location: at(path) }));
    },
    { tls: true },
  );
  const browser = await startBrowser(world.port, { 'recordwell.example': front.port });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const watched = await watchPage(page);
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
  await front.close();
});
