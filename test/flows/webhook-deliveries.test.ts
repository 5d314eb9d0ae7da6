import { systemClock } from '../../src/platform/clock';
import { uuidv7 } from '../../src/platform/ids';
import { abandonDelivery } from '../../src/store/webhook-deliveries';
import { readDeliveryLog } from '../../src/store/webhook-log';
import { expungeDelivery, inspectAttempts } from '../../src/usecases/webhooks/delivery-log';
import { inspectReplay, retryDelivery, startReplay } from '../../src/usecases/webhooks/replays';
import { failDelivery } from '../../src/usecases/webhooks/deliveries';
import { listEndpoints, type EndpointListing } from '../../src/store/webhook-endpoints';
import { abandonHeldDeliveries } from '../../src/usecases/housekeeping';
import { addMember, assignRole, deleteUser, grantProjectAccess } from '../../src/usecases/tenants/members';
import { defineRole } from '../../src/usecases/tenants/companies';
import { expireOldSecrets, rotateEndpointSecret } from '../../src/usecases/webhooks/endpoint-secrets';
import { deleteEndpoint, enableEndpoint, pauseEndpoint } from '../../src/usecases/webhooks/endpoints';
import { completeResearch, type CompletedResearch } from '../../src/usecases/sites/complete-research';
import type { TestCompany } from '../support/api-world';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { jane, mercyClinic, patientsPath, putPatient } from '../support/patients';
import { testEndpointSealer } from '../support/endpoint-sealer';
import { makeRequest } from '../support/request-files';
import { verifyWebhookSignature } from '../support/verify-webhook-signature';
import type { ReceivedWebhook } from '../support/webhook-receiver';
import { readRows } from '../support/records';
import { until } from '../support/until';
import type { Mail } from '../../src/mail/mailer';

/** A promise that the test keeps. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>(resolve => {
    open = resolve;
  });
  return { passed, open };
}

describe('webhook deliveries', () => {
  let world: FlowWorld;
  let companies = 0;
  let company: TestCompany;
  beforeAll(async () => {
    world = await startFlowWorld();
  });
  afterAll(() => world.close());
  // A company for each test, so that no test hears another's events.
  beforeEach(async () => {
    companies += 1;
    company = await world.company(`company-${companies}`);
  });

  // What a test leaves unsuccessful would be attempted for a day.
  afterEach(async () => {
    await world.sent();
    const left = await readRows<{ uid: string }>(
      world.db,
      `select uid from webhook_delivery where is_released and status in ('pending', 'failed')`,
    );
    for (const { uid } of left) {
      const workflow = world.workflow(`webhook-delivery/${uid}`);
      await workflow.signal('cancel').catch(() => undefined);
      await world.result(workflow.workflowId);
    }
  });

  const put = (id: string, details: object = {}): Promise<unknown> =>
    putPatient(world, company, 'sandbox', id, { ...jane, ...details });
  const named = (webhooks: readonly ReceivedWebhook[]): string[] =>
    webhooks.map(({ envelope }) => `${envelope.eventType} ${String(envelope.data['id'])}`);
  async function member(name: string, role: string | undefined, seesAllProjects = true): Promise<string> {
    const email = `${name}@${company.id}.example`;
    await world.change(change =>
      addMember(change, { companyId: company.id, email, name, role, seesAllProjects }),
    );
    return email;
  }
  async function listing(): Promise<EndpointListing> {
    const [endpoint] = await listEndpoints(world.db, company.uid);
    if (endpoint === undefined) throw new Error('no endpoint');
    return endpoint;
  }

  test('keep the order of a record at a slow receiver, and hold up no other record [DECISION-25]', async () => {
    const path = `/${company.id}`;
    const slow = gate();
    await world.endpoint(company, path);
    world.receiver.respond(path, async ({ envelope }) => {
      if (envelope.data['id'] === 'slow') await slow.passed;
      return 204;
    });
    await put('slow');
    await world.receiver.until(path, all => all.length === 1);
    await put('slow', { firstName: 'Joan' });
    await put('slow', { firstName: 'June' });
    await put('quick');
    await world.receiver.until(path, all => named(all).includes('patient.created quick'));
    await world.sent();
    expect(named(world.receiver.at(path))).toEqual(['patient.created slow', 'patient.created quick']);
    slow.open();
    await world.ended();
    expect(named(world.receiver.at(path)).filter(name => name.endsWith('slow'))).toEqual([
      'patient.created slow',
      'patient.updated slow',
      'patient.updated slow',
    ]);
  });

  test('tell things as they are when they are worked off: two moves that meet there say the same [EVENT-30]', async () => {
    const path = `/${company.id}`;
    const slow = gate();
    await world.endpoint(company, path);
    world.receiver.respond(path, async ({ envelope }) => {
      if (envelope.eventType === 'patient.created') await slow.passed;
      return 204;
    });
    await put('p');
    await world.receiver.until(path, all => all.length === 1);
    await put('p', { firstName: 'Joan' });
    await put('p', { firstName: 'June' });
    slow.open();
    await world.ended();
    const received = world.receiver.at(path).map(({ envelope }) => envelope);
    expect(received.map(({ eventType, data }) => [eventType, data['firstName']])).toEqual([
      ['patient.created', 'Jane'],
      ['patient.updated', 'June'],
      ['patient.updated', 'June'],
    ]);
    // What the record is by then is asked for where they say it is.
    const record = await world.call('GET', `/v0/${received[1]?.resource ?? ''}`, { key: company.sandboxKey });
    expect(record.json).toMatchObject({ patient: { firstName: 'June' } });
  });

  test('wait for the first attempt before theirs, not for its success [DECISION-25]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, ({ envelope }) => (envelope.eventType === 'patient.created' ? 500 : 204));
    await put('p');
    await put('p', { firstName: 'Joan' });
    await world.receiver.until(path, all => named(all).includes('patient.updated p'));
    expect(named(world.receiver.at(path))).toEqual(['patient.created p', 'patient.updated p']);
  });

  test('send the same bytes under the same id in every attempt, signed anew each time [KEY-17] [EVENT-32] [HOOK-10] [DECISION-24]', async () => {
    const path = `/${company.id}`;
    const { secret } = await world.endpoint(company, path, {
      customHeaders: [{ name: 'X-Team', value: 'intake' }],
    });
    world.receiver.respond(path, () => 503);
    await put('p', { email: 'jane@example.com' });
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const deliveryUid = first?.envelope.id ?? '';
    // Meanwhile the patient changes; the delivery says what was when it was built.
    await put('p', { email: 'june@example.com' });
    const updates = world.receiver.until(path, all =>
      all.some(({ envelope }) => envelope.id !== deliveryUid),
    );
    await updates;
    const workflow = world.workflow(`webhook-delivery/${deliveryUid}`);
    const attempts = (all: readonly ReceivedWebhook[]): ReceivedWebhook[] =>
      all.filter(({ envelope }) => envelope.id === deliveryUid);
    await workflow.signal('retryNow');
    await world.receiver.until(path, all => attempts(all).length === 2);
    world.receiver.respond(path, () => 204);
    await workflow.signal('retryNow');
    await world.result(workflow.workflowId);

    const made = attempts(world.receiver.at(path));
    expect(made).toHaveLength(3);
    for (const attempt of made) {
      expect(attempt.body).toEqual(made[0]?.body);
      expect(attempt.headers).toMatchObject({
        'x-webhook-id': deliveryUid,
        'webhook-id': deliveryUid,
        'x-team': 'intake',
        'content-type': expect.stringContaining('application/json') as string,
      });
      expect(await verifyWebhookSignature(attempt, secret, Date.now() / 1000)).toBe(true);
      expect(await verifyWebhookSignature(attempt, crypto.randomUUID(), Date.now() / 1000)).toBe(false);
    }
    expect(made[0]?.envelope.data['email']).toBe('jane@example.com');
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log.find(entry => entry.deliveryUid === deliveryUid)).toMatchObject({
      eventType: 'patient.created',
      status: 'succeeded',
      attempts: 3,
      lastHttpStatus: 204,
    });
    // Its id is made of its event and its endpoint, so that no second one could be made of the two.
    expect(deliveryUid.slice(0, 13)).toBe(uuidv7(new Date(made[0]?.envelope.timestamp ?? '')).slice(0, 13));
    const answers = await readRows<{ status: number | null }>(
      world.db,
      'select http_status as status from webhook_attempt where delivery_uid = ? order by number',
      [deliveryUid],
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 204]);
  });

  test('are signed with both secrets for 24 hours after a rotation, and with the new one alone after that [HOOK-22]', async () => {
    const path = `/${company.id}`;
    const { secret: old } = await world.endpoint(company, path);
    const endpointUid = (await listing()).uid;
    const rotate = (): ReturnType<typeof rotateEndpointSecret> =>
      world.change(change =>
        rotateEndpointSecret(change, testEndpointSealer, { companyId: company.id, endpointUid }),
      );
    const { secret } = await rotate();
    await put('p');
    const [both] = await world.receiver.until(path, all => all.length === 1);
    if (both === undefined) throw new Error('nothing was delivered');
    const now = Date.now() / 1000;
    expect(await verifyWebhookSignature(both, secret, now)).toBe(true);
    expect(await verifyWebhookSignature(both, old, now)).toBe(true);

    // Looked at when it is sent: the time of the old one is over since, and nothing else has happened.
    await world
      .db('webhook_endpoint')
      .where({ uid: endpointUid })
      .update({
        replaced_secrets: world.db.raw(
          `jsonb_set(replaced_secrets, '{0,until}', to_jsonb(now() - interval '1 ms'))`,
        ),
      });
    await put('q');
    const [, alone] = await world.receiver.until(path, all => all.length === 2);
    if (alone === undefined) throw new Error('nothing was delivered');
    expect(await verifyWebhookSignature(alone, secret, now)).toBe(true);
    expect(await verifyWebhookSignature(alone, old, now)).toBe(false);
  });

  test('are signed with all three secrets after two rotations within 24 hours, and with one as soon as the old ones are ended [HOOK-22]', async () => {
    const path = `/${company.id}`;
    const { secret: first, uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const second = await world.change(change => rotateEndpointSecret(change, testEndpointSealer, ref));
    const third = await world.change(change => rotateEndpointSecret(change, testEndpointSealer, ref));
    await put('p');
    const [all] = await world.receiver.until(path, received => received.length === 1);
    if (all === undefined) throw new Error('nothing was delivered');
    const now = Date.now() / 1000;
    for (const secret of [first, second.secret, third.secret])
      expect(await verifyWebhookSignature(all, secret, now)).toBe(true);

    await expect(world.change(change => expireOldSecrets(change, testEndpointSealer, ref))).resolves.toBe(2);
    await put('q');
    const [, alone] = await world.receiver.until(path, received => received.length === 2);
    if (alone === undefined) throw new Error('nothing was delivered');
    expect(alone.headers['x-webhook-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifyWebhookSignature(alone, third.secret, now)).toBe(true);
    await expect(world.change(change => expireOldSecrets(change, testEndpointSealer, ref))).rejects.toThrow(
      'No secret',
    );
  });

  test('tell an owner who may not see patients the ids only [EVENT-29]', async () => {
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
    // What the role shows is asked at each delivery, and this one has none any more.
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

  test('tell once what a run brought that its source had not brought before, by kind [EVENT-14] [EVENT-39] [EVENT-43] [EVENT-44]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path, { events: ['clinicalData', 'siteSonar.completed'] });
    await put('p', { siteSonar: true });
    await world.ended();
    const level = `${patientsPath(company, 'sandbox', 'p')}/search-level`;
    for (const siteSonar of [false, true])
      await world.call('PATCH', level, { key: company.sandboxKey, body: { siteSonar } });
    await world.ended();
    const received = world.receiver.at(path).map(({ envelope }) => envelope);
    expect(received.map(({ eventType }) => eventType)).toEqual([
      'clinicalData.added',
      'siteSonar.completed',
      'siteSonar.completed',
    ]);
    const total = async (entity: string): Promise<unknown> => {
      const answer = await world.call('POST', `/v0/${entity}/browse`, {
        key: company.sandboxKey,
        body: { take: 0 },
      });
      return answer.json['total'];
    };
    expect(received[0]?.data).toMatchObject({
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

  test('come from the picked projects only, and from those the owner may see [HOOK-5] [HOOK-6]', async () => {
    const path = `/${company.id}`;
    const key = company.sandboxKey;
    await world.call('PUT', `/v0/companies/${company.id}/projects/second`, {
      key,
      body: { name: 'Second', purpose: 'Legal', status: 'Sandbox' },
    });
    await world.endpoint(company, `${path}/picked`, { projectIds: ['second'] });
    const limited = await member('limited', 'Member', false);
    await world.change(change =>
      grantProjectAccess(change, { companyId: company.id, email: limited, projectId: 'second' }),
    );
    await world.endpoint(company, `${path}/limited`, { ownerEmail: limited });
    await world.endpoint(company, `${path}/all`);
    await put('in-first');
    await world.call('PUT', patientsPath(company, 'second', 'in-second'), { key, body: jane });
    // One that is made later is among all of them.
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
    expect(named(world.receiver.at(`${path}/picked`))).toEqual(['patient.created in-second']);
    expect(named(world.receiver.at(`${path}/limited`))).toEqual(['patient.created in-second']);
  });

  test.each([
    ['sandbox', 'live'],
    ['production', 'sandbox'],
  ] as const)(
    'of a %s endpoint can be picked of its environment only, not of the project %s [HOOK-5]',
    async (environment, project) => {
      const path = `/${company.id}`;
      await expect(world.endpoint(company, path, { environment, projectIds: [project] })).rejects.toThrow(
        `The company has no ${environment} project ${project}.`,
      );
      await expect(listing()).rejects.toThrow('no endpoint');
    },
  );

  test('come from the endpoint’s environment only [HOOK-3]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, `${path}/sandbox`, { environment: 'sandbox' });
    await world.endpoint(company, `${path}/production`, { environment: 'production' });
    await put('stub');
    await putPatient(world, company, 'live', 'real', jane);
    await world.ended();
    expect(named(world.receiver.at(`${path}/sandbox`))).toEqual(['patient.created stub']);
    expect(named(world.receiver.at(`${path}/production`))).toEqual(['patient.created real']);
  });

  test('are of the events that were picked only [EVENT-1] [EVENT-2] [HOOK-4]', async () => {
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

  test('of tracked records only are of records that the owner created [HOOK-6]', async () => {
    const path = `/${company.id}`;
    const other = await member('other', 'Administrator');
    const otherKey = await world.keyFor(company.id, other, 'sandbox');
    await world.endpoint(company, `${path}/mine`, { isTrackedOnly: true });
    await world.endpoint(company, `${path}/theirs`, { isTrackedOnly: true, ownerEmail: other });
    await put('mine');
    await world.call('PUT', patientsPath(company, 'sandbox', 'theirs'), { key: otherKey, body: jane });
    // Whoever edits it, it stays its creator's.
    await put('theirs', { firstName: 'Joan' });
    await world.ended();
    expect(named(world.receiver.at(`${path}/mine`))).toEqual(['patient.created mine']);
    expect(named(world.receiver.at(`${path}/theirs`))).toEqual([
      'patient.created theirs',
      'patient.updated theirs',
    ]);
  });

  test('of tracked records are also of what others make for a patient that the owner created [HOOK-8]', async () => {
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
        {
          key,
          body: {
            ...mercyClinic,
            billing: true,
          },
        },
      );
      return (json as { requests: Array<{ request: { id: string } }> }).requests[0]?.request.id ?? '';
    };
    await put('mine');
    await world.call('PUT', patientsPath(company, 'sandbox', 'theirs'), { key: otherKey, body: jane });
    // Theirs for my patient is of interest to both, theirs for their own to them alone.
    const forMine = await ask('mine', otherKey);
    const forTheirs = await ask('theirs', otherKey);
    await world.ended();
    const heard = (of: string): unknown[] =>
      world.receiver.at(`${path}/${of}`).map(({ envelope }) => envelope.data['id']);
    expect(heard('mine')).toEqual([forMine]);
    expect(new Set(heard('theirs'))).toEqual(new Set([forMine, forTheirs]));
  });

  test('of a research go to endpoints of who started it, whatever projects they picked, to no colleague’s, and not in bulk [EVENT-16] [EVENT-46] [EVENT-47]', async () => {
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
      ...{ companyId: company.id, environment: 'sandbox', siteUid, startedByEmail: company.email },
      ...{ url: 'https://records.example.com/research/1', isBulk: false },
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

  test('stop with the owner’s account, those on their way included [HOOK-12]', async () => {
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

  test('disable their endpoint once when five in a row have failed, raced or not [HOOK-19] [DECISION-22]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    const ids = Array.from({ length: 7 }, (_, index) => `p${index}`);
    await Promise.all(ids.map(id => put(id)));
    const received = await world.receiver.until(path, all => all.length === ids.length);
    const deliveries = received.map(({ envelope }) => envelope.id);
    const fail = (deliveryUid: string): Promise<boolean> => failDelivery(world.services, { deliveryUid });

    // The sixth failing attempt of each, told twice, all at once: one delivery counts once.
    const first = deliveries.slice(0, 4);
    await Promise.all([...first, ...first].map(fail));
    expect(await listing()).toMatchObject({ consecutiveFailures: 4, disabledAt: null });

    const [fifth = '', sixth = '', seventh = ''] = deliveries.slice(4);
    await Promise.all([fail(fifth), fail(sixth)]);
    const { disabledAt, consecutiveFailures } = await listing();
    expect(consecutiveFailures).toBe(6);
    expect(disabledAt).toBeInstanceOf(Date);
    await fail(seventh);
    expect((await listing()).disabledAt).toEqual(disabledAt);
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(ids.map(() => 'failed'));
  });

  test('that fail are told to the owner by e-mail: a warning at three in a row, the end at five, each once [HOOK-20]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 503);
    const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);
    for (const id of ids) await put(id);
    const received = await world.receiver.until(path, all => all.length === ids.length);
    const deliveries = received.map(({ envelope }) => envelope.id);
    for (const id of deliveries)
      await world.detailsWhen(`webhook-delivery/${id}`, details => details.includes('(HTTP 503)'));
    for (const deliveryUid of deliveries) await failDelivery(world.services, { deliveryUid });
    const mine = (): readonly Mail[] => world.mails.filter(({ to }) => to.address === company.email);
    await until(
      'the mails',
      async () => mine(),
      mails => mails.length === 2,
    );
    // Each notice is a workflow of its own: which mail leaves first is not said.
    // Each notice is a workflow of its own: which mail leaves first is not said.
    const warning = mine().find(({ subject }) => subject.includes('failing'));
    const disabled = mine().find(mail => mail !== warning);
    expect(warning?.subject).toBe(
      'Your webhook endpoint is failing: ' + new URL(world.receiver.url('/')).host,
    );
    expect(warning?.text).toContain('3 deliveries in a row have failed');
    expect(disabled?.text).toContain('5 deliveries in a row have failed');
    const third = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    const told = third.find(({ deliveryUid }) => deliveryUid === deliveries[2]);
    for (const fact of [endpointUid, deliveries[2], told?.recordUid, 'patient.created', 'HTTP 503'])
      expect(warning?.text).toContain(fact);
    // Nothing of the patient, and no id that the customer chose for one.
    for (const mail of mine()) expect(mail.text).not.toMatch(/Jane|Doe|1984|\bp2\b/);
    await expect(
      readRows(world.db, 'select sent_at from webhook_notice where endpoint_uid = ? and sent_at is null', [
        endpointUid,
      ]),
    ).resolves.toEqual([]);
  });

  test('to a receiver that is gone (410) disable it at once, tell its owner, and hold the rest [HOOK-20] [DECISION-69]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 410);
    await put('p');
    await put('p', { firstName: 'Joan' });
    await until(
      'the mail',
      async () => world.mails,
      mails => mails.some(({ text }) => text.includes(endpointUid)),
    );
    expect(await listing()).toMatchObject({ disabledBy: 'gone', consecutiveFailures: 0 });
    await world.sent();
    expect(world.receiver.at(path)).toHaveLength(1);
    await expect(
      world.audits({ resourceUid: endpointUid, event: 'webhookEndpoint.disable' }),
    ).resolves.toHaveLength(1);
    expect(world.mails.filter(({ text }) => text.includes(endpointUid))).toEqual([
      expect.objectContaining({ text: expect.stringContaining('410 Gone') as string }),
    ]);
  });

  test('are made once more at once when that is asked for, and not when they are over', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const ref = { companyId: company.id, deliveryUid: first?.envelope.id ?? '' };
    world.receiver.respond(path, () => 204);
    await world.change(change => retryDelivery(change, ref));
    await world.sent();
    await world.result(`webhook-delivery/${ref.deliveryUid}`);
    expect(world.receiver.at(path)).toHaveLength(2);
    await expect(world.change(change => retryDelivery(change, ref))).rejects.toThrow('is over');
  });

  test('that are over are replayed: the same bytes under the same id, in the order of their events, each with its outcome [DECISION-24] [DECISION-70]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const start = (wish: Parameters<typeof startReplay>[2]): ReturnType<typeof startReplay> =>
      world.change(change => startReplay(change, ref, wish));
    const since = new Date(Date.now() - 60_000);
    for (const id of ['a', 'b', 'c']) await put(id);
    await world.ended();
    const before = world.receiver.at(path).toSorted((one, other) => (named([one]) < named([other]) ? -1 : 1));
    await expect(start({ kind: 'since', since, withSucceeded: false })).rejects.toThrow('No such delivery');
    // Two have been given up, one has arrived.
    const [a, b, c] = before.map(({ envelope }) => envelope.id);
    await world
      .db('webhook_delivery')
      .whereIn('uid', [a ?? '', b ?? ''])
      .update({ status: 'abandoned' });
    world.receiver.respond(path, ({ envelope }) => (envelope.id === b ? 503 : 204));
    const { replayUid, items } = await start({ kind: 'since', since, withSucceeded: false });
    expect(items).toBe(2);
    await world.sent();
    await world.result(`webhook-replay/${replayUid}`);
    const again = world.receiver.at(path).slice(3);
    expect(again.map(({ envelope }) => envelope.id).toSorted()).toEqual([a ?? '', b ?? ''].toSorted());
    for (const { envelope, body } of again)
      expect(body).toEqual(before.find(({ envelope: { id } }) => id === envelope.id)?.body);
    const outcomes = await inspectReplay(world.db, company.id, replayUid, { afterPlace: 0, limit: 10 });
    expect(outcomes).toMatchObject([
      { place: 1, deliveryUid: a, outcome: 'succeeded', httpStatus: 204 },
      { place: 2, deliveryUid: b, outcome: 'failed', httpStatus: 503 },
    ]);
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(Object.fromEntries(log.map(({ deliveryUid, status }) => [deliveryUid, status]))).toEqual({
      [a ?? '']: 'succeeded',
      [b ?? '']: 'abandoned',
      [c ?? '']: 'succeeded',
    });
    expect(await listing()).toMatchObject({ consecutiveFailures: 0, disabledAt: null });

    // One alone, although it has arrived.
    const one = await start({ kind: 'one', deliveryUid: c ?? '' });
    await world.sent();
    await world.result(`webhook-replay/${one.replayUid}`);
    expect(world.receiver.at(path).at(-1)?.body).toEqual(before[2]?.body);
  });

  test('are not replayed while their endpoint is disabled, nor from more than seven days back, nor to another company', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const day = 24 * 60 * 60 * 1000;
    const start = (since: Date, of = ref): Promise<unknown> =>
      world.change(change => startReplay(change, of, { kind: 'since', since, withSucceeded: true }));
    await put('p');
    await world.ended();
    await expect(start(new Date(Date.now() - 8 * day))).rejects.toThrow('7 days back');
    const other = await world.company(`${company.id}-other`);
    await expect(start(new Date(), { ...ref, companyId: other.id })).rejects.toThrow('no such endpoint');
    await world.change(change => pauseEndpoint(change, ref));
    await expect(start(new Date(Date.now() - day))).rejects.toThrow('The endpoint is disabled');
  });

  test('of a replay whose endpoint is disabled meanwhile are not sent, and the replay says so', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    await put('p');
    await world.ended();
    const wish = { kind: 'since', since: new Date(Date.now() - 60_000), withSucceeded: true } as const;
    // In one transaction: the replay is started when the endpoint is disabled already.
    const replayUid = await world.change(async change => {
      const started = await startReplay(change, ref, wish);
      await change.tx('webhook_endpoint').where({ uid: endpointUid }).update({ disabled_at: change.now });
      return started.replayUid;
    });
    await world.sent();
    await world.result(`webhook-replay/${replayUid}`);
    await expect(
      inspectReplay(world.db, company.id, replayUid, { afterPlace: 0, limit: 10 }),
    ).resolves.toMatchObject([{ outcome: 'notSent' }]);
    expect(world.receiver.at(path)).toHaveLength(1);
  });

  test('that succeed clear the count of their endpoint', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, ({ envelope }) => (envelope.data['id'] === 'good' ? 204 : 500));
    await put('bad');
    const [bad] = await world.receiver.until(path, all => all.length === 1);
    const uid = bad?.envelope.id ?? '';
    await failDelivery(world.services, { deliveryUid: uid });
    expect((await listing()).consecutiveFailures).toBe(1);
    await put('good');
    const received = await world.receiver.until(path, all => all.length === 2);
    await world.result(`webhook-delivery/${received[1]?.envelope.id ?? ''}`);
    expect((await listing()).consecutiveFailures).toBe(0);
  });

  test('count anew from when their endpoint was enabled again [HOOK-21]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    // Four have failed before this one.
    await world.db('webhook_endpoint').where({ uid: endpointUid }).update({ consecutive_failures: 4 });
    await failDelivery(world.services, { deliveryUid: first?.envelope.id ?? '' });
    expect(await listing()).toMatchObject({
      consecutiveFailures: 5,
      disabledAt: expect.any(Date) as Date,
    });
    const ref = { companyId: company.id, endpointUid };
    expect(await listing()).toMatchObject({ disabledBy: 'failures' });
    await world.change(change => enableEndpoint(change, ref, 'send'));
    expect(await listing()).toMatchObject({ consecutiveFailures: 0, disabledAt: null });
  });

  test('are held while their endpoint is disabled, and follow in order when it is enabled [DECISION-23]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const setEnabled = (isEnabled: boolean): Promise<unknown> =>
      world.change<unknown>(change =>
        isEnabled ? enableEndpoint(change, ref, 'send') : pauseEndpoint(change, ref),
      );
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    await setEnabled(false);
    const firstId = `webhook-delivery/${first?.envelope.id ?? ''}`;
    await world.workflow(firstId).signal('retryNow');
    await put('p', { firstName: 'Joan' });
    await put('p', { firstName: 'Joan', email: 'joan@example.com' });
    await put('q');
    await world.sent();
    await world.detailsWhen(firstId, details => details === 'Held: the endpoint is disabled.');
    expect(world.receiver.at(path)).toHaveLength(1);

    world.receiver.respond(path, () => 204);
    await setEnabled(true);
    await world.ended();
    expect((await listing()).disabledAt).toBeNull();
    const names = named(world.receiver.at(path));
    expect(names.toSorted()).toEqual([
      'patient.created p',
      'patient.created p',
      'patient.created q',
      'patient.updated p',
      'patient.updated p',
    ]);
    const updates = world.receiver
      .at(path)
      .filter(({ envelope }) => envelope.eventType === 'patient.updated');
    expect(updates.map(({ envelope }) => envelope.changed)).toEqual([['firstName'], ['email']]);
  });

  test('held until 24 hours after their event are abandoned, and the younger ones follow [HOOK-18] [DECISION-23] [DECISION-54]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    const setEnabled = (isEnabled: boolean): Promise<unknown> =>
      world.change<unknown>(change =>
        isEnabled ? enableEndpoint(change, ref, 'send') : pauseEndpoint(change, ref),
      );
    await setEnabled(false);
    const aDayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1000);
    for (const id of ['p', 'q']) {
      await put(id);
      await world.sent();
      await world.db('outbox_event').where({ company_uid: company.uid }).update({ emitted_at: aDayAgo });
      if (id === 'p') await abandonHeldDeliveries({ db: world.db, clock: systemClock });
    }
    await put('r');
    await world.sent();
    await setEnabled(true);
    await world.ended();
    expect(named(world.receiver.at(path))).toEqual(['patient.created r']);
    const log = await readDeliveryLog(world.db, company.uid, { endpointUid, limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(['succeeded', 'abandoned', 'abandoned']);
    // The workflow of the one that went counts from its event.
    const [sent] = await world.receiver.until(path, all => all.length === 1);
    const commands = await world.commands(`webhook-delivery/${sent?.envelope.id ?? ''}`);
    expect(commands.map(({ args }) => args)).toEqual([
      [{ deliveryUid: sent?.envelope.id, emittedAtMs: Date.parse(sent?.envelope.timestamp ?? '') }],
    ]);
  });

  test('held meanwhile are given up instead, when whoever enables the endpoint says so [DECISION-23]', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    await world.change(change => pauseEndpoint(change, ref));
    await put('p');
    await world.sent();
    await expect(world.change(change => enableEndpoint(change, ref, 'discard'))).resolves.toEqual({
      sent: 0,
      abandoned: 1,
    });
    await put('q');
    await world.ended();
    expect(named(world.receiver.at(path))).toEqual(['patient.created q']);
  });

  test('end with their endpoint: those on their way are given up, their workflows end, none is made any more', async () => {
    const path = `/${company.id}`;
    const { uid: endpointUid } = await world.endpoint(company, path);
    const ref = { companyId: company.id, endpointUid };
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    await world.detailsWhen(`webhook-delivery/${first?.envelope.id ?? ''}`, details =>
      details.startsWith('Attempt 1'),
    );
    await expect(world.change(change => deleteEndpoint(change, ref))).resolves.toBe(1);
    await put('q');
    await world.ended();
    expect(world.receiver.at(path)).toHaveLength(1);
    const log = await readDeliveryLog(world.db, company.uid, { endpointUid, limit: 10 });
    expect(log.map(({ status }) => status)).toEqual(['abandoned']);
    await expect(world.change(change => enableEndpoint(change, ref, 'send'))).rejects.toThrow(
      'The company has no such endpoint',
    );
  });

  test('are logged with their channel, status, attempts and last HTTP status [HOOK-23]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    await put('p');
    await world.ended();
    const log = await readDeliveryLog(world.db, company.uid, { limit: 10 });
    expect(log).toMatchObject([
      { channel: 'webhook', status: 'succeeded', attempts: 1, lastHttpStatus: 204 },
    ]);
  });

  test('are logged attempt by attempt, with what the receiver answered, until that is expunged [HOOK-23]', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 503);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const deliveryUid = first?.envelope.id ?? '';
    const ref = { companyId: company.id, deliveryUid };
    const workflow = world.workflow(`webhook-delivery/${deliveryUid}`);
    await world.detailsWhen(workflow.workflowId, details => details.startsWith('Attempt 1'));
    const expunge = (): Promise<void> => world.change(change => expungeDelivery(change, ref, 'asked for'));
    await expect(expunge()).rejects.toThrow('can still be sent');
    world.receiver.respond(path, () => 200);
    world.receiver.answer(path, {
      body: 'x'.repeat(5_000),
      headers: { server: 'hooks', 'set-cookie': 'a=b' },
    });
    await workflow.signal('retryNow');
    await world.result(workflow.workflowId);

    const attempts = await world.change(change => inspectAttempts(change, ref));
    expect(attempts.map(({ number, httpStatus, failure }) => [number, httpStatus, failure])).toEqual([
      [1, 503, null],
      [2, 200, null],
    ]);
    expect(attempts[1]).toMatchObject({
      response: 'x'.repeat(4_096),
      responseHeaders: expect.objectContaining({ server: 'hooks' }) as object,
      startedAt: expect.any(Date) as Date,
      endedAt: expect.any(Date) as Date,
      durationMs: expect.any(Number) as number,
    });
    expect(attempts[1]?.responseHeaders).not.toHaveProperty('set-cookie');

    await expunge();
    const [after] = await world.change(change => inspectAttempts(change, ref)).then(all => all.slice(1));
    expect(after).toMatchObject({ httpStatus: 200, response: null, responseHeaders: null });
    const bodies = await readRows(world.db, 'select body from webhook_delivery where uid = ?', [deliveryUid]);
    expect(bodies).toEqual([{ body: null }]);
    await expect(expunge()).rejects.toThrow('expunged already');
    const other = await world.company(`${company.id}-other`);
    await expect(
      world.change(change => inspectAttempts(change, { ...ref, companyId: other.id })),
    ).rejects.toThrow('The company has no such delivery');
  });

  test('that were given up are never attempted again', async () => {
    const path = `/${company.id}`;
    await world.endpoint(company, path);
    world.receiver.respond(path, () => 500);
    await put('p');
    const [first] = await world.receiver.until(path, all => all.length === 1);
    const uid = first?.envelope.id ?? '';
    await world.db.transaction(tx => abandonDelivery(tx, uid, new Date()));
    await world.workflow(`webhook-delivery/${uid}`).signal('retryNow');
    await world.result(`webhook-delivery/${uid}`);
    expect(world.receiver.at(path)).toHaveLength(1);
  });
});
