/** Each search's own status in the answer about a patient. */
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { operatorAtDesk } from '../support/desk-work';
import { jane, mercyClinic, patientsPath, putPatient, review, storedPatient } from '../support/patients';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

test('The API, the admin command, and the desk say the same about a search and a request [SEARCH-27] [REQUEST-33]', async () => {
  const before = Date.now();
  const form = { ...jane, siteSonar: true, patientHistories: true };
  const made = await putPatient(world, company, 'live', 'case-1', form);
  expect(made.json['searches']).toMatchObject({
    siteSonar: {
      state: 'Waiting',
      reason: 'authorizationMissing',
      whoActs: 'You',
      waitsFor: 'authorization',
    },
    patientHistories: { state: 'Waiting', reason: 'missingZipCode', whoActs: 'You', waitsFor: 'zipCode' },
    ehrSearch: { state: 'Off', reason: 'off', whoActs: null, waitsFor: null, outcome: null },
  });
  await review(world, await storedPatient(world, company, 'live', 'case-1'), {
    authorizationStatus: 'Approved',
  });
  const path = patientsPath(company, 'live', 'case-1');
  const revoked = await world.call('PUT', `${path}/authorization/revocation`, {
    key: company.productionKey,
    body: { revokedOn: '2026-11-20' },
  });
  const { siteSonar } = revoked.json['searches'] as { siteSonar: { message: string; since: string } };
  expect(siteSonar).toMatchObject({
    reason: 'authorizationRevoked',
    message: 'Held: the patient revoked the authorization.',
    remedy: 'Upload another authorization.',
  });
  expect(Date.parse(siteSonar.since)).toBeGreaterThanOrEqual(before - 1);
  const listed = await world.call('GET', patientsPath(company, 'live'), { key: company.productionKey });
  const [entry] = listed.json['patients'] as Array<{ searches: unknown }>;
  expect(entry?.searches).toEqual(revoked.json['searches']);
  const asked = await world.call('POST', `${path}/record-requests`, {
    key: company.productionKey,
    body: { ...mercyClinic, billing: true },
  });
  const { requests } = asked.json as { requests: Array<{ request: { id: string } }> };
  const requestUid = requests[0]?.request.id ?? '';
  const request = await world.call('GET', `${path}/record-requests/${requestUid}`, {
    key: company.productionKey,
  });
  expect(request.json).toMatchObject({
    request: { status: 'Submitted' },
    progress: { reason: 'authorizationRevoked', whoActs: 'You', message: siteSonar.message },
  });
  const { uid } = await storedPatient(world, company, 'live', 'case-1');
  const { stdout } = await admin(world, ['search', 'show', uid]);
  expect(stdout).toContain(siteSonar.message);
  expect(stdout).toContain('Customer');
  const shown = await admin(world, ['record-request', 'show', requestUid, '--json']);
  expect(shown.json()).toMatchObject({ progress: siteSonar.message, whoActs: 'Customer' });
  const olga = await operatorAtDesk(world, 'Olga');
  for (const page of [`/desk/patients/${uid}`, `/desk/requests/${requestUid}`])
    expect((await olga.get(page)).html).toContain(siteSonar.message);
});
