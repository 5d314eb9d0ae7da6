/**
 * A file in the console, as a claims clerk imports it: an Excel file with other column names and two faulty
 * rows, which are corrected and uploaded again, on a computer and on a phone, without a script.
 */
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Browser, Locator } from 'playwright-core';
import { addMember } from '../../src/usecases/tenants/members';
import { comesToShow, startBrowser, watchPage } from '../support/browser';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { storedPatient } from '../support/patients';
import { signInBy } from '../support/sign-in-walk';
import { workbookOf } from '../support/workbooks';
import type { TestCompany } from '../support/api-world';

let world: FlowWorld;
let browser: Browser;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['bulk'], isOwnAddress: true });
  browser = await startBrowser(world.port);
  company = await world.company('acme');
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

test.each([
  { screen: 'a computer', width: 1280, hasScript: true, id: 'big' },
  { screen: 'a phone without a script', width: 390, hasScript: false, id: 'small' },
])(
  'A claims clerk imports a workbook with other column names, and corrects two rows, on $screen [BULK-12]',
  async ({ width, hasScript, id }) => {
    const email = `${id}@acme.example`;
    const clerk = { companyId: 'acme', email, name: 'Cleo Clerk', role: 'Member', seesAllProjects: true };
    await world.change(change => addMember(change, clerk));
    const viewport = { width, height: 844 };
    const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport });
    const page = await context.newPage();
    const { complaints } = await watchPage(page);
    await signInBy(page, { world, email });
    const press = (name: string | RegExp): Promise<void> =>
      page.getByRole('button', { name }).first().click();
    const fitsScreen = async (): Promise<void> => {
      const found = await page.evaluate<number>('document.documentElement.scrollWidth').catch(() => width);
      expect(found).toBeLessThanOrEqual(width);
    };
    const importFile = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
      await page.goto(`${world.url}/console/companies/acme/sandbox/imports`);
      await page.getByRole('link', { name: 'Import a file' }).click();
      await page.getByRole('radio', { name: 'Patients' }).check();
      await press('Continue');
      await page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType, buffer });
      await press('Upload file');
      await page.getByRole('heading', { name: 'Import a file: columns' }).waitFor();
      await fitsScreen();
    };
    const preview = async (): Promise<void> => {
      await press('Preview');
      await page.getByRole('heading', { name: 'Import a file: preview' }).waitFor();
      await comesToShow(page, 'the dry run', page.getByText('Would be created'));
      await fitsScreen();
    };
    const run = async (rows: string, result: string): Promise<void> => {
      await press(`Import ${rows}`);
      await page.getByRole('heading', { name: 'Patient import' }).waitFor();
      await comesToShow(page, 'the result', page.getByText(result, { exact: true }));
      await comesToShow(page, 'its end', page.getByText('Completed', { exact: true }));
      await fitsScreen();
    };

    const book = workbookOf([
      ['Our number', 'Insured', 'Given', 'Born on', 'Adjuster'],
      [`${id}-1`, 'Moss', 'Ida', { date: 22_340 }, 'Pat'],
      [`${id}-2`, null, 'Ned', '1/31/1958', 'Pat'],
      [`${id}-3`, 'Lee', 'Ann', '13/1/1958', 'Pat'],
    ]);
    await importFile('claims.xlsx', 'application/octet-stream', book);
    if (id === 'big') {
      const choice = (column: string): Locator => page.getByLabel(`Import ${column} as`, { exact: true });
      await choice('Our number').selectOption({ label: 'Patient ID (required)' });
      await press('Preview');
      await page.getByText('No column for last name. Choose one.').first().waitFor();
      await choice('Insured').selectOption({ label: 'Last Name (required)' });
      await choice('Born on').selectOption({ label: 'Date of Birth (required)' });
    } else {
      await page.getByText('Columns chosen as in the import of').waitFor();
    }
    await preview();
    await page.getByText("2 rows can't be imported.").waitFor();
    await page.getByRole('cell', { name: '02/28/1961' }).waitFor();
    await run('1 row', '3 of 3');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the faulty rows' }).click();
    const stream = await (await download).createReadStream();
    const rows: string[][] = parse(Buffer.concat(await stream.toArray()), { bom: true });
    const [header = [], ned = [], ann = []] = rows;
    expect(header).toEqual(['Our number', 'Insured', 'Given', 'Born on', 'Adjuster', 'What to fix']);
    const fixed = [header, ned.with(1, 'Orr'), ann.with(3, '12/1/1958')];
    await importFile('rows-to-fix.csv', 'text/csv', Buffer.from(stringify(fixed)));
    await preview();
    await run('2 rows', '2 of 2');
    const stored = await storedPatient(world, company, 'sandbox', `${id}-3`);
    expect(stored).toMatchObject({ firstName: 'Ann', dateOfBirth: '1958-12-01' });
    // The browser notes that the columns were refused once.
    expect(complaints.filter(text => !text.includes('status of 422'))).toEqual([]);
    await context.close();
  },
  120_000,
);
