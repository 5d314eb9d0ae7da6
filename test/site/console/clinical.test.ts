/** The clinical rows of a patient in the console. */
import { defineRole } from '../../../src/usecases/tenants/companies';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { storedPatient } from '../../support/patients';
import { seedVisits, seededVisits } from '../../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let uid: string;
let page: string;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  await seedVisits(world, company, { project: 'sandbox', patientId: 'seen' });
  await seedVisits(world, company, { project: 'sandbox', patientId: 'other' });
  ({ uid } = await storedPatient(world, company, 'sandbox', 'seen'));
  page = `/console/companies/acme/sandbox/patients/${uid}/clinical`;
});
afterAll(() => world.close());

const visits = (): string => `${page}/visits`;

describe("A patient's clinical rows [CONSOLE-76]", () => {
  test('are listed by kind, of this patient only, with one audit row for each look', async () => {
    const { status, html } = await admin.get(visits());
    expect(status).toBe(200);
    expect(html).toContain(`1 to ${seededVisits.length} of ${seededVisits.length}`);
    expect(html).toContain('>03/01/2021<');
    expect(html).toContain('<title>Clinical data · Sandbox · recordwell</title>');
    const looks = await world.audits({ event: 'visit.browse', resourceUid: uid });
    expect(looks).toMatchObject([{ outcome: 'success', actorKind: 'console' }]);
    for (const kind of ['procedures', 'diagnoses', 'prescription-fills', 'lab-results'])
      expect([kind, (await admin.get(`${page}/${kind}`)).status]).toEqual([kind, 200]);
    expect(await world.audits({ event: 'diagnosis.browse', resourceUid: uid })).toHaveLength(1);
    expect((await admin.get(`${page}/absent`)).status).toBe(404);
  });

  test('are filtered by a posted form, which keeps what was typed', async () => {
    const found = await admin.send(visits(), visits(), { 'visit.kind': 'Inpatient', from: '2021-03-01' });
    const kinds = [...found.html.matchAll(/data-label="Type">(?:<[^>]+>)*([^<]+)</g)].map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set(['Inpatient']));
    expect(found.html).toContain('value="2021-03-01"');
    expect(found.location).toBe('');
    const none = await admin.send(visits(), visits(), { search: 'nothing has this' });
    expect(none.html).toContain('No matching visits. Clear a filter, or choose other dates.');
    const wrong = await admin.send(visits(), visits(), { from: '2021-02-30' });
    expect([wrong.status, wrong.html.includes('This must be a real date')]).toEqual([422, true]);
  });

  test('are downloaded as CSV, filtered alike, under a name without patient data', async () => {
    const { headers, html } = await admin.send(visits(), visits(), { as: 'csv', 'visit.kind': 'Inpatient' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="Visits.csv"');
    const [heading, ...rows] = html.trim().split('\r\n');
    expect(heading).toContain('Start date,End date,Type');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(row => row.includes('Inpatient'))).toBe(true);
  });

  test('need ViewClinicalData', async () => {
    await world.change(change =>
      defineRole(change, { companyId: 'acme', name: 'Clerk', permissions: ['ViewPatients'] }),
    );
    const clerk = await signedIn(world, await newAcmeMember(world, 'clerk', 'Clerk'));
    expect((await clerk.get(visits())).status).toBe(403);
    expect((await clerk.get(page.replace('/clinical', ''))).html).not.toContain('Clinical data');
  });
});
