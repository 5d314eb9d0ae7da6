import { uuidv7 } from '../../../src/platform/ids';
import { defineRole } from '../../../src/usecases/tenants/companies';
import { assignRole } from '../../../src/usecases/tenants/members';
import { deliverToInbox } from '../../../src/usecases/webhooks/inbox';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type Visitor } from '../../support/console-visitor';
import { jane, putPatient, storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';

let world: ApiWorld;
let company: TestCompany;
const inbox = '/console/companies/acme/sandbox/inbox';

beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  await world.company('rival');
});
afterAll(() => world.close());

/** Creates a member with an open inbox. */
async function newOwner(name: string): Promise<readonly [Visitor, string]> {
  const email = await newAcmeMember(world, name);
  const owner = await signedIn(world, email);
  await owner.send(inbox, inbox);
  return [owner, email];
}

async function endpointOf(email: string): Promise<string> {
  const [row] = await readRows<{ uid: string }>(
    world.db,
    'select e.uid from webhook_endpoint e join app_user u on u.uid = e.owner_user_uid where u.email ' +
      `= ? and e.channel = 'inbox'`,
    [email],
  );
  return row?.uid ?? '';
}

/** Puts a delivery in the inbox and returns its ID. */
async function deliver(email: string, body: string): Promise<string> {
  const deliveryUid = uuidv7(new Date());
  await deliverToInbox(
    { db: world.services.db, clock: world.services.clock },
    {
      companyUid: company.uid,
      endpointUid: await endpointOf(email),
      deliveryUid,
      eventType: 'patient.created',
      body: Buffer.from(body),
      signature: {
        'x-webhook-id': deliveryUid,
        'x-webhook-timestamp': '1795329246',
        'x-webhook-signature': 'a1b2c3d4e5f6',
      },
    },
  );
  return deliveryUid;
}

describe('The sandbox inbox [CONSOLE-30]', () => {
  test('is opened by a button, and keeps deliveries with their headers and exact bytes', async () => {
    const email = await newAcmeMember(world, 'opener');
    const owner = await signedIn(world, email);
    expect((await owner.get(inbox)).html).toContain('The inbox is closed');
    expect((await owner.send(inbox, inbox)).location).toBe(`${inbox}?done=opened`);
    expect((await owner.get(inbox)).html).toContain('No deliveries yet');
    const body = '{"id":"1","note":"<b>as it is</b>"}';
    const delivery = await deliver(email, body);
    const listed = await owner.get(inbox);
    expect(listed.html).toContain(delivery);
    expect(listed.html).not.toContain('as it is');
    const { html } = await owner.get(`${inbox}/${delivery}`);
    expect(html).toContain('x-webhook-signature: a1b2c3d4e5f6');
    expect(html.replaceAll('&quot;', '"')).toContain('>{"id":"1","note":"&lt;b>as it is&lt;/b>"}</pre>');
    expect(html).toContain('How to verify the signature');
    expect((await world.audits({ event: 'webhookInbox.read' })).at(-1)).toMatchObject({
      outcome: 'success',
      actorKind: 'console',
      companyUid: company.uid,
      resourceKind: 'webhookEndpoint',
      resourceUid: await endpointOf(email),
    });
  });

  test('is opened once by two simultaneous forms', async () => {
    const owner = await signedIn(world, await newAcmeMember(world, 'doubler'));
    const answers = await Promise.all([owner.send(inbox, inbox), owner.send(inbox, inbox)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
  });

  test("shows a member's own deliveries; another member's are the same 404 as absent ones", async () => {
    const [, email] = await newOwner('owner');
    const [other] = await newOwner('other');
    const delivery = await deliver(email, '{}');
    expect((await other.get(inbox)).html).not.toContain(delivery);
    const absent = await other.get(`${inbox}/${crypto.randomUUID()}`);
    expect(absent.status).toBe(404);
    const admin = await signedIn(world, company.email);
    for (const visitor of [other, admin])
      for (const path of [`${inbox}/${delivery}`, `${inbox}/x`])
        expect(await visitor.get(path)).toMatchObject({ status: 404, html: absent.html });
  });

  test('exists only in the sandbox', async () => {
    const [owner, email] = await newOwner('place');
    const delivery = await deliver(email, '{}');
    const live = inbox.replace('sandbox', 'production');
    expect((await owner.get(live)).status).toBe(404);
    expect((await owner.get(`${live}/${delivery}`)).status).toBe(404);
    expect((await owner.get(live.replace('/inbox', ''))).html).not.toContain('Sandbox inbox');
  });

  test("hides a delivery whose data the member's role can no longer see", async () => {
    const [owner, email] = await newOwner('blinded');
    const delivery = await deliver(email, '{"secret":"of a patient"}');
    await world.change(change =>
      defineRole(change, {
        companyId: 'acme',
        name: 'Blind',
        permissions: ['ManageWebhooks', 'ViewProjects'],
      }),
    );
    await world.change(change => assignRole(change, { companyId: 'acme', email, role: 'Blind' }));
    const { status, html } = await owner.get(`${inbox}/${delivery}`);
    expect(status).toBe(200);
    expect(html).not.toContain('of a patient');
    expect(html).not.toContain('a1b2c3d4e5f6');
  });

  test('hides the content of a delivery about a project that the owner no longer sees', async () => {
    const [owner, email] = await newOwner('moved');
    const delivery = await deliver(email, '{"id":"of a patient"}');
    await putPatient(world, company, 'sandbox', 'moved', jane);
    const { uid: recordUid } = await storedPatient(world, company, 'sandbox', 'moved');
    await world
      .db('webhook_delivery')
      .insert({
        uid: delivery,
        endpoint_uid: await endpointOf(email),
        event_id: 1,
        event_uid: uuidv7(new Date()),
        event_type: 'patient.created',
        company_uid: company.uid,
        record_uid: recordUid,
        status: 'succeeded',
        is_released: true,
        created_at: new Date(),
        updated_at: new Date(),
      });
    expect((await owner.get(`${inbox}/${delivery}`)).html).toContain('of a patient');
    await world.db.raw(
      `update membership set sees_all_projects = false
       where user_uid = (select uid from app_user where email = ?)`,
      [email],
    );
    const { status, html } = await owner.get(`${inbox}/${delivery}`);
    expect(status).toBe(200);
    for (const secret of ['of a patient', 'a1b2c3d4e5f6']) expect(html).not.toContain(secret);
  });

  test('requires ManageWebhooks and a form from its own page', async () => {
    const viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
    expect((await viewer.get(inbox)).status).toBe(403);
    const [owner] = await newOwner('forged');
    expect((await owner.send(inbox, inbox, {}, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
