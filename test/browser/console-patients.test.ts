/** The pages of patients in a real browser, over marked values: no patient data is left behind. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { finishImport } from '../../src/usecases/bulk-imports/results';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { startBrowser, watchPage } from '../support/browser';
import { askForImport, uploadFile, processRows, type AskedImport } from '../support/bulk-imports';
import { putPatient, storedPatient } from '../support/patients';
import { makeRequest } from '../support/request-files';
import { signInBy } from '../support/sign-in-walk';

const patientsCount = 25;

/** Pads a number with zeros, so that no mark is the beginning of another. */
function digits(value: number, width = 3): string {
  return String(value).padStart(width, '0');
}

/** Returns a patient with eight values that occur nowhere else. */
function markedPatient(index: number) {
  const n = digits(index);
  const form = {
    firstName: `Quvfirst${n}`,
    lastNames: [`Quvlast${n}`, `Quvmaiden${n}`],
    dateOfBirth: `19${digits(11 + index, 2)}-11-${digits(1 + index, 2)}`,
    zipCodes: [`83${n}-7719`],
    city: `Quvtown${n}`,
    mobile: `+12085550${digits(100 + index)}`,
    email: `quvmail${n}@example.com`,
    siteSonar: true,
  };
  const { firstName, lastNames, dateOfBirth, zipCodes, city, mobile } = form;
  const marks = [firstName, ...lastNames, dateOfBirth, ...zipCodes, city, mobile.slice(1), `quvmail${n}`];
  return { id: `case-${n}`, form, marks };
}

const patients = Array.from({ length: patientsCount }, (_, index) => markedPatient(index));
const marks = patients.flatMap(patient => patient.marks);
const imports = '/console/companies/acme/sandbox/imports';

let world: ApiWorld;
let company: TestCompany;
let browser: Browser;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  const request = await makeRequest(world, company, 'case-000');
  await request.put('chart.pdf');
  await world.db.raw("update record_request set status = 'Completed' where uid = ?", [request.id]);
  for (const { id, form } of patients) await putPatient(world, company, 'sandbox', id, form);
  browser = await startBrowser(world.port);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (path: string): string => `http://127.0.0.1:${world.port}${path}`;

async function signIn(page: Page): Promise<void> {
  skippedMs += 16 * 60_000;
  await signInBy(page, { world, email: company.email });
}

/** Returns everything that the browser or the page stored. */
async function keptBy(context: BrowserContext, page: Page): Promise<string> {
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name, ' +
      'document.title, location.href, document.referrer])',
  );
  return `${stored} ${JSON.stringify(await context.cookies())}`;
}

test.each([
  ['with a script', true],
  ['without a script', false],
])(
  'Finding a patient and downloading %s leaves no data in addresses, titles, storage, or logs [CONSOLE-38]',
  async (_, hasScript) => {
    const context = await browser.newContext({ javaScriptEnabled: hasScript });
    const page = await context.newPage();
    const { requested, complaints } = await watchPage(page);
    const kept: string[] = [];
    const look = async (): Promise<void> => {
      kept.push(await page.title(), page.url());
      if (hasScript) kept.push(await keptBy(context, page));
    };
    await signIn(page);
    await page.goto(at('/console/companies/acme/sandbox'));
    await page.getByRole('link', { name: 'Patients' }).first().click();
    await look();
    const content = await page.content();
    const listed = patients.filter(({ form }) => content.includes(form.firstName));
    expect(listed).toHaveLength(patientsCount);
    for (const { id, form } of patients.slice(0, 3)) {
      await page.getByLabel('ID, name, reference, or birth date').fill(form.lastNames[0] ?? '');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Search results.').waitFor();
      await look();
      await page.getByRole('link', { name: form.firstName }).click();
      await page.getByRole('heading', { level: 1, name: form.firstName }).waitFor();
      expect(await page.content()).toContain(id);
      await look();
      await page.getByRole('link', { name: 'Patients' }).first().click();
    }
    await page.getByLabel('Searches').selectOption('Processing');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByRole('link', { name: 'Quvfirst000' }).click();
    await page.getByRole('link', { name: 'Mercy Clinic' }).click();
    await look();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'chart.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('chart.pdf');
    await look();
    const everything = [...requested, ...kept, ...world.logLines].join('\n');
    expect(requested.length).toBeGreaterThan(12);
    expect(marks).toHaveLength(200);
    expect(marks.filter(mark => everything.includes(mark))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('A file that is too large or empty is named before it is sent, with what to do [CONSOLE-124]', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { requested, complaints } = await watchPage(page);
  await signIn(page);
  const { uid } = await storedPatient(world, company, 'sandbox', 'case-001');
  await page.goto(at(`/console/companies/acme/sandbox/patients/${uid}/documents`));
  const input = page.getByLabel('Signed authorization (PDF)');
  const said = (): Promise<string> =>
    page.evaluate<string>(`document.querySelector('#upload').validationMessage`);
  const choose = async (size: number): Promise<string> => {
    await input.setInputFiles({
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(size, '%PDF'),
    });
    await page.getByRole('button', { name: 'Upload authorization' }).click();
    return said();
  };
  expect(await choose(25 * 1024 * 1024 + 1)).toBe(
    'This file is larger than 25 MB. Scan in grayscale at 200 to 300 dpi, and choose that file.',
  );
  expect(await choose(0)).toBe('This file is empty. Choose another one.');
  const origin = new URL(world.services.files.publicOrigin).origin;
  expect(requested.filter(url => url.startsWith(origin))).toEqual([]);
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  expect(await said()).toBe('');
  expect(complaints).toEqual([]);
  await context.close();
}, 60_000);

const header = 'Patient ID,First Name,Last Name,DOB';

/** Creates a running import: two rows are done, and its end isn't recorded. */
async function runningImport(): Promise<AskedImport> {
  const asked = await askForImport(world, company);
  await uploadFile(asked, [header, 'row-1,Ida,Moss,2/28/1961', 'row-2,Ned,,1958-13-01']);
  const path = `/v0/companies/acme/projects/sandbox/bulk-imports/${asked.uid}`;
  await world.call('GET', path, { key: company.sandboxKey });
  await processRows(world, asked, false);
  return asked;
}

test("An import's page reloads itself while the import runs, but not under a pointer or after it ends [CONSOLE-45]", async () => {
  const page = await browser.newPage();
  await signIn(page);
  const asked = await runningImport();
  await page.clock.install();
  await page.goto(at(`${imports}/${asked.uid}`));
  const mark = async (): Promise<void> => page.evaluate('window.isOld = true');
  const isOld = async (): Promise<boolean> => page.evaluate('window.isOld === true');
  const again = page.getByRole('link', { name: 'Reload page' });
  await mark();
  await again.hover();
  await page.clock.fastForward(10_500);
  expect(await isOld()).toBe(true);
  await page.mouse.move(1, 1);
  const reloaded = page.waitForEvent('load');
  await page.clock.fastForward(10_500);
  await reloaded;
  expect(await isOld()).toBe(false);
  await finishImport(world.services, { importUid: asked.uid, fault: null });
  const ended = page.waitForEvent('load');
  await page.clock.fastForward(10_500);
  await ended;
  expect(await again.count()).toBe(0);
  await mark();
  await page.clock.fastForward(60_000);
  expect(await isOld()).toBe(true);
  await page.close();
});
