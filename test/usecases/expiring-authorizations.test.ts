/** Notices before authorizations expire, in the time zones of two companies. */
import { tellExpirations } from '../../src/usecases/patients/expiring-authorizations';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { decideOnPaper, jane, putPatient, storedPatient } from '../support/patients';
import { readEvents } from '../support/records';

let world: ApiWorld;
let acme: TestCompany;
let birch: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  birch = await world.company('birch');
  await admin(world, ['company', 'set-time-zone', 'birch', 'Pacific/Honolulu']);
});
afterAll(() => world.close());

async function approve(company: TestCompany, id: string, expiresOn: string | null): Promise<void> {
  const { version } = await storedPatient(world, company, 'live', id);
  const ref = { companyId: company.id, projectId: 'live', patientId: id };
  const decision = { status: 'Approved', version, expiresOn } as const;
  await world.change(change => decideOnPaper(change, ref, decision));
}

async function registered(company: TestCompany, id: string, expiresOn: string | null): Promise<string> {
  await putPatient(world, company, 'live', id, jane);
  await approve(company, id, expiresOn);
  return (await storedPatient(world, company, 'live', id)).uid;
}

const tellAt = (at: string): Promise<void> =>
  tellExpirations({ ...world.services, clock: { now: () => new Date(at) }, nudgeOutbox: () => undefined });

async function noticesOf(uid: string): Promise<number> {
  const events = await readEvents(world.db, uid);
  return events.filter(({ eventType }) => eventType === 'authorization.expiring').length;
}

test('A notice is sent 30 and 7 days before, once each, in the time zone of the company [AUTH-26]', async () => {
  const east = await registered(acme, 'east', '2027-03-31');
  const west = await registered(birch, 'west', '2027-03-31');
  const event = await registered(acme, 'event', null);
  const revoked = await registered(acme, 'revoked', '2027-03-31');
  const path = `/v0/companies/acme/projects/live/patients/revoked/authorization/revocation`;
  await world.call('PUT', path, { key: acme.productionKey, body: { revokedOn: '2026-11-20' } });
  const counts = () => Promise.all([east, west, event, revoked].map(noticesOf));
  const { version } = await storedPatient(world, acme, 'live', 'east');

  await tellAt('2027-03-01T02:00:00Z');
  expect(await counts()).toEqual([0, 0, 0, 0]);
  // March 1 in New York, and still February 28 in Honolulu.
  await tellAt('2027-03-01T06:00:00Z');
  expect(await counts()).toEqual([1, 0, 0, 0]);
  await tellAt('2027-03-01T12:00:00Z');
  await tellAt('2027-03-10T12:00:00Z');
  expect(await counts()).toEqual([1, 1, 0, 0]);
  await tellAt('2027-03-24T12:00:00Z');
  await tellAt('2027-03-30T12:00:00Z');
  expect(await counts()).toEqual([2, 2, 0, 0]);
  await tellAt('2027-04-02T12:00:00Z');
  expect(await counts()).toEqual([2, 2, 0, 0]);
  expect((await storedPatient(world, acme, 'live', 'east')).version).toBe(version);
});

test('An authorization that a new date extends gets its notices again [AUTH-26]', async () => {
  const uid = await registered(acme, 'longer', '2027-05-31');
  await tellAt('2027-05-30T12:00:00Z');
  expect(await noticesOf(uid)).toBe(1);
  await approve(acme, 'longer', '2027-06-30');
  await tellAt('2027-06-01T12:00:00Z');
  expect(await noticesOf(uid)).toBe(2);
});
