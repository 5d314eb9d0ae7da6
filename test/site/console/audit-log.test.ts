import { addMember } from '../../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane, patientsPath, putPatient } from '../../support/patients';
import { readPdf } from '../../support/read-pdf';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let patient: string;
const place = '/console/companies/acme/sandbox';
const log = `${place}/audit`;

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await putPatient(world, company, 'sandbox', 'case-1', {
    ...jane,
    firstName: 'Quinn',
    lastNames: ['Marsh'],
  });
  await putPatient(world, company, 'sandbox', 'case-2', { ...jane, firstName: 'Otis', lastNames: ['Reed'] });
  const [row] = await readRows<{ uid: string }>(world.db, 'select uid from patient where id = ?', ['case-1']);
  patient = row?.uid ?? '';
  admin = await signedIn(world, company.email);
});
afterAll(() => world.close());

async function memberOf(name: string, role: string): Promise<Visitor> {
  const email = `${name.replaceAll(' ', '.')}@acme.example`;
  await world.change(change =>
    addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
  );
  return signedIn(world, email);
}

/** Returns the rows of the table on a page, as texts of their cells. */
function rowsOn(html: string): string[][] {
  const table = /<table class="rows" aria-label="Audit log">.*?<\/table>/s.exec(html)?.[0] ?? '';
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
    );
}

test('The log names who did what, and each look at it adds one row [KEY-25]', async () => {
  const viewer = await memberOf('Vera Viewer', 'Viewer');
  await viewer.get(`${place}/patients/${patient}`);
  await world.call('GET', patientsPath(company, 'sandbox', 'case-1'), { key: company.sandboxKey });
  const before = (await world.audits({ event: 'auditLog.read' })).length;
  const rows = rowsOn((await admin.get(log)).html);
  expect(rows).toContainEqual(
    expect.arrayContaining([
      'Vera Viewer',
      'Viewed the patient',
      `Patient …${patient.slice(-6)}`,
      'Succeeded',
    ]),
  );
  expect(rows.map(([, who]) => who)).toContainEqual(expect.stringMatching(/, API key Default$/));
  expect(rows.map(([, who]) => who)).toContain('Support');
  expect((await world.audits({ event: 'auditLog.read' })).length).toBe(before + 1);
});

test('The log is for members who see all projects, since it has rows about each [KEY-25]', async () => {
  const email = 'pat@acme.example';
  await world.change(change =>
    addMember(change, {
      ...{ companyId: 'acme', email, name: 'Pat', role: 'Administrator' },
      seesAllProjects: false,
    }),
  );
  const pat = await signedIn(world, email);
  for (const path of [log, `${log}/export`]) expect((await pat.get(path)).status).toBe(403);
  expect((await pat.get(place)).html).not.toContain('Audit log');
  expect((await admin.get(place)).html).toContain('Audit log');
});

test('The log is filtered by person, action, and days, and a wrong value is named [KEY-25]', async () => {
  const viewer = await memberOf('Fay Filter', 'Viewer');
  await viewer.get(`${place}/patients/${patient}`);
  const [row] = await readRows<{ uid: string }>(world.db, 'select uid from app_user where name = ?', [
    'Fay Filter',
  ]);
  const ofPerson = rowsOn((await admin.get(`${log}?who=${row?.uid}`)).html);
  expect(new Set(ofPerson.map(([, who]) => who))).toEqual(new Set(['Fay Filter']));
  const ofSupport = rowsOn((await admin.get(`${log}?who=support`)).html);
  expect(new Set(ofSupport.map(([, who]) => who))).toEqual(new Set(['Support']));
  const ofKeys = rowsOn((await admin.get(`${log}?group=keys`)).html);
  expect(new Set(ofKeys.map(([, , did]) => did))).toEqual(
    new Set(['Created or regenerated the default API key']),
  );
  expect(rowsOn((await admin.get(`${log}?from=2020-01-01&until=2020-01-02`)).html)).toEqual([]);
  for (const query of ['who=x', 'group=x', 'from=yesterday', 'from=2026-01-01&until=2026-03-01']) {
    const refused = await admin.get(`${log}?${query}`);
    expect([query, refused.status]).toEqual([query, 422]);
  }
});

test('A member without the permission sees no log, no access, and no disclosures [KEY-25] [KEY-27]', async () => {
  const member = await memberOf('Mo Member', 'Member');
  for (const path of [log, `${log}/export`, `${place}/patients/${patient}/access`])
    expect([path, (await member.get(path)).status]).toEqual([path, 403]);
  expect((await member.get(`${place}/patients/${patient}/disclosures`)).status).toBe(403);
  expect((await member.get(place)).html).not.toContain('Audit log');
});

test('Another company sees none of it [KEY-25]', async () => {
  const rival = await world.company('rival');
  const visitor = await signedIn(world, rival.email);
  const path = '/console/companies/rival/sandbox';
  const { html } = await visitor.get(`${path}/audit`);
  expect(html).not.toContain(patient.slice(-6));
  expect((await visitor.get(`${path}/patients/${patient}/access`)).status).toBe(404);
});

test('An administrator finds who saw a patient with one search and one link [KEY-27]', async () => {
  const nurse = await memberOf('Nora Nurse', 'Viewer');
  await nurse.get(`${place}/patients/${patient}`);
  const short = await admin.send(log, `${log}/patients`, { text: 'Qu' });
  expect(short.html).toContain('Enter at least 3 letters of a name, or the whole ID.');
  const found = await admin.send(log, `${log}/patients`, { text: 'Quinn' });
  const link = /href="([^"]+\/access)"/.exec(found.html)?.[1] ?? '';
  expect(found.html).not.toContain('Otis');
  const { html } = await admin.get(link);
  expect(rowsOn(html)).toContainEqual(expect.arrayContaining(['Nora Nurse', 'Viewed the patient']));
  expect(html).toContain(`${place}/patients/${patient}/disclosures`);
  expect(/<title>[^<]*/.exec(html)?.[0]).not.toContain('Quinn');
  expect((await world.audits({ event: 'patient.readAccess' })).at(-1)).toMatchObject({
    resourceKind: 'patient',
    resourceUid: patient,
  });
});

test('The access of a patient has only rows of that patient [KEY-27]', async () => {
  const [other] = await readRows<{ uid: string }>(world.db, 'select uid from patient where id = ?', [
    'case-2',
  ]);
  await admin.get(`${place}/patients/${other?.uid}`);
  const { html } = await admin.get(`${place}/patients/${patient}/access`);
  expect(new Set(rowsOn(html).map(([, , , what]) => what))).toEqual(
    new Set([`Patient …${patient.slice(-6)}`]),
  );
});

test('The export has the filtered rows, and is recorded with their number [KEY-26]', async () => {
  const answered = await admin.get(`${log}/export?group=members`);
  const lines = answered.html.trim().split('\r\n');
  expect(lines[0]).toContain('Time (UTC),Who,Did,Action,Record,Record ID,Outcome,Problem');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(1).every(line => /,(?:member|console|user|invitation|role)\./.test(line))).toBe(true);
  expect(answered.headers.get('content-disposition')).toContain('Audit log.csv');
  expect((await world.audits({ event: 'auditLog.export' })).at(-1)).toMatchObject({
    changes: { rows: lines.length - 1 },
  });
});

test('The disclosures of a patient are a PDF with recipient, purpose, and basis [KEY-28]', async () => {
  await world.db.raw(
    `insert into disclosure (uid, company_uid, patient_uid, recipient, facility, asked, subject_uid, purpose,
       purpose_code, basis, document_etag, disclosed_at)
     values (gen_random_uuid(), ?, ?, 'fax', 'Harbor General Hospital, 1 Harbor Way, Salem, MA',
       'MedicalRecord', gen_random_uuid(), 'Legal', 'LEGAL', 'authorization', null, '2026-11-03T02:00:00Z')`,
    [company.uid, patient],
  );
  const path = `${place}/patients/${patient}/disclosures`;
  await world.db.raw(
    `insert into withdrawn_row (patient_uid, row_kind, key_hash, uid, source, created_at, withdrawn_at,
       reason)
     select ?, 'visit', sha256(n::text::bytea), gen_random_uuid(), 'siteSonar', '2026-10-01T12:00:00Z',
       '2026-10-20T12:00:00Z', 'identityChanged' from generate_series(1, 3) n`,
    [patient],
  );
  const answered = await fetch(`${world.url}${path}`, { headers: { Cookie: admin.cookie() } });
  expect(answered.headers.get('content-disposition')).not.toContain('Quinn');
  const { pages } = await readPdf(Buffer.from(await answered.arrayBuffer()));
  const text = pages.join(' ');
  expect(text).toContain('Quinn Marsh');
  expect(text).toContain('11/02/2026');
  expect(text).toContain('Harbor General Hospital');
  expect(text).toContain('the authorization on file');
  expect(text).toMatch(
    /10\/20\/2026\s+10\/01\/2026\s+3\s+Found with patient details that were corrected later/,
  );
});
