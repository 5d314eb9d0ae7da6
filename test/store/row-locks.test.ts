/** Locks that others must not wait for, because their holder may come to wait for the others. */
import { claimForm } from '../../src/store/access/sent-forms';
import { uuidv7 } from '../../src/platform/ids';
import { lockActiveKeys } from '../../src/store/access/keys';
import type { Transaction } from '../../src/store/database';
import { lockPatientByUid } from '../../src/store/patients/patients';
import { nilUid } from '../../src/store/page';
import { lockOwnedEndpoints } from '../../src/store/tenants/company-members';
import { lockProject } from '../../src/store/tenants/projects';
import { lockEndpointsToReseal } from '../../src/store/webhooks/endpoints';
import { getCompany } from '../../src/usecases/operators';
import { assertRoomForEndpoint, createEndpoint } from '../../src/usecases/webhooks/new-endpoints';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { storedPatient } from '../support/patients';
import { readRows } from '../support/records';
import { makeRequest, type TestRequest } from '../support/request-files';
import { within } from '../support/until';

let world: ApiWorld;
let company: TestCompany;
let membershipUid = '';
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const [member] = await readRows<{ uid: string }>(world.db, 'select uid from membership');
  membershipUid = member?.uid ?? '';
});
afterAll(() => world.close());

/** Does something while a transaction holds a lock. @throws if that waits for the lock */
async function holding<T>(lock: (tx: Transaction) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const released = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const holder = world.services.db.transaction(async tx => {
    await lock(tx);
    held.resolve(undefined);
    await released.promise;
  });
  await held.promise;
  try {
    return await within('work that needs no lock', work(), () => 'it waits for the lock', 5_000);
  } finally {
    released.resolve(undefined);
    await holder;
  }
}

const writeNote = async (request: TestRequest): Promise<number> =>
  (await request.call('POST', '/notes', { content: 'They called back.' })).status;

// Both hold the request, and refer to the patient and the project, whose holder may wait for the request.
test('A note on a record request is stored while its patient is edited, or its project changed', async () => {
  const request = await makeRequest(world, company, 'locked');
  const { uid } = await storedPatient(world, company, 'sandbox', 'locked');
  expect(
    await holding(
      tx => lockPatientByUid(tx, uid),
      () => writeNote(request),
    ),
  ).toBe(201);
  const place = { companyUid: company.uid, environment: 'sandbox', projectId: 'sandbox' } as const;
  expect(
    await holding(
      tx => lockProject(tx, place),
      () => writeNote(request),
    ),
  ).toBe(201);
});

// Both forms refer to the membership before they lock it.
test('The keys of a member can be locked while the member sends another form', async () => {
  const form = { membershipUid, operatorUid: null, formKey: uuidv7(new Date()) };
  const active = await holding(
    tx => claimForm(tx, form, { event: 'key.create', sentAt: new Date() }),
    () => world.services.db.transaction(tx => lockActiveKeys(tx, membershipUid, 'sandbox', new Date())),
  );
  expect(active).toHaveLength(1);
});

test('The keys of a member who has left cannot be locked, so none is created', async () => {
  await world.db('membership').where({ uid: membershipUid }).update({ ended_at: new Date() });
  const active = await world.services.db.transaction(tx =>
    lockActiveKeys(tx, membershipUid, 'sandbox', new Date()),
  );
  await world.db('membership').where({ uid: membershipUid }).update({ ended_at: null });
  expect(active).toBeUndefined();
});

// The fan-out refers to many endpoints in any order. The removal of a member locks several, and so does what
// re-encrypts secrets.
test('An event is fanned out while the owner of an endpoint is removed, or its secrets are re-encrypted', async () => {
  const { uid: endpointUid } = await world.change(change =>
    createEndpoint(change, testEndpointSealer, {
      companyId: 'acme',
      ownerEmail: company.email,
      url: 'https://hooks.example/',
      name: null,
      environment: 'sandbox',
      events: ['all'],
      projectIds: [],
      isTrackedOnly: false,
      customHeaders: [],
      sendsStandardHeaders: true,
    }),
  );
  const refer = (): Promise<void> =>
    world.services.db.transaction(async tx => {
      await tx.raw('select from webhook_endpoint where uid = ? for key share', [endpointUid]);
    });
  await holding(tx => lockOwnedEndpoints(tx, membershipUid), refer);
  await holding(tx => lockEndpointsToReseal(tx, 'another key', nilUid, 10), refer);
});

test('Room for another endpoint of a company is counted by one transaction at a time', async () => {
  const acme = await getCompany(world.db, 'acme');
  const counted = holding(
    tx => assertRoomForEndpoint(tx, acme),
    () =>
      world.services.db.transaction(async tx => {
        await tx.raw(`set local lock_timeout = '500ms'`);
        await assertRoomForEndpoint(tx, acme);
      }),
  );
  await expect(counted).rejects.toThrow('lock timeout');
});
