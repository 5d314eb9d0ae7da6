/** `patient disclosures`: what was disclosed about a patient, to whom, why, and on which basis. */
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

/** The site's name and address in a request. */
const facility = 'Mercy Clinic, 1 Main St, Boston, MA 02139';

async function disclosures(patientUid: string): Promise<unknown> {
  return (await admin(world, ['patient', 'disclosures', patientUid, '--json'])).json();
}

test('A request sent by a channel is listed with the channel [DECISION-56]', async () => {
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

test('A request that an operator sends is listed once, and audited with its purpose [DECISION-56]', async () => {
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
  expect(audited).toMatchObject([
    { changes: { purpose: 'Legal' } },
    { changes: { status: { from: 'Processing', to: 'NeedToReviewResults' } } },
  ]);
});

test("A channel that doesn't serve the purpose leaves the request to operators [DECISION-56]", async () => {
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

test("A patient's disclosures don't include another patient's, and reading them is audited", async () => {
  const { patientUid } = await ask('live');
  await putPatient(world, acme, 'live', 'case-2', jane);
  const other = await storedPatient(world, acme, 'live', 'case-2');
  expect(await disclosures(other.uid)).toEqual([]);
  expect(await disclosures(patientUid)).not.toEqual([]);
  const reads = await world.audits({ resourceUid: other.uid, event: 'patient.disclosures' });
  expect(reads).toHaveLength(1);
});
