/** Customers record that a patient revoked the authorization. */
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { jane, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { readCommands, readEvents } from '../support/records';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

function revoke(id: string, revokedOn: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const path = `${patientsPath(company, 'live', id)}/authorization/revocation`;
  return world.call('PUT', path, { key: company.productionKey, body: { revokedOn }, headers });
}

async function approved(id: string): Promise<void> {
  await putPatient(world, company, 'live', id, { ...jane, siteSonar: true });
  const patient = await storedPatient(world, company, 'live', id);
  await review(world, patient, { authorizationStatus: 'Approved' });
}

test('A revocation shows with its date, changes no status, and has the searches reviewed [AUTH-24] [AUTH-27]', async () => {
  await approved('rex');
  const { uid, version } = await storedPatient(world, company, 'live', 'rex');
  const [events, commands] = [await readEvents(world.db, uid), await readCommands(world.db)];
  const answer = await revoke('rex', '2026-11-20', { 'If-Match': `"${version}"` });
  expect(answer).toMatchObject({
    status: 200,
    json: { authorizationStatus: 'Approved', authorizationRevokedOn: '2026-11-20' },
  });
  expect(answer.headers.get('etag')).toBe(`"${version + 1}"`);
  expect(await readEvents(world.db, uid)).toEqual(events);
  expect((await readCommands(world.db)).length).toBe(commands.length + 1);
  const again = await revoke('rex', '2026-11-20');
  expect(again.headers.get('etag')).toBe(`"${version + 1}"`);
  expect(await world.audits({ event: 'authorization.revoke' })).toMatchObject([
    { actorKind: 'key', outcome: 'success', resourceUid: uid },
  ]);
});

test('A revocation on another day, in the future, or of nothing is refused [AUTH-24]', async () => {
  await approved('roy');
  await putPatient(world, company, 'live', 'ron', jane);
  expect(await revoke('roy', '2199-01-01')).toMatchObject({
    status: 422,
    json: { problem: 'authorization.revokedInFuture' },
  });
  expect(await revoke('roy', '2026-02-30')).toMatchObject({ status: 422 });
  expect(await revoke('ron', '2026-11-20')).toMatchObject({
    status: 400,
    json: { problem: 'authorization.nothingToRevoke' },
  });
  await revoke('roy', '2026-11-20');
  expect(await revoke('roy', '2026-11-19')).toMatchObject({
    status: 400,
    json: { problem: 'authorization.revoked' },
  });
  expect(await revoke('roy', '2026-11-20', { 'If-Match': '"1"' })).toMatchObject({ status: 412 });
});
