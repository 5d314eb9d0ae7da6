/** `patient disclosures`: what has left of a patient, for whom, why, and on what it rested. */
import { sandbox } from '../../src/sandbox/sandbox';
import { sendRecordRequest } from '../../src/usecases/record-requests/work';
import { createPartners } from '../../src/partners/partners';
import { admin } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { openTestFiles } from '../support/files';
import { readRows } from '../support/records';
import { jane, mercyClinic, patientsPath, putPatient, storedPatient } from '../support/patients';

let world: ApiWorld;
let acme: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
});
afterAll(() => world.close());

async function ask(
  project: 'live' | 'sandbox',
): Promise<{ readonly patientUid: string; readonly id: string }> {
  await putPatient(world, acme, project, 'case-1', jane);
  const key = project === 'sandbox' ? acme.sandboxKey : acme.productionKey;
  const path = `${patientsPath(acme, project, 'case-1')}/record-requests`;
  const { json } = await world.call('POST', path, { key, body: { ...mercyClinic, billing: true } });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  const { uid } = await storedPatient(world, acme, project, 'case-1');
  return { patientUid: uid, id: requests[0]?.request.id ?? '' };
}

/** The site as it is named and addressed when it is asked. */
const facility = 'Mercy Clinic, 1 Main St, Boston, MA 02139';

async function disclosures(patientUid: string): Promise<unknown> {
  return (await admin(world, ['patient', 'disclosures', patientUid, '--json'])).json();
}

test('a request that goes by a channel is told with the channel [DECISION-56]', async () => {
  const { patientUid, id } = await ask('sandbox');
  expect(await disclosures(patientUid)).toEqual([]);
  const files = openTestFiles();
  try {
    const parts = { ...world.services, files, partners: createPartners(undefined, sandbox) };
    expect(await sendRecordRequest(parts, { recordRequestUid: id })).toMatchObject({
      progress: 'Processing',
    });
  } finally {
    files.close();
  }
  expect(await disclosures(patientUid)).toMatchObject([
    { recipient: 'sandbox', asked: 'billing', subject: id, purpose: 'Legal', basis: 'sandbox', facility },
  ]);
});

test('a request that the delivery team sends by hand is told once, with the team, and audited with its purpose [DECISION-56]', async () => {
  const { patientUid, id } = await ask('live');
  await admin(world, ['record-request', 'set-status', id, 'Processing']);
  await admin(world, ['record-request', 'set-status', id, 'NeedToReviewResults']);
  expect(await disclosures(patientUid)).toMatchObject([
    {
      recipient: 'operator',
      asked: 'billing',
      subject: id,
      purpose: 'Legal',
      purposeCode: 'HLEGAL',
      facility,
    },
  ]);
  const audited = await readRows<{ changes: unknown }>(
    world.db,
    'select changes from audit_event where resource_uid = ? and event = ' +
      `'recordRequest.changeStatus' order by occurred_at, uid`,
    [id],
  );
  expect(audited).toMatchObject([{ changes: { purpose: { from: 'none', to: 'Legal' } } }, { changes: null }]);
});

test('a channel that does not take the purpose leaves the request to the delivery team [DECISION-56]', async () => {
  const { patientUid, id } = await ask('sandbox');
  const before = await disclosures(patientUid);
  const files = openTestFiles();
  try {
    const channel = { ...sandbox.facilityChannel, servesPurposes: ['CoveredTreatment'] as const };
    const partners = { searchPartner: () => undefined, facilityChannel: () => channel };
    const sent = await sendRecordRequest({ ...world.services, files, partners }, { recordRequestUid: id });
    expect(sent.progress).toBe('waitsForOperator');
  } finally {
    files.close();
  }
  expect(await disclosures(patientUid)).toEqual(before);
});

test('what left of one patient is not told of another, and the look is audited', async () => {
  const { patientUid } = await ask('live');
  await putPatient(world, acme, 'live', 'case-2', jane);
  const other = await storedPatient(world, acme, 'live', 'case-2');
  expect(await disclosures(other.uid)).toEqual([]);
  expect(await disclosures(patientUid)).not.toEqual([]);
  const looks = await world.audits({ resourceUid: other.uid, event: 'patient.disclosures' });
  expect(looks).toHaveLength(1);
});
