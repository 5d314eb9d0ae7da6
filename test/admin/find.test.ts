import { authorizationKey } from '../../src/files/key-layout';
import { admin, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { openTestFiles } from '../support/files';
import { jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { readRows } from '../support/records';
import { withoutUuids } from '../support/without-uuids';

let world: ApiWorld;
let acme: TestCompany;
let umbrella: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  umbrella = await world.company('umbrella');
  await putPatient(world, acme, 'live', 'case-1', jane);
  await putPatient(world, acme, 'sandbox', 'case-1', { ...jane, lastNames: ['Roe'] });
  await putPatient(world, umbrella, 'live', 'other', { ...jane, lastNames: ['Müller-Doe', 'DÓE'] });
  await putPatient(world, umbrella, 'live', 'older', { ...jane, dateOfBirth: '1950-01-01' });
});
afterAll(() => world.close());

/** Runs a command with answers to its questions. Returns the result and the audit events. */
async function run(
  line: readonly string[],
  typed?: string,
): Promise<AdminResult & { readonly events: string[] }> {
  const before = (await world.audits({ actorName: 'olga' })).length;
  const result = await admin(world, [...line, '--json'], typed);
  const rows = await world.audits({ actorName: 'olga' });
  return { ...result, events: rows.slice(before).map(({ event }) => event) };
}

function patientsOf(result: AdminResult): string[] {
  const rows = result.json() as Array<{ company: string; environment: string; patient: string }>;
  return rows.map(({ company, environment, patient }) => `${company} ${environment} ${patient}`).toSorted();
}

describe('patient find', () => {
  test("finds the customer's ID in every company and environment, and shows only IDs", async () => {
    const found = await run(['patient', 'find', '--id', 'case-1']);
    expect(patientsOf(found)).toEqual(['acme production case-1', 'acme sandbox case-1']);
    expect(withoutUuids(found.stdout)).not.toMatch(/Jane|Doe|Roe|1984/);
    expect(found.events).toEqual(['patient.find']);
  });

  test('finds one patient by UID or workflow ID, unless it belongs to another company', async () => {
    const { uid } = await storedPatient(world, umbrella, 'live', 'other');
    for (const id of [uid, `patient-search/${uid}`])
      expect(patientsOf(await run(['patient', 'find', '--id', id]))).toEqual(['umbrella production other']);
    expect(patientsOf(await run(['patient', 'find', '--id', uid, '--company', 'acme']))).toEqual([]);
  });

  test.each([
    ['doe', ['acme production case-1', 'umbrella production other']],
    ['Smith', ['acme production case-1']],
    ['muller doe', ['umbrella production other']],
    ['Nobody', []],
  ])('finds last name %j with a date of birth, ignoring case and accents', async (lastName, expected) => {
    const found = await run(['patient', 'find'], `${lastName}\n1984-02-29`);
    expect(patientsOf(found)).toEqual(expected);
    expect(found.events).toEqual(['patient.find']);
  });

  test('finds only patients of the company in --company', async () => {
    const found = await run(['patient', 'find', '--company', 'umbrella'], 'doe\n1984-02-29');
    expect(patientsOf(found)).toEqual(['umbrella production other']);
    const [row] = (await world.audits({ event: 'patient.find' })).toReversed();
    expect(row).toMatchObject({ companyUid: umbrella.uid, resourceKind: 'company' });
  });

  test('prompts for the name, has no option for it, and stores it nowhere', async () => {
    const asked = await admin(world, ['patient', 'find'], 'Zzyzxname\n1931-01-02');
    expect(asked.stderr).toContain('Last name: Date of birth (YYYY-MM-DD): ');
    expect(await admin(world, ['patient', 'find', '--last-name', 'Doe'])).toMatchObject({ exitCode: 64 });
    const rows = await readRows<{ text: string }>(world.db, 'select a::text as text from audit_event a');
    expect(rows.filter(({ text }) => /zzyzxname|1931-01-02/i.test(text))).toEqual([]);
  });

  test.each([
    ['', 'Last name: It must be 1 to 200 characters'],
    ['Doe\n29.02.1984', 'Date of birth (YYYY-MM-DD): It must be a date that exists'],
    ['Doe\n2023-02-30', 'It must be a date that exists'],
  ])('rejects the answers %j without repeating them', async (typed, why) => {
    const result = await run(['patient', 'find'], typed);
    expect(result).toMatchObject({ exitCode: 64, events: [] });
    expect(result.stderr).toContain(why);
    expect(withoutUuids(result.stderr)).not.toMatch(/Doe|1984|2023/);
  });

  test('shows names and dates of birth with --details, and audits a read of each patient', async () => {
    const found = await run(['patient', 'find', '--details'], 'doe\n1984-02-29');
    expect(found.json()).toContainEqual(
      expect.objectContaining({
        patient: 'other',
        firstName: 'Jane',
        dateOfBirth: '1984-02-29',
        sex: 'Female',
      }),
    );
    expect(found.events).toEqual(['patient.find', 'patient.read', 'patient.read']);
  });
});

describe('review list', () => {
  /** Uploads a patient's authorization. */
  async function upload(company: TestCompany, id: string): Promise<string> {
    await putPatient(world, company, 'live', id, jane);
    const { companyUid, projectUid, uid } = await storedPatient(world, company, 'live', id);
    const files = openTestFiles();
    const key = authorizationKey({ companyUid, projectUid, patientUid: uid });
    await files.put(key, Buffer.from('%PDF-1.7'), 'application/pdf');
    files.close();
    await world.call('GET', patientsPath(company, 'live', id), { key: company.productionKey });
    return uid;
  }

  test('lists documents of all companies that need review, oldest first, in pages', async () => {
    const first = await upload(umbrella, 'waits-1');
    const second = await upload(acme, 'waits-2');
    const third = await upload(acme, 'waits-3');
    const done = await upload(acme, 'done');
    const { version } = await storedPatient(world, acme, 'live', 'done');
    await run(['patient', 'review', done, 'MissingSignature', '--version', String(version)]);
    const at = (uid: string, day: string) =>
      world
        .db('patient')
        .where({ uid })
        .update({ authorization_uploaded_at: `2026-01-${day}T00:00:00Z` });
    await at(third, '03');
    await at(second, '02');
    await at(first, '01');

    const all = await run(['review', 'list']);
    expect(all.json()).toMatchObject([
      {
        company: 'umbrella',
        project: 'live',
        patient: 'waits-1',
        uid: first,
        uploadedAt: '2026-01-01T00:00:00.000Z',
        analysis: 'in progress',
      },
      { company: 'acme', uid: second },
      { company: 'acme', uid: third },
    ]);
    expect(withoutUuids(all.stdout)).not.toMatch(/Jane|Doe|1984/);
    expect(all.events).toEqual(['review.list']);

    const page = await admin(world, ['review', 'list', '--limit', '2']);
    expect(page.stdout).toContain(`There are more. To see the next page, add --after ${second}.`);
    expect((await run(['review', 'list', '--after', second])).json()).toMatchObject([{ uid: third }]);
    expect((await run(['review', 'list', '--company', 'umbrella'])).json()).toMatchObject([{ uid: first }]);
    const last = await admin(world, ['review', 'list', '--limit', '3']);
    expect(last.stdout).not.toContain('There are more');
  });

  test('leaves out sandbox and closed projects', async () => {
    await run(['project', 'set-status', 'live', 'Closed', '--company', 'umbrella', '--yes']);
    const companies = ((await run(['review', 'list'])).json() as Array<{ company: string }>).map(
      ({ company }) => company,
    );
    expect(companies).toEqual(['acme', 'acme']);
  });
});
