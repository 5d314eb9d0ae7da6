/**
 * A fee, as an administrator, an operator, and a member handle it: over the company's limit, within it, and
 * rejected, on a computer and on a phone without a script.
 */
import type { Browser, Page } from 'playwright-core';
import { addMember } from '../../src/usecases/tenants/members';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { startBrowser, watchPage } from '../support/browser';
import { awaitResolution } from '../support/desk-work';
import { storedPatient } from '../support/patients';
import { signInBy } from '../support/sign-in-walk';

let world: ApiWorld;
let browser: Browser;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld({ isOwnAddress: true });
  browser = await startBrowser(Number(new URL(world.url).port));
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
  'A fee over the limit goes to a member, and a rejected one back, on $screen [CONSOLE-90] [DESK-52]',
  async ({ width, hasScript, id }) => {
    const complaints: string[] = [];
    const open = async (email: string, root: '/console' | '/desk'): Promise<Page> => {
      const viewport = { width, height: 844 };
      const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport });
      const page = await context.newPage();
      const watched = await watchPage(page);
      await signInBy(page, { world, email, root });
      complaints.push(...watched.complaints);
      return page;
    };
    const operator = `olga-${id}@recordwell.example`;
    await admin(world, ['operator', 'add', operator, '--name', 'Olga']);
    for (const role of ['Administrator', 'Member'])
      await world.change(change =>
        addMember(change, {
          ...{
            companyId: 'acme',
            email: `${role.toLowerCase()}-${id}@acme.example`,
            name: `Kim ${role}`,
            role,
          },
          seesAllProjects: true,
        }),
      );
    const uid = await awaitResolution(world, company, `billed-${id}`);
    const { uid: patient } = await storedPatient(world, company, 'live', `billed-${id}`);
    const production = `${world.url}/console/companies/acme/production`;
    const request = `${production}/patients/${patient}/record-requests/${uid}`;

    const manager = await open(`administrator-${id}@acme.example`, '/console');
    await manager.goto(`${production}/members`);
    await manager.getByLabel('Approve fees automatically up to (dollars)').fill('25');
    await manager.getByRole('button', { name: 'Save limit' }).click();
    await manager.getByText('Fees of up to $25.00 are approved automatically.').waitFor();

    const desk = await open(operator, '/desk');
    const enter = async (amount: string, invoice = ''): Promise<void> => {
      await desk.goto(`${world.url}/desk/requests/${uid}`);
      await desk.getByRole('link', { name: /^Enter/ }).click();
      await desk.getByLabel('Amount in dollars').fill(amount);
      await desk.getByLabel('File name of the invoice (optional)').fill(invoice);
      await desk.getByRole('button', { name: 'Enter fee' }).click();
    };
    await enter('30.00', 'Invoice.pdf');
    const buffer = Buffer.from(await formPdf());
    await desk
      .getByLabel('File on your computer')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer });
    await desk.getByRole('button', { name: 'Upload file' }).click();
    await desk.getByText('Invoice attached.').waitFor();
    await desk.getByRole('link', { name: 'View invoice' }).waitFor();
    await enter('20.00');
    await desk.getByText("Fee entered and approved: it is within the company's limit.").waitFor();

    const member = await open(`member-${id}@acme.example`, '/console');
    await member.goto(production);
    await member.getByRole('link', { name: /fees? to approve/ }).click();
    await member.locator('.turn', { hasText: 'To approve' }).first().waitFor();
    await member.goto(request);
    await member.getByText("The facility's fee is waiting for your approval.").waitFor();
    await member.getByRole('button', { name: 'Approve $30.00' }).click();
    await member.getByText('Fee approved.').waitFor();
    await member.getByText('Kim Member, ').waitFor();
    expect(await member.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

    await enter('40.00');
    await member.goto(request);
    await member.getByText('Reject fee 3').click();
    await member.getByLabel('Why you reject it').fill('More than the state allows.');
    await member.getByRole('button', { name: 'Reject $40.00' }).click();
    await member.getByText('Fee rejected. Your message was sent.').waitFor();

    await desk.goto(`${world.url}/desk?kind=fee`);
    await desk.getByText('Fee rejected').first().waitFor();
    await desk.goto(`${world.url}/desk/fees/${uid}`);
    await desk.getByText('More than the state allows.').waitFor();
    const fits = await desk.evaluate<number>('document.documentElement.scrollWidth').catch(() => width);
    expect(fits).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
  },
  120_000,
);
