/** The pages of bulk imports: access, problems with rows, and audit events. */
import { finishImport } from '../../../src/usecases/bulk-imports/results';
import { surveyFile } from '../../../src/usecases/bulk-imports/survey';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { askForImport, uploadFile, processRows, type AskedImport } from '../../support/bulk-imports';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';

const place = '/console/companies/acme/sandbox';
const list = `${place}/imports`;

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;

beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  await world.company('rival');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function ask(of?: 'patients' | 'record-requests', body?: object): Promise<AskedImport> {
  return askForImport(world, company, of, body);
}

const header = 'Patient ID,First Name,Last Name,DOB,Adjuster';
const file = [
  header,
  'i-1,Markedfirst,Markedlast,1961-02-28,x',
  'i-2,Markedfirst,,1958-13-01,x',
  'i-3,Markedfirst,Markedlast,2/28/1961,x',
];

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

function mainOf({ html }: ShownPage): string {
  return /<main id="content">.*<\/main>/s.exec(html)?.[0] ?? '';
}

test('Imports are listed newest first, with how to start one with the API [CONSOLE-43]', async () => {
  expect((await admin.get(list)).html).toContain('No imports yet');
  const older = await ask();
  const newer = await ask('record-requests', { dryRun: true });
  const { html } = await admin.get(list);
  expect(html.indexOf(newer.uid)).toBeLessThan(html.indexOf(older.uid));
  expect(html).toContain('Record request import (dry run)');
  expect(html).toContain('POST /v0/companies/acme/projects/sandbox/patients/bulk');
  expect((await admin.get(`${list}?project=sandbox`)).html).toContain(older.uid);
  expect((await admin.get(`${list}?project=live`)).status).toBe(404);
  const rows = await world.audits({ event: 'bulkImport.list' });
  expect(rows.map(({ resourceKind, outcome }) => [resourceKind, outcome])).toEqual([
    ['company', 'success'],
    ['company', 'success'],
    ['project', 'success'],
    [null, 'refused'],
  ]);
});

test("An import's page reports problems by row number and message, never with row values [CONSOLE-44]", async () => {
  const asked = await ask();
  await uploadFile(asked, file);
  const path = `${list}/${asked.uid}`;
  expect(mainOf(await admin.get(path))).toContain('The rows are being processed.');
  await processRows(world, asked);
  const { status, html } = await admin.get(path);
  expect(status).toBe(200);
  expect(html).toMatch(/<title>Bulk import · Sandbox · recordwell<\/title>/);
  expect(html).toContain('3 of 3');
  expect(html).toMatch(/data-label="Row" class="number"><span><span class="number">3</);
  expect(html).toContain('Date of Birth: must be a real date');
  expect(html).toContain('read as month/day/year');
  expect(html).toContain('Adjuster');
  const main = mainOf(await admin.get(path));
  const values = ['Markedfirst', 'Markedlast', '1961-02-28', '2/28/1961', '1958-13-01', 'i-1', 'i-2', 'i-3'];
  expect(values.filter(value => main.includes(value))).toEqual([]);
  expect((await world.audits({ event: 'bulkImport.read', resourceUid: asked.uid })).at(-1)).toMatchObject({
    actorKind: 'console',
    outcome: 'success',
    companyUid: company.uid,
  });
});

test('Rows come in pages of 100, and the result downloads from a link made on click [CONSOLE-41] [CONSOLE-44]', async () => {
  const asked = await ask();
  await uploadFile(asked, [header, ...Array.from({ length: 101 }, (_, row) => `many-${row},,,,`)]);
  const path = `${list}/${asked.uid}`;
  await admin.get(path);
  expect((await admin.get(`${path}/result`)).status).toBe(404);
  await processRows(world, asked);
  const first = await admin.get(path);
  const count = ({ html }: ShownPage): number => html.match(/data-label="Row"/g)?.length ?? 0;
  expect(count(first)).toBe(100);
  expect(first.html).toContain(`href="${path}?after=101"`);
  expect(first.html).not.toContain('X-Amz-');
  expect(count(await admin.get(`${path}?after=101`))).toBe(1);
  expect(count(await admin.get(`${path}?after=nonsense`))).toBe(100);
  const { status, location } = await admin.get(`${path}/result`);
  expect(status).toBe(303);
  expect(await (await fetch(location)).text()).toContain('many-100');
});

test('A rejected file shows why, without any value from it [CONSOLE-44]', async () => {
  const asked = await ask();
  await uploadFile(asked, ['Markedlast,Markedfirst', 'a,b']);
  await admin.get(`${list}/${asked.uid}`);
  const survey = await surveyFile(world.services, { importUid: asked.uid });
  expect(survey.kind).not.toBe('over');
  await finishImport(world.services, {
    importUid: asked.uid,
    fault: { failure: 'columnMissing', row: null },
  });
  const main = mainOf(await admin.get(`${list}/${asked.uid}`));
  expect(main).toContain('A required column is missing.');
  expect(main).toContain('the problem above concerns the whole file');
  expect(main).not.toContain('Reading stopped at row 1.');
  expect(main).not.toContain('Marked');
});

test('A page reloads itself for 15 minutes while its import runs, and has a reload link without scripts [CONSOLE-45]', async () => {
  const asked = await ask();
  const path = `${list}/${asked.uid}`;
  const waiting = mainOf(await admin.get(path));
  expect(waiting).toContain('data-again="10000"');
  expect(waiting).toContain(`<a href="${path}">Reload page</a>`);
  await uploadFile(asked, file);
  await admin.get(path);
  await processRows(world, asked, false);
  const underWay = mainOf(await admin.get(path));
  expect(underWay).toContain('data-again=');
  expect(underWay).toContain('<progress max="3" value="3"');
  skippedMs += 15 * 60_000;
  expect(mainOf(await admin.get(path))).not.toContain('data-again=');
  skippedMs = 0;
  await finishImport(world.services, { importUid: asked.uid, fault: null });
  expect(mainOf(await admin.get(path))).not.toContain('Reload page');
});

test("An import out of the member's scope is the same 404 as an absent one, and 403 without permission [CONSOLE-43]", async () => {
  const { uid } = await ask();
  const requests = await ask('record-requests');
  const absentUid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
  const rival = await signedIn(world, 'admin@rival.example');
  const narrow = await newMember('narrow', 'Member', false);
  const elsewhere: ReadonlyArray<readonly [Visitor, string]> = [
    [rival, place],
    [rival, place.replace('/acme/', '/rival/')],
    [narrow, place],
    [admin, place.replace('/sandbox', '/production')],
  ];
  for (const [visitor, at] of elsewhere)
    for (const rest of ['', '/result']) {
      const there = await visitor.get(`${at}/imports/${uid}${rest}`);
      const absent = await visitor.get(`${at}/imports/${absentUid}${rest}`);
      expect([at, rest, there.status, there.html]).toEqual([at, rest, 404, absent.html]);
    }
  expect(mainOf(await narrow.get(list))).toContain('No imports yet');
  const role = (name: string, permissions: readonly ('ViewPatients' | 'ManageWebhooks')[]) =>
    world.change(change => defineRole(change, { companyId: 'acme', name, permissions: [...permissions] }));
  await role('Registrar', ['ViewPatients']);
  await role('Hooks', ['ManageWebhooks']);
  const registrar = await newMember('registrar', 'Registrar');
  expect(mainOf(await registrar.get(list))).not.toContain(requests.uid);
  expect((await registrar.get(`${list}/${requests.uid}`)).status).toBe(403);
  expect((await registrar.get(`${list}/${uid}`)).status).toBe(200);
  const hooks = await newMember('hooks', 'Hooks');
  for (const path of [list, `${list}/${uid}`, `${list}/${uid}/result`])
    expect([path, (await hooks.get(path)).status]).toEqual([path, 403]);
});
