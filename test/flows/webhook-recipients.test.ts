/** The events that an endpoint receives, and their content. */
import { assignRole, deleteUser, grantProjectAccess } from '../../src/usecases/tenants/members';
import { defineRole } from '../../src/usecases/tenants/companies';
import { completeResearch, type CompletedResearch } from '../../src/usecases/sites/researches';
import type { TestCompany } from '../support/api-world';
import type { FlowWorld } from '../support/flow-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { makeRequest } from '../support/request-files';
import { readRows } from '../support/records';
import { useDeliveries } from '../support/deliveries';
import type { ReceivedWebhook } from '../support/webhook-receiver';

describe('Webhook deliveries', () => {
  const given = useDeliveries();
  const { put, named, member, listing } = given;
  let world: FlowWorld;
  let company: TestCompany;
  beforeEach(() => {
    ({ world, company } = given);
  });

  test("contain only ids if the endpoint's owner may not see patients [EVENT-29]", async () => {
    const path = `/${company.id}`;
    await world.change(change =>
      defineRole(change, {
        companyId: company.id,
        name: 'Courier',
        permissions: ['ManageWebhooks', 'ConfigureFollowUpNotifications', 'ViewRecordRequests'],
      }),
    );
    await world.endpoint(company, path, { ownerEmail: await member('courier', 'Courier') });
    const none = await member('none', 'Member');
    await world.endpoint(company, `${path}/none`, { ownerEmail: none });
    // Permissions are checked at each delivery, and this owner has no role anymore.
    await world.change(change => assignRole(change, { companyId: company.id, email: none, role: undefined }));
    await put('p', { siteSonar: true });
    await world.ended();
    for (const receiverPath of [path, `${path}/none`]) {
      const received = world.receiver.at(receiverPath);
      expect(received).toHaveLength(5);
      const project = { id: 'sandbox', name: 'Sandbox project' };
      for (const { envelope, body } of received) {
        expect(envelope.data).toEqual(
          envelope.eventType === 'clinicalData.added'
            ? { patients: [{ patient: { id: 'p' }, project }] }
            : { id: 'p', projectId: 'sandbox', companyId: company.id },
        );
        expect(body.includes('Jane')).toBe(false);
      }
    }
  });

  /** Runs a patient's search twice. @returns the events that the endpoint received */
  async function searchedTwice(): Promise<ReadonlyArray<ReceivedWebhook['envelope']>> {
    const path = `/${company.id}`;
    await world.endpoint(company, path, { events: ['clinicalData', 'siteSonar.completed'] });
    await put('p', { siteSonar: true });
    await world.ended();
    const level = `${patientsPath(company, 'sandbox', 'p')}/search-level`;
    for (const siteSonar of [false, true])
      await world.call('PATCH', level, { key: company.sandboxKey, body: { siteSonar } });
    await world.ended();
    return world.receiver.at(path).map(({ envelope }) => envelope);
  }

  test("contain the new data of a run, and aren't sent if the next run finds the same [EVENT-14] [EVENT-39]", async () => {
    expect((await searchedTwice()).map(({ eventType }) => eventType)).toEqual([
      'clinicalData.added',
      'siteSonar.completed',
      'siteSonar.completed',
    ]);
  });

  test('about clinical data contain the patient, the source, and the number of new records by kind [EVENT-43] [EVENT-44]', async () => {
    const [added] = await searchedTwice();
    const total = async (entity: string): Promise<unknown> => {
      const answer = await world.call('POST', `/v0/${entity}/browse`, {
        key: company.sandboxKey,
        body: { take: 0 },
      });
      return answer.json['total'];
    };
    expect(added?.data).toMatchObject({
      patients: [
        {
          patient: { id: 'p', firstName: 'Jane', lastNames: ['Doe', 'Smith'], siteSonar: true },
          project: { id: 'sandbox', name: 'Sandbox project' },
          source: 'sandboxSearch',
          counts: {
            newVisits: await total('visits'),
            newDiagnoses: await total('diagnoses'),
            newProcedures: await total('procedures'),
            newPrescriptionFills: await total('prescription-fills'),
            newLabResults: await total('lab-results'),
          },
        },
      ],
    });
  });

  test('come only from the selected projects, and from those that the owner may see [HOOK-5] [HOOK-6]', async () => {
    const path = `/${company.id}`;
    const key = company.sandboxKey;
    await world.call('PUT', `/v0/companies/${company.id}/projects/second`, {
      key,
      body: { name: 'Second', purpose: 'Legal', status: 'Sandbox' },
    });
    await world.endpoint(company, `${path}/selected`, { projectIds: ['second'] });
    const limited = await member('limited', 'Member', false);
    await world.change(change =>
      grantProjectAccess(change, { companyId: company.id, email: limited, projectId: 'second' }),
    );
    await world.endpoint(company, `${path}/limited`, { ownerEmail: limited });
    await world.endpoint(company, `${path}/all`);
    await put('in-first');
    await world.call('PUT', patientsPath(company, 'second', 'in-second'), { key, body: jane });
    // All projects include those created later.
    await world.call('PUT', `/v0/companies/${company.id}/projects/third`, {
      key,
      body: { name: 'Third', purpose: 'Legal', status: 'Sandbox' },
    });
    await world.call('PUT', patientsPath(company, 'third', 'in-third'), { key, body: jane });
    await world.ended();
    expect(named(world.receiver.at(`${path}/all`)).toSorted()).toEqual([
      'patient.created in-first',
      'patient.created in-second',
      'patient.created in-third',
    ]);
    expect(named(world.receiver.at(`${path}/selected`))).toEqual(['patient.created in-second']);
    expect(named(world.receiver.at(`${path}/limited`))).toEqual(['patient.created in-second']);
  });

  test.each([
    ['sandbox', 'live'],
    ['production', 'sandbox'],
  ] as const)(
    "of a %s endpoint can't be limited to a project of another environment, such as %s [HOOK-5]",
    async (environment, project) => {
      const path = `/${company.id}`;
      await expect(world.endpoint(company, path, { environment, projectIds: [project] })).rejects.toThrow(
        `The company has no ${environment} project ${project}.`,
      );
      await expect(listing()).rejects.toThrow('no endpoint');
    },
  );

  test("come only from the endpoint's environment [HOOK-3]", async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, `${path}/sandbox`, { environment: 'sandbox' });
    await world.endpoint(company, `${path}/production`, { environment: 'production' });
    await put('stub');
    await putPatient(world, company, 'live', 'real', jane);
    await world.ended();
    expect(named(world.receiver.at(`${path}/sandbox`))).toEqual(['patient.created stub']);
    expect(named(world.receiver.at(`${path}/production`))).toEqual(['patient.created real']);
  });

  test('contain only the selected events [EVENT-1] [EVENT-2] [HOOK-4]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path, { events: ['siteSonar', 'patient.updated'] });
    await put('p', { siteSonar: true });
    await put('p', { siteSonar: true, firstName: 'Joan' });
    await world.ended();
    expect(named(world.receiver.at(path)).toSorted()).toEqual([
      'patient.updated p',
      'siteSonar.completed p',
      'siteSonar.started p',
    ]);
  });

  test('for tracked records are about records that the owner created [HOOK-6]', async () => {
    const path = `/${company.id}`;
    const other = await member('other', 'Administrator');
    const otherKey = await world.keyFor(company.id, other, 'sandbox');
    await world.endpoint(company, `${path}/mine`, { isTrackedOnly: true });
    await world.endpoint(company, `${path}/theirs`, { isTrackedOnly: true, ownerEmail: other });
    await put('mine');
    await world.call('PUT', patientsPath(company, 'sandbox', 'theirs'), { key: otherKey, body: jane });
    // It stays tracked by its creator, no matter who edits it.
    await put('theirs', { firstName: 'Joan' });
    await world.ended();
    expect(named(world.receiver.at(`${path}/mine`))).toEqual(['patient.created mine']);
    expect(named(world.receiver.at(`${path}/theirs`))).toEqual([
      'patient.created theirs',
      'patient.updated theirs',
    ]);
  });

  test('for tracked records include what others create for a patient that the owner created [HOOK-8]', async () => {
    const path = `/${company.id}`;
    const other = await member('other', 'Administrator');
    const otherKey = await world.keyFor(company.id, other, 'sandbox');
    const events = ['recordRequest.created'] as const;
    await world.endpoint(company, `${path}/mine`, { isTrackedOnly: true, events });
    await world.endpoint(company, `${path}/theirs`, { isTrackedOnly: true, events, ownerEmail: other });
    const ask = async (patient: string, key: string): Promise<string> => {
      const { json } = await world.call(
        'POST',
        `${patientsPath(company, 'sandbox', patient)}/record-requests`,
        { key, body: { ...mercyClinic, billing: true } },
      );
      return (json as { requests: Array<{ request: { id: string } }> }).requests[0]?.request.id ?? '';
    };
    await put('mine');
    await world.call('PUT', patientsPath(company, 'sandbox', 'theirs'), { key: otherKey, body: jane });
    // Both owners track the request for "mine", and only the other one tracks the request for "theirs".
    const forMine = await ask('mine', otherKey);
    const forTheirs = await ask('theirs', otherKey);
    await world.ended();
    const receivedIds = (of: string): unknown[] =>
      world.receiver.at(`${path}/${of}`).map(({ envelope }) => envelope.data['id']);
    expect(receivedIds('mine')).toEqual([forMine]);
    expect(new Set(receivedIds('theirs'))).toEqual(new Set([forMine, forTheirs]));
  });

  test('about site research go only to the endpoints of the user who started it, and not for bulk research [EVENT-16] [EVENT-46] [EVENT-47]', async () => {
    const path = `/${company.id}`;
    const colleague = await member('colleague', 'Administrator');
    const events = ['aiResearch'] as const;
    await world.endpoint(company, `${path}/mine`, { events, projectIds: ['sandbox'], isTrackedOnly: true });
    await world.endpoint(company, `${path}/theirs`, { events, ownerEmail: colleague });
    await world.endpoint(company, `${path}/live`, { events, environment: 'production' });
    await makeRequest(world, company, 'p');
    const [site] = await readRows<{ uid: string }>(
      world.db,
      `select uid from site where company_uid = ? and environment = 'sandbox'`,
      [company.uid],
    );
    const siteUid = site?.uid ?? '';
    const research: CompletedResearch = {
      companyId: company.id,
      environment: 'sandbox',
      siteUid,
      startedByEmail: company.email,
      url: 'https://records.example.com/research/1',
      isBulk: false,
    };
    for (const isBulk of [true, false])
      await world.change(change => completeResearch(change, { ...research, isBulk }));
    await world.ended();
    expect(world.receiver.at(`${path}/mine`).map(({ envelope }) => envelope)).toMatchObject([
      {
        eventType: 'aiResearch.completed',
        resource: `companies/${company.id}/sites/${siteUid}`,
        changed: [],
        data: { siteId: siteUid, siteName: mercyClinic.siteName, url: research.url },
      },
    ]);
    for (const other of ['theirs', 'live']) expect(world.receiver.at(`${path}/${other}`)).toEqual([]);
    for (const [refused, sentence] of [
      [{ environment: 'production' }, 'no production site'],
      [{ url: 'http://records.example.com/' }, 'https'],
      [{ startedByEmail: 'nobody@example.com' }, 'no member'],
    ] as const)
      await expect(
        world.change(change => completeResearch(change, { ...research, ...refused })),
      ).rejects.toThrow(sentence);
  });

  test("stop when the owner's account is deleted, including pending ones [HOOK-12]", async () => {
    const path = `/${company.id}`;
    const email = await member('leaver', 'Administrator');
    await world.endpoint(company, path, { ownerEmail: email });
    await world.endpoint(company, `${path}/stays`);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    await world.receiver.until(`${path}/stays`, all => all.length === 1);
    await world.change(change => deleteUser(change, { companyId: company.id, email }));
    const workflow = world.workflow(`webhook-delivery/${first?.envelope.id ?? ''}`);
    await workflow.signal('retryNow');
    await put('p', { firstName: 'Joan' });
    await world.receiver.until(`${path}/stays`, all => all.length === 2);
    await workflow.signal('cancel');
    await world.result(workflow.workflowId);
    expect(world.receiver.at(path)).toHaveLength(1);
  });
});
