/** Bulk imports that members prepare in the console: file, columns, preview, run, and rows to correct. */
import { parse } from 'csv-parse/sync';
import { bulkImportKey } from '../../../src/files/key-layout';
import { findBulkImport } from '../../../src/store/bulk-imports/bulk-imports';
import { findDraft } from '../../../src/store/bulk-imports/import-drafts';
import type { Mail } from '../../../src/mail/mailer';
import { eraseAbandonedDrafts } from '../../../src/usecases/bulk-imports/import-drafts';
import { tellImporter } from '../../../src/usecases/bulk-imports/member-imports';
import { removeDueObjects } from '../../../src/usecases/files/file-records';
import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { processRows } from '../../support/bulk-imports';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import {
  chooseFields,
  processDryRun,
  startDraftBy,
  uidOfPath,
  uploadToDraft,
} from '../../support/import-drafts';
import { storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { sendToStore, storeFormOn } from '../../support/store-form';
import { workbookOf } from '../../support/workbooks';
import { withoutUuids } from '../../support/without-uuids';

const place = '/console/companies/acme/sandbox';
const list = `${place}/imports`;
const hourMs = 60 * 60 * 1000;

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let skippedMs = 0;
beforeAll(async () => {
  world = await startApiWorld({ clock: { now: () => new Date(Date.now() + skippedMs) } });
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

const start = (kind = 'patients'): Promise<string> => startDraftBy(admin, place, kind);
const upload = (path: string, content: string | Buffer): Promise<string> =>
  uploadToDraft(admin, path, content);
const choose = (path: string, fields: readonly string[]): Promise<ShownPage> =>
  chooseFields(admin, path, fields);

function mainOf({ html }: ShownPage): string {
  return (/<main id="content">.*<\/main>/s.exec(html)?.[0] ?? '').replaceAll(/<!--.*?-->/g, '');
}

function selectedIn(page: ShownPage): string[] {
  return [...mainOf(page).matchAll(/<select[^>]*name="field".*?<\/select>/gs)].map(
    ([select]) => /<option value="([^"]*)" selected/.exec(select)?.[1] ?? '',
  );
}

const uidOf = uidOfPath;

const chosen = ['id', 'lastNames', 'firstName', 'dateOfBirth', ''];
const file = (prefix: string): string =>
  [
    'Claims of the week',
    'Our No.,Insured,Called,Born on,Adjuster',
    `${prefix}-1,Moss,Ida,2/28/1961,x`,
    `${prefix}-2,,Ned,1958-01-31,x`,
    `${prefix}-3,Lee,Ann,1958-13-01,=cmd()`,
  ].join('\n');

test('A member maps columns, previews the rows, runs the import, and corrects the rows that failed [BULK-10] [BULK-11] [BULK-12]', async () => {
  const path = await start();
  expect(mainOf(await admin.get(path))).toContain('Up to 64 MB');
  const columns = await admin.get(await upload(path, file('w')));
  expect(mainOf(columns)).toContain('Step 3 of 4');
  expect(mainOf(columns)).toContain('w-1 · w-2 · w-3');
  expect(mainOf(columns)).toContain('The column names are in row 2');
  expect(selectedIn(columns)).toEqual(['', '', '', '', '']);

  const refused = await choose(path, ['id', '', 'firstName', 'dateOfBirth', 'firstName']);
  expect(refused.status).toBe(422);
  expect(mainOf(refused)).toContain('No column for last name. Choose one.');
  expect(mainOf(refused)).toContain('More than one column is for first name. Keep one.');
  expect(selectedIn(refused)).toEqual(['id', '', 'firstName', 'dateOfBirth', 'firstName']);

  expect((await choose(path, chosen)).status).toBe(303);
  const tried = (await findDraft(world.db, uidOf(path)))?.dryRunUid;
  expect((await choose(path, chosen)).status).toBe(303);
  expect((await findDraft(world.db, uidOf(path)))?.dryRunUid).toBe(tried);
  expect(mainOf(await admin.get(path))).toContain("We're checking the whole file");
  await processDryRun(world, path);
  const preview = mainOf(await admin.get(path));
  expect(preview).toContain('<dt>Would be created</dt><dd>1</dd>');
  expect(preview).toContain("<dt>Can't be imported</dt><dd>2</dd>");
  expect(preview).toContain('02/28/1961');
  expect(preview).toContain('Import 1 row<');
  await expect(storedPatient(world, company, 'sandbox', 'w-1')).rejects.toThrow('no such patient');

  const run = await admin.send(path, `${path}/run`);
  expect(run.location).toBe(`${list}/${uidOf(path)}`);
  await processRows(world, { uid: uidOf(path), uploadUrl: '' });
  expect(await storedPatient(world, company, 'sandbox', 'w-1')).toMatchObject({ dateOfBirth: '1961-02-28' });
  const result = mainOf(await admin.get(run.location));
  expect(result).toContain('Last Name: must have at least one entry');
  expect(result).toContain('Columns used');

  const { location } = await admin.get(`${run.location}/faulty-rows`);
  const text = await (await fetch(location)).text();
  const rows: string[][] = parse(text, { bom: true });
  expect(rows.map(row => row.slice(0, 5))).toEqual([
    ['Our No.', 'Insured', 'Called', 'Born on', 'Adjuster'],
    ['w-2', '', 'Ned', '1958-01-31', 'x'],
    ['w-3', 'Lee', 'Ann', '1958-13-01', "'=cmd()"],
  ]);
  expect(rows[1]?.[5]).toBe('Row 4: Last Name must have at least one entry');

  const again = await start();
  const fixed = text.replace('w-2,,', 'w-2,Orr,').replace('1958-13-01', '1958-12-01');
  const suggested = await admin.get(await upload(again, fixed));
  expect(selectedIn(suggested)).toEqual(chosen);
  expect(mainOf(suggested)).toContain('Columns chosen as in the import of');
  await choose(again, [...chosen, '']);
  await processDryRun(world, again);
  await admin.send(again, `${again}/run`);
  await processRows(world, { uid: uidOf(again), uploadUrl: '' });
  expect(await storedPatient(world, company, 'sandbox', 'w-2')).toMatchObject({ lastNames: ['Orr'] });
  expect(await storedPatient(world, company, 'sandbox', 'w-3')).toMatchObject({ dateOfBirth: '1958-12-01' });
});

/** Brings a draft to its preview. @returns the uid of the dry run */
async function tryOut(path: string, prefix: string): Promise<string> {
  await admin.get(await upload(path, file(prefix)));
  await choose(path, chosen);
  return processDryRun(world, path);
}

/** Tells the member of an import that it has ended. @returns the e-mails; none if the server is down */
async function tell(importUid: string, isServerDown = false): Promise<Mail[]> {
  const mails: Mail[] = [];
  const send = async (mail: Mail): Promise<void> => {
    if (isServerDown) throw new Error('451 try later');
    mails.push(mail);
  };
  const mailer = { send, close: () => undefined };
  const { db, clock } = world.services;
  await tellImporter({ db, clock, mailer, publicUrl: 'https://api.example.com' }, { importUid });
  return mails;
}

describe('The e-mail about an import', () => {
  async function runOne(prefix: string, fields: Record<string, string> = {}, by = admin): Promise<string> {
    const path = await startDraftBy(by, place);
    await by.get(await uploadToDraft(by, path, file(prefix)));
    await chooseFields(by, path, chosen);
    await processDryRun(world, path);
    await by.send(path, `${path}/run`, fields);
    return uidOf(path);
  }

  test('is sent once when it ends, with counts and a link, and no patient data [BULK-15]', async () => {
    const uid = await runOne('e', { emailed: 'yes' });
    expect(await tell(uid)).toEqual([]);
    await processRows(world, { uid, uploadUrl: '' });
    await expect(tell(uid, true)).rejects.toThrow('451');
    const [mail, ...others] = await tell(uid);
    expect([others, await tell(uid)]).toEqual([[], []]);
    expect(mail).toMatchObject({ uid, subject: 'Your import is done, but 2 rows need correction (sandbox)' });
    expect(mail?.text).toMatch(/Created: +1\nUpdated: +0\nUnchanged: +0\nNot imported: +2\n/);
    expect(withoutUuids(mail?.text ?? '')).not.toMatch(/Ned|1961|e-1/);
    const [link] = /^https:.*$/m.exec(mail?.text ?? '') ?? [];
    expect((await admin.get(new URL(link ?? '').pathname)).status).toBe(200);
  });

  test("isn't sent for a dry run, to who didn't ask for it, or to who left [BULK-15]", async () => {
    const quiet = await runOne('q');
    await processRows(world, { uid: quiet, uploadUrl: '' });
    expect(await tell(quiet)).toEqual([]);
    const leaver = await newMember('leaver', 'Administrator');
    const left = await runOne('g', { emailed: 'yes' }, leaver);
    await processRows(world, { uid: left, uploadUrl: '' });
    await world.db.raw(
      `update membership set ended_at = now()
        where uid = (select membership_uid from bulk_import where uid = ?)`,
      [left],
    );
    expect(await tell(left)).toEqual([]);
  });
});

describe('The columns of the last import', () => {
  const claims = (header: string): string => `${header}\nc-1,Moss,Ida,2/28/1961,x`;
  const names = 'Our No.,Insured,Called,Born on,Handler';

  /** Starts an import of a file in a project. @returns the page with its columns */
  async function columnsOf(by: Visitor, content: string, project = 'sandbox'): Promise<ShownPage> {
    const environment = project === 'sandbox' ? 'sandbox' : 'production';
    const path = `/console/companies/acme/${environment}/imports/new`;
    const { location } = await by.send(path, path, { project, kind: 'patients' });
    return by.get(await uploadToDraft(by, location, content));
  }

  test('are chosen for a colleague who uploads a file with the same names in the same environment [BULK-21]', async () => {
    const path = await start();
    await admin.get(await upload(path, claims(names)));
    await choose(path, chosen);
    await processDryRun(world, path);
    const none = ['', '', '', '', ''];
    const tried = await columnsOf(admin, claims(names));
    expect([selectedIn(tried), mainOf(tried).includes('Columns chosen')]).toEqual([none, false]);
    await admin.send(path, `${path}/run`);
    const colleague = await newMember('templates', 'Administrator');
    const again = await columnsOf(colleague, claims(names.toUpperCase()));
    expect(selectedIn(again)).toEqual(chosen);
    expect(mainOf(again)).toMatch(
      /Columns chosen as in the import of <time[^>]*>.*?<\/time>, which had the same column names/,
    );
    expect(selectedIn(await columnsOf(colleague, claims('Insured,Our No.,Called,Born on,Handler')))).toEqual(
      none,
    );
    expect(selectedIn(await columnsOf(admin, claims(names), 'live'))).toEqual(none);
  });
});

async function newMember(name: string, role: string, seesAllProjects = true): Promise<Visitor> {
  const email = `${name}@acme.example`;
  await world.change(change => addMember(change, { companyId: 'acme', email, name, role, seesAllProjects }));
  return signedIn(world, email);
}

async function projectUidOf(): Promise<string> {
  const [project] = await readRows<{ uid: string }>(
    world.db,
    "select uid from project where company_uid = ? and id = 'sandbox'",
    [company.uid],
  );
  return project?.uid ?? '';
}

async function filesOf(uid: string): Promise<string[]> {
  const projectUid = await projectUidOf();
  const companyUid = company.uid;
  const files = ['upload', 'source', 'rows', 'start', 'faulty'] as const;
  const heads = await Promise.all(
    files.map(name => world.services.files.head(bulkImportKey({ companyUid, projectUid, uid }, name))),
  );
  return files.filter((_, index) => heads[index] !== undefined);
}

describe('The file', () => {
  test.each<[string, Buffer, string]>([
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'The file is a PDF or a picture, not a table.'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'The file is a PDF or a picture, not a table.'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'of Excel 2003 or earlier'],
    ['a document of Word', Buffer.from('PK\u0003\u0004 no workbook'), 'The Excel workbook is damaged'],
    ['binary', Buffer.from('id,first\u0000name,last name,dob'), "isn't UTF-8 or UTF-16 text"],
    [
      'without column names',
      Buffer.from('w-1,Ida,2/28/1961,02139\nw-2,Ned,1/31/1958,02140'),
      'no row with column names',
    ],
    ['blank', Buffer.from('\n\n'), 'The file has no header row.'],
  ])(
    'that is %s is refused with the reason, and another one can be uploaded [BULK-10]',
    async (_, content, reason) => {
      const path = await start();
      const refused = mainOf(await admin.get(await upload(path, content)));
      expect(refused).toContain(reason);
      expect(refused).toContain('Step 2 of 4');
      expect(mainOf(await admin.get(await upload(path, file('again'))))).toContain('Step 3 of 4');
    },
  );

  test('can be a workbook, whose columns are found by name and shown with their values [BULK-10]', async () => {
    const path = await start();
    const book = workbookOf([
      [null, 'Patient ID', 'First Name', 'Last Name', 'DOB', 'Date of Birth'],
      ['y', 'x-1', 'Ida', 'Moss', { date: 22_340 }, { date: 22_340 }],
    ]);
    const page = await admin.get(await upload(path, book));
    expect(selectedIn(page)).toEqual(['', 'id', 'firstName', 'lastNames', 'dateOfBirth', '']);
    expect(mainOf(page)).toContain('1961-02-28');
    expect(mainOf(page)).toContain('Column A');
  });

  test('of every kind has a template whose columns are all recognized [BULK-10]', async () => {
    for (const kind of ['patients', 'recordRequests']) {
      const template = await admin.get(`${list}/templates/${kind}`);
      expect(template.headers.get('content-disposition')).toContain('.csv"');
      const path = await start(kind);
      const page = await admin.get(await upload(path, template.html));
      expect(selectedIn(page)).not.toContain('');
      expect((await choose(path, selectedIn(page))).status).toBe(303);
    }
    expect((await admin.get(`${list}/templates/others`)).status).toBe(404);
  });

  test('that replaces another one starts at its columns, and the earlier preview imports nothing [BULK-11]', async () => {
    const path = await start();
    const dryRun = await tryOut(path, 'r');
    const page = mainOf(await admin.get(await upload(path, file('r').replace('Born on', 'Birth'))));
    expect(page).toContain('Step 3 of 4');
    const late = await admin.send(`${path}?step=columns`, `${path}/run`, {
      dryRun,
      form: /name="form" value="([^"]+)"/.exec((await admin.get(path)).html)?.[1] ?? '',
    });
    expect([403, 409]).toContain(late.status);
    expect(await findBulkImport(world.db, uidOf(path))).toBeUndefined();
  });
});

describe('A draft', () => {
  test('is seen by its member only, in its environment, and needs the permissions [BULK-13]', async () => {
    const path = await start();
    await tryOut(path, 's');
    const absent = path.replace(uidOf(path), '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60');
    const colleague = await newMember('colleague', 'Administrator');
    const elsewhere: ReadonlyArray<readonly [Visitor, string]> = [
      [colleague, path],
      [admin, path.replace('/sandbox/', '/production/')],
    ];
    for (const [visitor, at] of elsewhere) {
      const there = await visitor.get(at);
      const nowhere = await visitor.get(at.replace(uidOf(path), uidOf(absent)));
      expect([there.status, there.html]).toEqual([404, nowhere.html]);
    }
    expect(mainOf(await admin.get(list))).toContain(uidOf(path));
    expect(mainOf(await colleague.get(list))).not.toContain(`drafts/${uidOf(path)}`);
    const viewer = await newMember('viewer', 'Viewer');
    expect((await viewer.get(`${list}/new`)).status).toBe(403);
    expect(mainOf(await viewer.get(list))).not.toContain('Import a file');
  });

  test('runs once, however often its form is sent, and its file is erased then [BULK-12]', async () => {
    const path = await start();
    const dryRun = await tryOut(path, 'o');
    const form = { dryRun };
    const sent = await Promise.all([1, 2].map(() => admin.send(path, `${path}/run`, form)));
    expect(sent.map(({ location }) => location)).toEqual([1, 2].map(() => `${list}/${uidOf(path)}`));
    const runs = await world.audits({ event: 'bulkImport.create', resourceUid: uidOf(path) });
    expect(runs).toHaveLength(1);
    await processRows(world, { uid: uidOf(path), uploadUrl: '' });
    expect(await filesOf(uidOf(path))).toEqual(['faulty']);
    expect(await findDraft(world.db, uidOf(path))).toBeUndefined();
  });

  test('writes one audit row per step, and one per look [BULK-13]', async () => {
    const path = await start();
    const dryRun = await tryOut(path, 'a');
    const of = (resourceUid: string, event: string) => world.audits({ event, resourceUid });
    expect(await of(uidOf(path), 'bulkImport.prepare')).toHaveLength(1);
    expect(await of(dryRun, 'bulkImport.check')).toHaveLength(1);
    const before = (await of(uidOf(path), 'bulkImport.read')).length;
    await admin.get(path);
    expect(await of(uidOf(path), 'bulkImport.read')).toHaveLength(before + 1);
  });

  test('is erased 24 hours after its last step, with its file, and not before [BULK-14]', async () => {
    const path = await start();
    await tryOut(path, 'e');
    const parts = { ...world.services, clock: { now: () => new Date(Date.now() + skippedMs) } };
    skippedMs = 23.9 * hourMs;
    await eraseAbandonedDrafts(parts);
    expect(await filesOf(uidOf(path))).toEqual(['upload', 'source', 'start']);
    skippedMs = 24.1 * hourMs;
    await eraseAbandonedDrafts(parts);
    skippedMs = 0;
    expect(await filesOf(uidOf(path))).toEqual([]);
    expect((await admin.get(path)).status).toBe(404);
    expect(await world.audits({ event: 'bulkImport.discard', resourceUid: uidOf(path) })).toHaveLength(1);
  });

  test('that is discarded is erased at once, also a file that is uploaded later [BULK-14]', async () => {
    const path = await start();
    const { html } = await admin.get(`${path}?step=file`);
    await tryOut(path, 'd');
    const { location } = await admin.send(path, `${path}/discard`);
    expect(mainOf(await admin.get(location))).toContain('Import discarded.');
    expect(await filesOf(uidOf(path))).toEqual([]);
    await sendToStore(storeFormOn(html, 'Upload file'), 'late');
    expect(await filesOf(uidOf(path))).toEqual(['upload']);
    await removeDueObjects({ ...world.services, clock: { now: () => new Date(Date.now() + 1.1 * hourMs) } });
    expect(await filesOf(uidOf(path))).toEqual([]);
  });
});

test('Rows to correct are available for 7 days, to members who see the import [BULK-12]', async () => {
  const path = await start();
  const dryRun = await tryOut(path, 'f');
  const download = `${list}/${dryRun}/faulty-rows`;
  expect((await admin.get(download)).status).toBe(303);
  expect(mainOf(await admin.get(`${list}/${dryRun}`))).toContain('Download the faulty rows');
  const narrow = await newMember('narrow', 'Administrator', false);
  expect((await narrow.get(download)).status).toBe(404);
  const later = { now: () => new Date(Date.now() + 7.1 * 24 * hourMs) };
  await removeDueObjects({ ...world.services, clock: later });
  expect(await filesOf(dryRun)).toEqual([]);
});
