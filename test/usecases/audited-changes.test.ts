/** What the audit log says about changes, and that it never has a value of a patient. */
import { runChange } from '../../src/usecases/change';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { decideOnSandbox, jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { withoutUuids } from '../support/without-uuids';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const marked = { ...jane, firstName: 'Pumpkin', lastNames: ['Lantern'], dateOfBirth: '1931-07-13' };

test('A status that a customer sets in a sandbox has both statuses in its audit row, and no value of the patient', async () => {
  await putPatient(world, company, 'sandbox', 'case-1', marked);
  const { uid: resourceUid } = await storedPatient(world, company, 'sandbox', 'case-1');
  await decideOnSandbox(world, company, 'case-1', 'MissingSignature');
  await world.call('PATCH', patientsPath(company, 'sandbox', 'case-1'), {
    key: company.sandboxKey,
    body: { firstName: 'Teapot' },
  });
  const rows = await world.audits({ resourceUid });
  expect(rows.map(({ event, changes }) => [event, changes])).toEqual([
    ['patient.upsert', null],
    ['patient.edit', { authorizationStatus: { from: 'NeedsApproval', to: 'MissingSignature' } }],
    ['patient.edit', { firstName: null, identityVersion: { from: 1, to: 2 } }],
  ]);
  expect(withoutUuids(JSON.stringify(await world.audits()))).not.toMatch(/pumpkin|lantern|teapot|1931/iu);
});

test('A change that is audited as a look is refused', async () => {
  const parts = { db: world.db, clock: { now: () => new Date() }, nudgeOutbox: () => undefined };
  const act = { principal: { kind: 'operator', name: 'olga' }, requestId: null } as const;
  const work = (event: string): Promise<void> =>
    runChange(parts, { ...act, event }, change => change.auditLook(undefined));
  await expect(work('patient.edit')).rejects.toThrow('patient.edit changes something');
  await expect(work('patient.list')).resolves.toBeUndefined();
});

test('Leaving out the changes of a write does not compile, and neither does a free text', async () => {
  const act = {
    principal: { kind: 'operator', name: 'olga' },
    requestId: null,
    event: 'site.verify',
  } as const;
  const parts = { db: world.db, clock: { now: () => new Date() }, nudgeOutbox: () => undefined };
  await runChange(parts, act, async change => {
    change.unaudited('nothing is written: the types are what is tested');
    const never = (): unknown => [
      // @ts-expect-error its changes are required
      change.audit(undefined, 'site.verify'),
      // @ts-expect-error a standing isn't any text
      change.audit(undefined, 'site.verify', { standing: { from: 'unverified', to: 'Pumpkin' } }),
      // @ts-expect-error a text isn't an ETag
      change.audit(undefined, 'authCheck.retrigger', { etag: 'Pumpkin' }),
      // @ts-expect-error no event has this name
      change.audit(undefined, 'site.nonsense', {}),
    ];
    expect(never).toBeInstanceOf(Function);
    return Promise.resolve();
  });
});
