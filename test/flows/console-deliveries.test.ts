/** The console's delivery log with real deliveries. */
import { defineRole } from '../../src/usecases/tenants/companies';
import { assignRole, grantProjectAccess } from '../../src/usecases/tenants/members';
import type { TestCompany } from '../support/api-world';
import { signedIn, type Visitor } from '../support/console-visitor';
import { useDeliveries } from '../support/deliveries';
import type { FlowWorld } from '../support/flow-world';
import { readRows } from '../support/records';
import { until } from '../support/until';

describe('Console delivery log', () => {
  const given = useDeliveries();
  let world: FlowWorld;
  let company: TestCompany;
  let owner: Visitor;
  let log: string;
  let path: string;
  beforeEach(async () => {
    ({ world, company } = given);
    path = `/${company.id}`;
    const { uid } = await world.endpoint(company, path, { events: ['patient.created'] });
    log = `/console/companies/${company.id}/sandbox/endpoints/${uid}/deliveries`;
    owner = await signedIn(world, company.email);
  });

  async function deliveryOf(id: string): Promise<string> {
    await given.put(id);
    const received = await world.receiver.until(path, all =>
      all.some(({ envelope }) => envelope.data['id'] === id),
    );
    const found = received.findLast(({ envelope }) => envelope.data['id'] === id);
    return found?.envelope.id ?? '';
  }

  /** Waits until the log has the result of the first attempt. */
  async function untilRecorded(uid: string): Promise<void> {
    await until(
      'the attempt to be recorded',
      () =>
        readRows(world.db, 'select from webhook_attempt where delivery_uid = ? and ended_at is not null', [
          uid,
        ]),
      rows => rows.length > 0,
    );
  }

  test('shows its owner each delivery with its request and response, and writes an audit row [CONSOLE-18]', async () => {
    world.receiver.respond(path, () => 500);
    world.receiver.answer(path, { body: 'the receiver is out' });
    const uid = await deliveryOf('p1');
    await untilRecorded(uid);
    const one = `${log}/${uid}`;
    const { html, status } = await owner.get(one);
    expect(status).toBe(200);
    expect(html).toContain('HTTP 500');
    expect(html).toContain('the receiver is out');
    expect(html).toContain('&quot;firstName&quot;: &quot;Jane&quot;');
    const views = await world.audits({ event: 'webhookDelivery.show', resourceUid: uid });
    expect(views).toMatchObject([{ actorKind: 'console', outcome: 'success', companyUid: company.uid }]);
    const { html: listed } = await owner.get(log);
    expect(listed).toContain(one);
    expect(listed).not.toContain('Jane');
  });

  test('hides the content from an administrator and from an owner whose role no longer sees it [CONSOLE-18]', async () => {
    const email = await given.member('ana', 'Member');
    const { uid: endpointUid } = await world.endpoint(company, `${path}/ana`, {
      events: ['patient.created'],
      ownerEmail: email,
    });
    world.receiver.respond(`${path}/ana`, () => 200);
    world.receiver.answer(`${path}/ana`, { body: 'an answer with a name' });
    await given.put('p2');
    const [webhook] = await world.receiver.until(`${path}/ana`, all => all.length > 0);
    await untilRecorded(webhook?.envelope.id ?? '');
    const one = `${log.replace(/endpoints\/[^/]+/, `endpoints/${endpointUid}`)}/${webhook?.envelope.id ?? ''}`;
    const { status, html } = await owner.get(one);
    expect(status).toBe(200);
    expect(html).toContain('Only the owner of the endpoint can see them');
    expect(html).not.toContain('Jane');
    expect(html).not.toContain('an answer with a name');
    const ana = await signedIn(world, email);
    expect((await ana.get(one)).html).toContain('an answer with a name');
    const permissions = ['ManageWebhooks', 'ViewPatients'];
    await world.change(change => defineRole(change, { companyId: company.id, name: 'Hooks', permissions }));
    await world.change(change => assignRole(change, { companyId: company.id, email, role: 'Hooks' }));
    expect((await ana.get(one)).html).not.toContain('an answer with a name');
    const other = await signedIn(world, await given.member('bob', 'Member'));
    expect((await other.get(one)).status).toBe(404);
    expect((await owner.get(`${log}/${webhook?.envelope.id ?? ''}`)).status).toBe(404);
  });

  test('hides the content of a project that the owner no longer sees, and resends none of it [CONSOLE-18] [HOOK-6]', async () => {
    const email = await given.member('carl', 'Member');
    const receiver = `${path}/carl`;
    const { uid: endpointUid } = await world.endpoint(company, receiver, {
      events: ['patient.created'],
      ownerEmail: email,
    });
    world.receiver.respond(receiver, () => 200);
    world.receiver.answer(receiver, { body: 'an answer with a name' });
    await given.put('p7');
    const [webhook] = await world.receiver.until(receiver, all => all.length > 0);
    await untilRecorded(webhook?.envelope.id ?? '');
    await world.ended();
    const one = `${log.replace(/endpoints\/[^/]+/, `endpoints/${endpointUid}`)}/${webhook?.envelope.id ?? ''}`;
    const carl = await signedIn(world, email);
    expect((await carl.get(one)).html).toContain('&quot;firstName&quot;: &quot;Jane&quot;');
    await world.call('PUT', `/v0/companies/${company.id}/projects/other`, {
      key: company.sandboxKey,
      body: { name: 'Other', purpose: 'Legal', status: 'Sandbox' },
    });
    await world.change(change =>
      grantProjectAccess(change, {
        companyId: company.id,
        email,
        environment: 'sandbox',
        projectId: 'other',
      }),
    );
    const { status, html } = await carl.get(one);
    expect(status).toBe(200);
    for (const secret of ['Jane', 'an answer with a name']) expect(html).not.toContain(secret);
    expect((await carl.send(one, `${one}/replay`)).location).toBe(`${one}?done=replay`);
    await world.ended();
    expect(world.receiver.at(receiver)).toHaveLength(1);
  });

  test('retries a failed delivery, and resends one that has ended [CONSOLE-18]', async () => {
    world.receiver.respond(path, () => 500);
    const uid = await deliveryOf('p3');
    await untilRecorded(uid);
    const one = `${log}/${uid}`;
    world.receiver.respond(path, () => 204);
    expect((await owner.send(one, `${one}/retry`)).location).toBe(`${one}?done=retry`);
    await world.receiver.until(path, all => all.length === 2);
    await world.ended();
    const again = await owner.send(one, `${one}/replay`);
    expect(again.location).toBe(`${one}?done=replay`);
    await world.receiver.until(path, all => all.length === 3);
    await world.ended();
    expect((await owner.get(one)).html).toContain('Attempt 3');
  });

  test('resends the failed deliveries since a time, and the others only if requested [HOOK-33]', async () => {
    const sent = [await deliveryOf('since-1'), await deliveryOf('since-2')];
    await world.ended();
    // As a form has it, in the company's time zone.
    const swedish = { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/New_York' } as const;
    const from = new Intl.DateTimeFormat('sv-SE', swedish).format(Date.now() - 60_000).replace(' ', 'T');
    const none = await owner.send(log, `${log}/replay`, { from });
    expect(none.status).toBe(422);
    expect(none.html).toContain('No matching delivery can be resent');
    const { location } = await owner.send(log, `${log}/replay`, { from, succeeded: 'on' });
    expect(location).toBe(`${log}?done=replay&count=2`);
    expect((await owner.get(location)).html).toContain('Resending 2 deliveries');
    const all = await world.receiver.until(path, received => received.length === 4);
    await world.ended();
    expect(new Set(all.slice(2).map(({ envelope }) => envelope.id))).toEqual(new Set(sent));
  });

  test('says what is wrong with the time to resend from [HOOK-33]', async () => {
    const answer = await owner.send(log, `${log}/replay`, { from: 'yesterday' });
    expect(answer.status).toBe(422);
    expect(answer.html).toContain('Enter a date and a time.');
    const older = await owner.send(log, `${log}/replay`, { from: '2020-01-01T00:00' });
    expect(older.html).toContain('A replay can go back at most 7 days.');
  });

  test("links the record by the customer's own id of the patient, for members who see it [HOOK-33]", async () => {
    await deliveryOf('case-4711');
    const { html } = await owner.get(log);
    const [, patientPath = ''] = /<a href="([^"]*\/patients\/[^"]+)">case-4711<\/a>/.exec(html) ?? [];
    expect((await owner.get(patientPath)).status).toBe(200);
    const [audit] = await world.audits({ event: 'webhookDelivery.list' });
    expect(audit).toMatchObject({
      actorKind: 'console',
      outcome: 'success',
      resourceKind: 'webhookEndpoint',
    });
    const permissions = ['ManageWebhooks'];
    await world.change(change => defineRole(change, { companyId: company.id, name: 'Plumber', permissions }));
    await world.change(change =>
      assignRole(change, { companyId: company.id, email: company.email, role: 'Plumber' }),
    );
    const hidden = await owner.get(log);
    expect(hidden.status).toBe(200);
    expect(hidden.html).not.toContain('case-4711');
  });

  test('is filtered by its query, and names filters that are invalid [CONSOLE-18]', async () => {
    const uid = await deliveryOf('p4');
    await untilRecorded(uid);
    const shows = async (query: string): Promise<boolean> =>
      (await owner.get(`${log}?${query}`)).html.includes(`${log}/${uid}`);
    expect(await shows('status=succeeded&event=patient.created&http=204')).toBe(true);
    for (const query of [
      'status=failed',
      'event=note.created',
      'http=500',
      'since=2999-01-01',
      'until=2001-01-01',
    ])
      expect([query, await shows(query)]).toEqual([query, false]);
    const { html } = await owner.get(`${log}?http=nine&since=yesterday&record=x`);
    expect(html).toContain('These filters are invalid and were ignored: Last HTTP status, Record ID, From.');
    expect(html).toContain(`${log}/${uid}`);
  });
});
