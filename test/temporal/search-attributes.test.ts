/** How operators find the workflows of a project and of a patient in Temporal's list. */
import { randomBytes } from 'node:crypto';
import { searchAttributeTypes } from '../../src/temporal/search-attributes';
import type { TestCompany } from '../support/api-world';
import { formPdf } from '../support/authorization-documents';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { allSearches, jane, patientsPath, putPatient, storedPatient } from '../support/patients';
import { until } from '../support/until';

let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld();
  company = await world.company(`find-${randomBytes(4).toString('hex')}`);
});
afterAll(() => world.close());

const site = {
  siteName: 'Harbor General Hospital',
  siteAddressLine1: '1 Harbor Way',
  siteCity: 'Salem',
  siteState: 'MA',
  siteZip: '01970',
};

interface Found {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns the workflows that a query finds, once there are enough; visibility follows a moment later. */
async function find(query: string, count: number): Promise<readonly Found[]> {
  return until(
    `${count} workflows`,
    async () => {
      const found: Found[] = [];
      for (const { workflow } of [world.temporal.client, world.temporal.deliveries])
        for await (const { type, typedSearchAttributes } of workflow.list({ query })) {
          const all = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value] as const);
          const ours = all.filter(([name]) => name in searchAttributeTypes);
          found.push({ type, attributes: Object.fromEntries(ours) });
        }
      return found;
    },
    found => found.length >= count,
    { shown: found => found.map(({ type }) => type).join(', ') },
  );
}

const typesOf = (found: readonly Found[]): string[] => [...new Set(found.map(({ type }) => type))].toSorted();

test("All workflows of a patient and of a project can be searched by uid, and none reveals a customer's patient ID", async () => {
  await world.endpoint(company, '/found');
  const key = company.sandboxKey;
  for (const id of ['theirs-1', 'theirs-2'])
    await putPatient(world, company, 'sandbox', id, { ...jane, ...allSearches });
  const authorization = `${patientsPath(company, 'sandbox', 'theirs-1')}/authorization`;
  const { json } = await world.call('GET', authorization, { key });
  await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from(await formPdf()) });
  await world.call('GET', authorization, { key });
  await world.call('POST', `${patientsPath(company, 'sandbox', 'theirs-1')}/record-requests`, {
    key,
    body: { ...site, billing: true },
  });
  const bulk = await world.call('POST', `${patientsPath(company, 'sandbox')}/bulk`, { key, body: {} });
  const { bulkImport, upload } = bulk.json as unknown as {
    bulkImport: { id: string };
    upload: { uploadUrl: string };
  };
  await fetch(upload.uploadUrl, { method: 'PUT', body: 'no header\n' });
  await world.call('GET', `/v0/companies/${company.id}/projects/sandbox/bulk-imports/${bulkImport.id}`, {
    key,
  });
  await world.sent();

  const { uid, projectUid } = await storedPatient(world, company, 'sandbox', 'theirs-1');
  const place = {
    RecordwellCompany: company.id,
    RecordwellEnvironment: 'sandbox',
    RecordwellProject: 'sandbox',
    RecordwellProjectUid: projectUid,
  };
  const ofPatient = ['authCheck', 'patientSearch', 'recordRequest', 'webhookDelivery'];
  // Searches, a document, and a request of this patient, and a delivery of each kind of event about it.
  const patients = await find(`RecordwellPatient = "${uid}"`, 5);
  expect(typesOf(patients)).toEqual(ofPatient);
  for (const { attributes } of patients)
    expect(attributes).toMatchObject({ ...place, RecordwellPatient: uid });

  const inProject = `RecordwellProject = "sandbox" AND RecordwellCompany = "${company.id}"`;
  const projects = await find(inProject, patients.length + 2);
  expect(typesOf(projects)).toEqual([...ofPatient, 'bulkImport'].toSorted());
  expect(projects.filter(({ type }) => type === 'patientSearch')).toHaveLength(2);
  const imports = projects.filter(({ type }) => type === 'bulkImport');
  expect(imports.map(({ attributes }) => attributes['RecordwellPatient'])).toEqual([undefined]);
  expect(typesOf(await find(`RecordwellProjectUid = "${projectUid}"`, projects.length))).toEqual(
    typesOf(projects),
  );
  expect(JSON.stringify(projects)).not.toContain('theirs-');
}, 90_000);

test("The search attributes fit the keywords that Temporal's SQL stores have for a namespace", () => {
  const sqlStoresHave = 10;
  expect(Object.keys(searchAttributeTypes).length).toBeLessThanOrEqual(sqlStoresHave);
  expect(new Set(Object.values(searchAttributeTypes)).size).toBe(1);
});
