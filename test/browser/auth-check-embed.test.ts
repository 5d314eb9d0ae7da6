import type { Browser, FrameLocator, Page } from 'playwright-core';
import { findPatientAuthCheck } from '../../src/store/auth-checks/auth-checks';
import { judgeRun, recordReading } from '../../src/usecases/auth-checks/runs';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { found, reading } from '../support/authorization-readings';
import { axeTimeoutMs, reloadsItself, startLooking } from '../support/axe';
import { publicName, startBrowser, watchPage, type Watched } from '../support/browser';
import { startCustomerPage, type CustomerPage } from '../support/customer-page';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let customer: CustomerPage;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  browser = await startBrowser(world.port);
  customer = await startCustomerPage(1200, 800);
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  watched = await watchPage(page);
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await customer.close();
  await world.close();
});

/** Registers Jane with a document on file. @returns a token for it, and a function that ends its analysis */
async function uploaded(id: string): Promise<{ token: string; judge: (name: string) => Promise<void> }> {
  const path = patientsPath(company, 'sandbox', id);
  const { json } = await putPatient(world, company, 'sandbox', id, jane);
  const { uploadUrl } = json['authorization'] as { uploadUrl: string };
  await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(await formPdf()) });
  const shown = await world.call('GET', path, { key: company.sandboxKey });
  return {
    token: String(shown.json['embedToken']),
    judge: async name => {
      const { uid } = await storedPatient(world, company, 'sandbox', id);
      const check = await findPatientAuthCheck(world.db, uid);
      if (check === undefined) throw new Error('no run was started');
      const extraction = reading({ patientName: found(name), recipient: found('Company acme') });
      await world.change(change => recordReading(change, check, extraction));
      await world.change(change => judgeRun(change, check));
    },
  };
}

/** Opens a customer's page with an embed in a frame. */
async function frame(path: string): Promise<FrameLocator> {
  return customer.frame(page, `http://${publicName}:${world.port}${path}`);
}

test("A customer's page shows the check's result in a frame, and neither page's policy is violated [EMBED-1]", async () => {
  const { token, judge } = await uploaded('p-1');
  await judge('Mary <script>document.title = "run"</script>');
  const shown = await frame(`/ui/auth-check/embed?token=${token}`);
  await shown.getByRole('heading', { name: 'Authorization check' }).waitFor();
  await shown.getByText("The patient's name on the document doesn't match the record.").waitFor();
  await shown.getByText('Page 1: “Mary <script>').waitFor();
  // The passed checks are collapsed, because another check failed.
  expect(await shown.getByText('The document is signed.').isVisible()).toBe(false);
  await shown.getByText(/^Passed \(/).click();
  await shown.getByText('The document is signed.').waitFor();
  expect(watched.requested.some(url => url.includes('/authorization.pdf?'))).toBe(true);
  expect(watched.complaints).toEqual([]);
});

test('An auth-check page shows the result automatically when the analysis ends [EMBED-2]', async () => {
  const { token, judge } = await uploaded('p-2');
  const shown = await frame(`/ui/auth-check/embed/badge?token=${token}&reloaded=true`);
  await shown.getByText('Checking the authorization').waitFor();
  await judge('Jane Doe');
  await shown.getByText('Passed', { exact: true }).waitFor();
  expect(watched.complaints).toEqual([]);
});

test("An auth-check page with an invalid token says in the frame that it couldn't load", async () => {
  const shown = await frame('/ui/auth-check/embed?token=none');
  await shown.getByText("We couldn't load this page").waitFor();
});

test(
  'axe finds nothing on the auth-check page and badge, analyzed or not, or with an invalid token',
  async () => {
    const { token, judge } = await uploaded('p-3');
    const origin = `http://${publicName}:${world.port}`;
    const pages = ['/ui/auth-check/embed', '/ui/auth-check/embed/badge'];
    const findViolations = await startLooking(browser);
    const look = async (shown: string, exempt?: readonly string[]): Promise<string[]> => {
      const lines: string[] = [];
      for (const path of pages)
        lines.push(...(await findViolations(`${origin}${path}?token=${shown}`, undefined, exempt)));
      return lines;
    };
    // It waits without a script, so it reloads itself (docs/decisions/0010).
    expect(await look(token, [reloadsItself])).toEqual([]);
    await judge('Mary Roe');
    expect(await look(token)).toEqual([]);
    expect(await look('none')).toEqual([]);
  },
  axeTimeoutMs,
);
