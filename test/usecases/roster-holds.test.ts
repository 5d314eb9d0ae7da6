/** Searches that are queued for a partner's file while their authorization blocks them. */
import { randomUUID } from 'node:crypto';
import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { reviewExchange, sendRosters } from '../../src/usecases/rosters/exchanges';
import { startSearchRun } from '../../src/usecases/searches/search-runs';
import { anyPurpose } from '../support/any-purpose';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { decideOnPaper, jane, putPatient, storedPatient } from '../support/patients';
import { readCommands, readRows } from '../support/records';

const partner = 'claimsnet';
const settings = {
  name: partner,
  senderId: 'RECORDWELL',
  receiverId: 'CLAIMSNET',
  ...anyPurpose,
  usage: 'T',
  collectSeconds: 1,
  answerWithinHours: 168,
} as const;

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

async function decide(expiresOn: string | null): Promise<void> {
  const { version } = await storedPatient(world, company, 'live', 'case-1');
  const ref = { companyId: company.id, projectId: 'live', patientId: 'case-1' };
  const decision = { status: 'Approved', version, expiresOn } as const;
  await world.change(change => decideOnPaper(change, ref, decision));
}

test('stay out of the file, and go into one once the authorization is valid again [AUTH-24]', async () => {
  const partners = createPartners(
    { rosters: [settings], routes: [{ search: 'siteSonar', partner }] },
    sandbox,
  );
  const { files } = world.services;
  const exchanges = new Map([[partner, { settings, files }]]);
  const parts = { ...world.services, partners, exchanges };
  const sent = () =>
    readRows<{ state: string }>(world.db, 'select state from roster_entry where partner = ?', [partner]);

  await putPatient(world, company, 'live', 'case-1', { ...jane, siteSonar: true });
  await decide(null);
  const { uid: patientUid } = await storedPatient(world, company, 'live', 'case-1');
  const run = { patientUid, kind: 'siteSonar', runUid: randomUUID(), sequence: 1 } as const;
  const started = await world.change(change => startSearchRun(change, parts, run));
  expect(started.kind).toBe('running');
  expect((await reviewExchange(parts, { partner })).queued).toBe(1);

  await decide('2026-01-31');
  expect((await reviewExchange(parts, { partner })).queued).toBe(0);
  expect(await sendRosters(parts, { partner })).toBe(0);
  expect(await sent()).toEqual([{ state: 'queued' }]);

  const before = (await readCommands(world.db, `roster-exchange/${partner}`)).length;
  await decide('2199-01-31');
  expect(await readCommands(world.db, `roster-exchange/${partner}`)).toHaveLength(before + 1);
  expect(await sendRosters(parts, { partner })).toBe(1);
  expect(await sent()).toEqual([{ state: 'sent' }]);
});
