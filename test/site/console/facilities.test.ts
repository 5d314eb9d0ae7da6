/** The facilities of a patient in the console, and requests to several of them at once. */
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { seedVisits } from '../../support/seeded-visits';

let world: ApiWorld;
let company: TestCompany;
let admin: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  admin = await signedIn(world, company.email);
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
});
afterAll(() => world.close());

interface Seen {
  readonly uid: string;
  /** The page of the facilities. */
  readonly page: string;
}

async function seen(patientId: string): Promise<Seen> {
  await seedVisits(world, company, { project: 'sandbox', patientId });
  const { uid } = await storedPatient(world, company, 'sandbox', patientId);
  return { uid, page: `/console/companies/acme/sandbox/patients/${uid}/facilities` };
}

/** Returns the items that the page offers to select. */
async function offered(page: string, visitor = admin): Promise<string[]> {
  const { html } = await visitor.get(page);
  return [...html.matchAll(/name="items" value="([^"]+)"/g)].map(([, item = '']) => item);
}

async function requestsOf(uid: string): Promise<number> {
  const rows = await readRows(world.db, 'select uid from record_request where patient_uid = ?', [uid]);
  return rows.length;
}

test('Facilities are listed with their visits; those not requested come first and stand out [CONSOLE-73]', async () => {
  const { page } = await seen('listed');
  const { html } = await admin.get(page);
  expect(html).toMatch(/data-label="Visits"><span>\d+ visits?, \d\d\/\d\d\/\d{4}/);
  expect(html).toContain('<span class="pill warning">Not requested</span>');
  const [first = ''] = await offered(page);
  await admin.send(page, page, { items: first });
  const after = (await admin.get(page)).html;
  const rows = [...after.matchAll(/<tr><td data-label="Facility">.*?<\/tr>/gs)].map(([row]) => row);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.at(-1)).toContain('Submitted');
  expect(rows.slice(0, -1).every(row => row.includes('>Not requested</span>'))).toBe(true);
});

describe('Requesting from several facilities [CONSOLE-74]', () => {
  test('requests each kind once, says the result of each, and repeats nothing', async () => {
    const { page, uid } = await seen('several');
    const items = await offered(page);
    expect(items.length).toBeGreaterThanOrEqual(6);
    const wanted = items.slice(0, 4);
    const terms = { reference: 'PI-0042', dueDate: '2027-01-05', rush: 'yes' };
    const sent = await admin.send(page, page, { items: wanted, ...terms });
    expect([sent.status, sent.html.includes('4 of 4 requested.')]).toEqual([200, true]);
    expect(await requestsOf(uid)).toBe(4);
    const rushed = 'select uid from record_request where patient_uid = ? and reference = ? and is_rush';
    expect(await readRows(world.db, rushed, [uid, 'PI-0042'])).toHaveLength(4);
    const again = await admin.send(page, page, { items: [...wanted, items[4] ?? ''] });
    expect(again.html).toContain('1 of 5 requested.');
    expect(again.html.match(/: Already requested/g)).toHaveLength(4);
    expect(await requestsOf(uid)).toBe(5);
    const trail = await world.audits({ event: 'recordRequest.create', resourceUid: uid, outcome: 'success' });
    expect(trail.every(({ actorKind }) => actorKind === 'console')).toBe(true);
  });

  test('says so for a facility that is gone, and for nothing selected', async () => {
    const { page, uid } = await seen('gone');
    const [item = ''] = await offered(page);
    const absent = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60:billing';
    const sent = await admin.send(page, page, { items: [absent, item] });
    expect(sent.html).toContain('1 of 2 requested.');
    expect(sent.html).toContain("We couldn't find this facility.");
    expect(await requestsOf(uid)).toBe(1);
    const none = await admin.send(page, page, {});
    expect([none.status, none.html.includes('Select at least one kind of records')]).toEqual([422, true]);
  });

  test('needs ManageRecordRequests', async () => {
    const { page, uid } = await seen('viewed');
    const [item = ''] = await offered(page);
    expect(await offered(page, viewer)).toEqual([]);
    expect((await viewer.send(page, page, { items: item })).status).toBe(403);
    expect(await requestsOf(uid)).toBe(0);
  });
});
