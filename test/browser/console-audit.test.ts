/**
 * "Who saw this patient?", as an administrator answers it in the console: on a computer, and on a phone
 * without a script.
 */
import type { Browser } from 'playwright-core';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { signedIn } from '../support/console-visitor';
import { jane, putPatient, storedPatient } from '../support/patients';
import { signInBy } from '../support/sign-in-walk';

/** The most clicks and fields, from the home page on. */
const stepsMax = 5;

let world: ApiWorld;
let browser: Browser;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld({ isOwnAddress: true });
  browser = await startBrowser(world.port);
  company = await world.company('acme');
  const viewer = { email: 'vera@acme.example', name: 'Vera Viewer', role: 'Viewer' };
  await world.change(change => addMember(change, { companyId: 'acme', ...viewer, seesAllProjects: true }));
  await putPatient(world, company, 'live', 'seen', jane);
  await putPatient(world, company, 'live', 'unseen', { ...jane, firstName: 'Joan', lastNames: ['Roe'] });
  const { uid } = await storedPatient(world, company, 'live', 'seen');
  const vera = await signedIn(world, viewer.email);
  expect((await vera.get(`/console/companies/acme/production/patients/${uid}`)).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

test.each([
  { screen: 'a computer', width: 1280, hasScript: true },
  { screen: 'a phone without a script', width: 390, hasScript: false },
])(
  'An administrator answers who saw a patient in five steps, on $screen [CONSOLE-99]',
  async ({ width, hasScript }) => {
    const viewport = { width, height: 844 };
    const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport });
    const page = await context.newPage();
    const { complaints } = await watchPage(page);
    await signInBy(page, { world, email: company.email });
    await page.goto(`${world.url}/console/companies/acme/production`);
    let steps = 0;
    const step = async (work: Promise<unknown>): Promise<void> => {
      steps += 1;
      await work;
    };
    // A narrow screen folds the menu.
    if (width < 900) await step(page.getByText('Menu', { exact: true }).click());
    await step(page.getByRole('link', { name: 'Audit log' }).filter({ visible: true }).click());
    await step(page.getByLabel('Who saw a patient?').fill('Doe'));
    await step(page.getByRole('button', { name: 'Find patient' }).click());
    await step(page.getByRole('link', { name: 'Jane Doe' }).click());
    const table = page.getByRole('table');
    await table.getByText('Vera Viewer').first().waitFor();
    expect(steps).toBeLessThanOrEqual(stepsMax);
    const row = (await table.getByRole('row').allInnerTexts()).find(text => text.includes('Vera'));
    expect(row).toContain('Viewed');
    const shown = await page.evaluate<number>('document.documentElement.scrollWidth').catch(() => width);
    expect(shown).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await context.close();
  },
  120_000,
);
