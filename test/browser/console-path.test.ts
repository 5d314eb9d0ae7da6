/**
 * The whole path of a patient in the console, as a paralegal walks it on a phone without a script: from the
 * name to the downloaded chart, without a key, a guide, or a command line.
 */
import type { Browser, Locator } from 'playwright-core';
import { addMember } from '../../src/usecases/tenants/members';
import { formPdf } from '../support/authorization-documents';
import { comesToShow, startBrowser, watchPage } from '../support/browser';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { signInBy } from '../support/sign-in-walk';

/** The most clicks of the path, from the form that adds the patient on. */
const clicksMax = 60;

let world: FlowWorld;
let browser: Browser;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'], isOwnAddress: true });
  browser = await startBrowser(world.port);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

test('A paralegal brings a new patient from name to downloaded chart on a phone without a script [CONSOLE-75]', async () => {
  await world.company('acme');
  const email = 'pia@acme.example';
  await world.change(change =>
    addMember(change, {
      companyId: 'acme',
      email,
      name: 'Pia Paralegal',
      role: 'Member',
      seesAllProjects: true,
    }),
  );
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const { complaints } = await watchPage(page);
  await signInBy(page, { world, email });
  let clicks = 0;
  const click = async (sought: Locator): Promise<void> => {
    clicks += 1;
    await sought.first().click();
  };
  const press = (name: string): Promise<void> => click(page.getByRole('button', { name, exact: true }));
  const follow = (name: string | RegExp): Promise<void> => click(page.getByRole('link', { name }));
  const fill = async (label: string, text: string): Promise<void> => {
    clicks += 1;
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  const fitsScreen = async (): Promise<void> => {
    const width = await page.evaluate<number>('document.documentElement.scrollWidth').catch(() => 390);
    expect(width).toBeLessThanOrEqual(390);
  };

  await page.goto(`${world.url}/console/companies/acme/sandbox/patients/new`);
  await fill('First name', 'Jane');
  await fill('Last name', 'Doe');
  await fill('Other last names (optional)', 'Smith');
  await fill('Date of birth (MM/DD/YYYY)', '02/29/1984');
  await fill('ZIP codes (optional)', '02139');
  clicks += 1;
  await page.getByLabel('Sex (optional)').selectOption('Female');
  await press('Save patient');
  await page.getByText('Patient added.').waitFor();
  await fitsScreen();

  await click(page.getByRole('link', { name: 'Authorization', exact: true }));
  clicks += 1;
  await page
    .getByLabel('Signed authorization (PDF)')
    .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await formPdf()) });
  await press('Upload authorization');
  await page.getByText('Authorization received.').waitFor();
  await comesToShow(
    page,
    'what the check found',
    page.getByRole('heading', { name: /^(?:To|Nothing to) fix/ }),
  );
  await follow('View pages');
  await page.getByRole('img', { name: 'Page 1' }).waitFor();
  await follow('Jane Doe');

  await click(page.getByRole('link', { name: 'Facilities', exact: true }));
  const records = page.getByLabel(/^Request medical records from/);
  await comesToShow(page, 'the facilities', records);
  await fitsScreen();
  await click(records);
  await press('Request selected records');
  await page.getByText('1 of 1 requested.').waitFor();
  const status = page.getByRole('table', { name: 'Facilities' }).getByRole('link');
  await click(status);
  const request = page.url();

  await fill('New note', 'The visit was in the spring.');
  await press('Add note');
  await page.getByText('Note added.').waitFor();
  await page.goto(request);
  const chart = page.getByRole('table', { name: 'Files received' }).getByRole('link');
  await comesToShow(page, 'the files', chart);
  await fitsScreen();
  const download = page.waitForEvent('download');
  await click(chart);
  expect((await download).suggestedFilename()).toMatch(/\.\w+$/);

  expect(clicks).toBeLessThanOrEqual(clicksMax);
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
