/** Fees in the console: responses of members, the limit of the company, lists and counts, and the API. */
import { parse } from 'csv-parse/sync';
import { formTokenOf } from '../../../src/access/console-token';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { membersPath, newAcmeMember } from '../../support/console-members';
import { formOn, signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { operatorAtDesk } from '../../support/desk-work';
import { enterFee, feesOf, latestFee } from '../../support/fees';
import { storedPatient } from '../../support/patients';
import { makeRequest, type TestRequest } from '../../support/request-files';

const place = '/console/companies/acme/sandbox';

let world: ApiWorld;
let company: TestCompany;
let olga: Visitor;
let admin: Visitor;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  olga = await operatorAtDesk(world, 'Olga');
  admin = await signedIn(world, company.email);
  member = await signedIn(world, await newAcmeMember(world, 'member', 'Member'));
  viewer = await signedIn(world, await newAcmeMember(world, 'viewer', 'Viewer'));
});
afterAll(() => world.close());
afterEach(async () => {
  await world.db('fee').update({ status: 'Withdrawn' });
  await world.db('company').update({ fee_limit_cents: null });
});

interface Asked {
  readonly request: TestRequest;
  readonly page: string;
}

async function ask(id: string, fields: Readonly<Record<string, string>> = {}): Promise<Asked> {
  const request = await makeRequest(world, company, id);
  const { uid } = await storedPatient(world, company, 'sandbox', id);
  expect((await enterFee(olga, request.id, fields)).status).toBe(303);
  return { request, page: `${place}/patients/${uid}/record-requests/${request.id}` };
}

async function respond(
  { request, page }: Asked,
  kind: string,
  fields: Readonly<Record<string, string>> = {},
  by: Visitor = member,
): Promise<ShownPage> {
  const { uid, version } = await latestFee(world, request.id);
  return send(by, page, `${page}/fees/${uid}/${kind}`, { version: String(version), ...fields });
}

/** Sends a form, whether or not the page shows it now. */
async function send(
  by: Visitor,
  page: string,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const [, token = ''] = by.cookie().split('=');
  return by.send(page, action, fields, { formToken: formTokenOf(token, action) });
}

async function statusOf({ request }: Asked): Promise<string> {
  return (await latestFee(world, request.id)).status;
}

describe('A member [CONSOLE-90]', () => {
  test('approves a fee once, with an audit row, and the page says who did', async () => {
    const asked = await ask('approved', { note: 'Copies of 60 pages' });
    const { html } = await member.get(asked.page);
    for (const text of ['Fee 1: $30.00', 'Copies of 60 pages', 'is waiting for your approval'])
      expect(html).toContain(text);
    const { version } = await latestFee(world, asked.request.id);
    expect((await respond(asked, 'approve')).location).toBe(`${asked.page}?done=feeApproved`);
    const again = await respond(asked, 'approve', { version: String(version) });
    expect([again.status, again.html.includes('has changed since you opened the page')]).toEqual([409, true]);
    expect(await feesOf(world, asked.request.id)).toMatchObject([{ status: 'Approved', version: 2 }]);
    expect((await member.get(asked.page)).html).toMatch(/<dt>Approved by<\/dt><dd>member, /);
    const [audit] = await world.audits({ event: 'fee.approve' });
    expect(audit).toMatchObject({ resourceUid: asked.request.id, changes: { amountCents: 3_000 } });
  });

  test('rejects it only with a message, whose text is kept after a mistake', async () => {
    const asked = await ask('rejected');
    const empty = await respond(asked, 'reject', { message: ' ' });
    expect([empty.status, empty.html.includes('Enter a message of 1 to 1,000 characters.')]).toEqual([
      422,
      true,
    ]);
    const long = 'x'.repeat(1_001);
    const tooLong = await respond(asked, 'reject', { message: long });
    expect([tooLong.status, tooLong.html.includes(`${long}</textarea>`)]).toEqual([422, true]);
    const stale = await respond(asked, 'reject', { message: 'Too much', version: '9' });
    expect([stale.status, stale.html.includes('Too much</textarea>')]).toEqual([409, true]);
    expect((await respond(asked, 'reject', { message: 'Too much' })).location).toBe(
      `${asked.page}?done=feeRejected`,
    );
    expect(await statusOf(asked)).toBe('Rejected');
    expect((await member.get(asked.page)).html).toContain("is clarifying the facility's fee");
  });

  test('asks about it, and can approve it before the answer', async () => {
    const asked = await ask('asked');
    expect((await respond(asked, 'ask', { question: '' })).status).toBe(422);
    expect((await respond(asked, 'ask', { question: 'Per page?' })).location).toBe(
      `${asked.page}?done=feeAsked`,
    );
    const { html } = await member.get(asked.page);
    expect(html).toContain('Per page?');
    expect(html).not.toContain('Ask about fee');
    expect((await respond(asked, 'approve')).status).toBe(303);
  });

  test('needs ApproveFees, sees the fee without it, and changes nothing after a request was canceled', async () => {
    const asked = await ask('guarded');
    const { html } = await viewer.get(asked.page);
    expect([html.includes('Fee 1: $30.00'), html.includes('Approve $30.00')]).toEqual([true, false]);
    for (const kind of ['approve', 'reject', 'ask'])
      expect((await respond(asked, kind, { message: 'No', question: 'No' }, viewer)).status).toBe(403);
    await member.send(asked.page, `${asked.page}/cancel`);
    expect((await member.get(asked.page)).html).not.toContain('Approve $30.00');
    expect((await respond(asked, 'approve')).status).toBe(409);
    expect(await statusOf(asked)).toBe('WaitingForApproval');
  });

  test("finds no fee under another request's address, and no invoice where there is none", async () => {
    const [one, other] = [await ask('one'), await ask('other')];
    const { uid } = await latestFee(world, one.request.id);
    const approve = `${other.page}/fees/${uid}/approve`;
    expect((await send(member, other.page, approve, { version: '1' })).status).toBe(404);
    expect((await member.get(`${one.page}/fees/${uid}/invoice`)).status).toBe(404);
  });
});

describe("The company's limit for fees [CONSOLE-91]", () => {
  const setLimit = async (limit: string, by = admin, more = {}): Promise<ShownPage> => {
    const { html } = await by.get(membersPath);
    const action = `${membersPath}/fee-limit`;
    const seen = formOn(html, action)?.get('seen') ?? '';
    return send(by, membersPath, action, { seen, limit, ...more });
  };

  test('approves fees up to it at once, with an audit row from and to', async () => {
    expect((await setLimit('$25.00')).location).toBe(`${membersPath}?done=feeLimit`);
    expect((await admin.get(membersPath)).html).toContain('Fees of up to $25.00 are approved automatically.');
    const within = await ask('within', { amount: '20' });
    expect(await statusOf(within)).toBe('Approved');
    expect((await member.get(within.page)).html).toContain('Within the company');
    const over = await ask('over', { amount: '25.01' });
    expect(await statusOf(over)).toBe('WaitingForApproval');
    expect((await olga.get(`/desk/fees/${over.request.id}`)).html).toContain('$25.00');
    await setLimit('');
    const audits = await world.audits({ event: 'company.setFeeLimit' });
    expect(audits.map(({ changes }) => changes)).toEqual([
      { limitCents: { from: null, to: 2_500 } },
      { limitCents: { from: 2_500, to: null } },
    ]);
  });

  test.each(['0', '10,000.01', 'a lot', '-5'])('is not %j', async limit => {
    const refused = await setLimit(limit);
    expect([refused.status, refused.html.includes('Enter an amount of up to $10,000.00')]).toEqual([
      422,
      true,
    ]);
    expect(refused.html).toContain(`value="${limit}"`);
  });

  test('is set by members who manage members, for the limit that they saw', async () => {
    expect((await setLimit('25', member)).status).toBe(403);
    expect((await setLimit('25', admin, { seen: '10.00' })).status).toBe(409);
  });
});

describe('A fee that waits [CONSOLE-92]', () => {
  test('is a turn of the customer in the list, in Needs you, and a count on Home that opens its list', async () => {
    const asked = await ask('listed');
    const processing = { status: 'Processing', channel: 'ehr' };
    await world.db('record_request').where({ uid: asked.request.id }).update(processing);
    await ask('within', { amount: '12.50' });
    await respond(await ask('rejected'), 'reject', { message: 'No' });
    for (const query of ['view=needsYou', 'view=all&fee=toApprove']) {
      const { html } = await member.get(`${place}/record-requests?${query}`);
      expect(html.match(/data-label="Waiting on"><span><span class="turn warning">You/g)).toHaveLength(2);
      expect(html).toMatch(
        /data-label="Fee"[^>]*><span>\$30\.00<p><span class="turn warning small">To approve/,
      );
    }
    const home = await member.get(place);
    expect(home.html).toContain('<span class="total">2</span> record requests with fees to approve');
    expect(home.html).toContain('view=all&amp;fee=toApprove');
    expect((await viewer.get(place)).html).not.toContain('fees to approve');
    expect((await member.get(`${place}/record-requests?fee=soon`)).status).toBe(422);
    const file = (await member.get(`${place}/record-requests/export?view=all&fee=toApprove`)).html;
    const rows = parse(file, { columns: true, bom: true }) as Array<Record<string, string>>;
    expect(rows.map(({ Fee }) => Fee)).toEqual(['12.50', '30.00']);
    await respond(asked, 'approve');
    expect((await member.get(place)).html).toContain(
      '<span class="total">1</span> record request with a fee to approve',
    );
  });

  test('is in the answer about the request in the API, and in its progress [REQUEST-46]', async () => {
    const { request } = await ask('through-api', { basis: 'stateCap', prepayment: 'yes' });
    const { json } = await request.call('GET', '');
    expect(json['request']).toMatchObject({ status: 'Submitted' });
    expect(json['progress']).toMatchObject({
      reason: 'feeWaitsForApproval',
      waitsFor: 'feeApproval',
      whoActs: 'You',
    });
    const { uid } = await latestFee(world, request.id);
    expect(json['fees']).toEqual([
      {
        id: uid,
        amountCents: 3_000,
        basis: 'stateCap',
        prepayment: true,
        status: 'WaitingForApproval',
        createdAt: expect.stringMatching(/Z$/) as string,
        decidedAt: null,
        paidOn: null,
        hasInvoice: false,
      },
    ]);
  });
});
