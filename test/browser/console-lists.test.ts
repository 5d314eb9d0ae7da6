/** The lists of a company in a browser: work on several record requests at once, and every screen's width. */
import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { signInBy } from '../support/sign-in-walk';

const list = '/console/companies/acme/sandbox/record-requests';
const email = 'pia@acme.example';
const names = ['Anne', 'Bonnie', 'Clara', 'Dora'];

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.change(change =>
    addMember(change, {
      companyId: 'acme',
      email,
      name: 'Pia Paralegal',
      role: 'Member',
      seesAllProjects: true,
    }),
  );
  for (const [at, firstName] of names.entries()) {
    const reference = `Matter 2026-00${at}`;
    await putPatient(world, company, 'sandbox', `case-${at}`, { ...jane, firstName, reference });
    await world.call('POST', `${patientsPath(company, 'sandbox', `case-${at}`)}/record-requests`, {
      key: company.sandboxKey,
      body: { ...mercyClinic, siteName: 'Harbor General Hospital of the North Shore', billing: true },
    });
  }
  await world
    .db('record_request')
    .update({
      follow_up_date: '2026-11-02',
      due_date: '2026-11-03',
      last_contact_date: '2026-11-01',
      start_date_of_service: '2025-01-02',
      end_date_of_service: '2025-11-03',
      is_rush: true,
    });
  browser = await startBrowser(world.port);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(world.url + path);
}

const press = async (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

test('A paralegal tags and assigns three record requests, finds them, and exports them to Excel [CONSOLE-85] [CONSOLE-88]', async () => {
  const page = await browser.newPage();
  const { requested, complaints } = await watchPage(page);
  await signInBy(page, { world, email });
  await open(page, list);
  for (const name of names.slice(0, 3))
    await page.getByLabel(new RegExp(`^Select .* for ${name} Doe$`)).check();
  await press(page, 'Edit selected…');
  await page.getByLabel('Add tags').fill('Trial 2027, lien');
  await page.getByLabel('Assign to').selectOption('Me');
  await press(page, 'Save 3 record requests');
  await page.getByText('3 record requests saved.').waitFor();
  await page.getByRole('link', { name: 'Back to record requests' }).click();
  await page.getByRole('link', { name: /^Mine/ }).click();
  const rows = page.getByRole('row');
  expect(await rows.count()).toBe(4);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Tag', { exact: true }).selectOption('Trial 2027');
  await press(page, 'Apply filters');
  expect(await rows.count()).toBe(4);
  expect(await page.getByRole('row', { name: /Pia Paralegal/ }).count()).toBe(3);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export XLSX' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Record requests.xlsx');
  const [sheet] = (await readXlsx(readFileSync(await file.path()))).sheets;
  const [head = [], ...cells] = sheet?.rows ?? [];
  const column = (name: string): string[] => cells.map(row => String(row[head.indexOf(name)]));
  expect(column('First name').toSorted()).toEqual(names.slice(0, 3));
  expect(column('Assigned to')).toEqual(['Pia Paralegal', 'Pia Paralegal', 'Pia Paralegal']);
  expect(column('Tags')[0]).toBe('lien, Trial 2027');
  // An address names a tag by its uid, because its text could contain a name.
  expect(requested.filter(url => /trial|lien|pia/i.test(url.slice(world.url.length)))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('Both lists fit every screen, and scroll in their own box with every column [CONSOLE-89]', async () => {
  const page = await browser.newPage();
  await signInBy(page, { world, email });
  const every = 'reference.project.service.requester.requested.daysOut.lastContact.followUp.due.files.tags';
  const usual = [list, list.replace('record-requests', 'patients')];
  const wide: string[] = [];
  for (const width of [1600, 1440, 1280, 1240, 1100, 1024, 900, 768, 390, 320])
    for (const path of [...usual, `${list}?columns=${every}.assignee`]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, path);
      const [ofPage, box, inBox] = await page.evaluate<[number, number, number]>(
        `[document.documentElement.scrollWidth, ...(({ clientWidth, scrollWidth }) =>
          [clientWidth, scrollWidth])(document.querySelector('.across'))]`,
      );
      if (ofPage > width) wide.push(`${path} at ${width}: ${ofPage}`);
      if (usual.includes(path) && width >= 900 && inBox > box)
        wide.push(`${path} at ${width}: ${inBox} in ${box}`);
    }
  expect(wide).toEqual([]);
  await page.close();
});
