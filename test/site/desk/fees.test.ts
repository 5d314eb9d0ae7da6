/** Fees at the desk: entered, answered, withdrawn, closed, and paid, with invoices. */
import { formTokenOf } from '../../../src/access/console-token';
import { addDays, dayInUtc } from '../../../src/domain/clinical/calendar-date';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { newAcmeMember } from '../../support/console-members';
import { signedIn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { awaitResolution, operatorAtDesk } from '../../support/desk-work';
import { enterFee, feesOf, latestFee } from '../../support/fees';
import { storedPatient } from '../../support/patients';
import { readRows } from '../../support/records';
import { makeRequest } from '../../support/request-files';
import { sendToStore, storeFormOn } from '../../support/store-form';

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uma: Visitor;
let kim: Visitor;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  [olga, uma] = [await operatorAtDesk(world, 'Olga'), await operatorAtDesk(world, 'Uma')];
  kim = await signedIn(world, await newAcmeMember(world, 'kim'));
});
afterAll(() => world.close());

interface Asked {
  /** The uid of the record request, in a live project. */
  readonly uid: string;
  /** Its page at the desk, and in the console. */
  readonly desk: string;
  readonly console: string;
}

async function ask(id: string): Promise<Asked> {
  const uid = await awaitResolution(world, acme, id);
  const { uid: patient } = await storedPatient(world, acme, 'live', id);
  return {
    uid,
    desk: `/desk/fees/${uid}`,
    console: `/console/companies/acme/production/patients/${patient}/record-requests/${uid}`,
  };
}

/** Works on the latest fee of a request. */
async function work(
  { uid, desk }: Asked,
  kind: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<ShownPage> {
  const { uid: fee, version } = await latestFee(world, uid);
  return send(desk, kind, { fee, version: String(version), ...fields });
}

/** Sends a form, whether or not the page shows it now. */
async function send(
  desk: string,
  kind: string,
  fields: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const action = `${desk}/${kind}`;
  const [, token = ''] = olga.cookie().split('=');
  return olga.send(desk, action, fields, { formToken: formTokenOf(token, action) });
}

/** Responds to the latest fee of a request as a member. */
async function respond(
  { uid, console: page }: Asked,
  kind: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { uid: fee, version } = await latestFee(world, uid);
  const action = `${page}/fees/${fee}/${kind}`;
  const { status } = await kim.send(page, action, { version: String(version), ...fields });
  expect(status).toBe(303);
}

/** Whether the fees of a request are in the work queue, and with which detail. */
async function queued({ uid }: Asked): Promise<string | undefined> {
  const { html } = await olga.get('/desk?kind=fee');
  const row = html.match(/<tr>.*?<\/tr>/gs)?.find(text => text.includes(`/desk/fees/${uid}`));
  return row === undefined
    ? undefined
    : (/Question about a fee|Fee rejected|Fee to pay/.exec(row)?.[0] ?? '');
}

test('A fee is entered once by a form that is sent twice, and waits for the customer [REQUEST-43]', async () => {
  const asked = await ask('entered');
  expect((await olga.get(`/desk/requests/${asked.uid}`)).html).toContain('Enter fee');
  const [first, second] = [
    await enterFee(olga, asked.uid, { basis: 'perPage', prepayment: 'yes', note: '60 pages at $0.50' }),
    await enterFee(olga, asked.uid, { seen: '0' }),
  ];
  expect([first.location, second.status]).toEqual([`${asked.desk}?done=entered`, 409]);
  expect(await feesOf(world, asked.uid)).toMatchObject([{ status: 'WaitingForApproval', cents: 3_000 }]);
  const { html } = await olga.get(asked.desk);
  for (const text of ['Fee 1: $30.00', 'Per page', '60 pages at $0.50', 'Required before'])
    expect(html).toContain(text);
  expect((await world.audits({ event: 'fee.enter' })).at(-2)).toMatchObject({
    resourceUid: asked.uid,
    outcome: 'success',
    changes: { amountCents: 3_000, basis: 'perPage', isWithinLimit: false },
  });
  expect(await queued(asked)).toBeUndefined();
});

test.each([
  ['no amount', { amount: '' }],
  ['an amount of nothing', { amount: '0' }],
  ['an amount over $10,000.00', { amount: '10,000.01' }],
  ['an unknown basis', { basis: 'whim' }],
  ['a note that is too long', { note: 'x'.repeat(1_001) }],
  ['an invoice of another type', { invoice: 'Invoice.docx' }],
])('A fee with %s is refused [REQUEST-43]', async (what, fields) => {
  const asked = await ask(what.replaceAll(/\W/g, '-'));
  expect((await enterFee(olga, asked.uid, fields)).status).toBe(409);
  expect(await feesOf(world, asked.uid)).toEqual([]);
});

test('A request has at most 20 fees, none after it ended without records, and none in a closed project [REQUEST-43]', async () => {
  const asked = await ask('limited');
  await enterFee(olga, asked.uid);
  const copy = (count: number): Promise<unknown> =>
    world.db.raw(
      `insert into fee (uid, company_uid, record_request_uid, amount_cents, basis, needs_prepayment, status,
         is_within_limit, version, created_at, updated_at)
       select gen_random_uuid(), company_uid, record_request_uid, 1, basis, false, 'Withdrawn', false, 1,
         created_at, updated_at from fee, generate_series(1, ?) where record_request_uid = ?`,
      [count, asked.uid],
    );
  await copy(18);
  expect((await enterFee(olga, asked.uid)).status).toBe(303);
  const full = await enterFee(olga, asked.uid);
  expect([full.status, full.html.includes('already has 20 fees')]).toEqual([409, true]);
  const ended = await ask('ended');
  await world.db('record_request').where({ uid: ended.uid }).update({ status: 'NoRecordFound' });
  const fields = { seen: '0', amount: '30', basis: 'flat' };
  expect((await send(ended.desk, 'enter', fields)).status).toBe(409);
  expect((await olga.get(ended.desk)).html).toContain("you can't add fees");
  const { id: closed } = await makeRequest(world, acme, 'closed');
  await world.db('project').where({ company_uid: acme.uid, id: 'sandbox' }).update({ status: 'Closed' });
  const refused = await enterFee(olga, closed);
  await world.db('project').where({ company_uid: acme.uid, id: 'sandbox' }).update({ status: 'Sandbox' });
  expect([refused.status, refused.html.includes('no one can approve a fee')]).toEqual([409, true]);
});

test('A question waits at the desk for a day, and the answer leads back [DESK-11] [DESK-52]', async () => {
  const asked = await ask('questioned');
  await enterFee(olga, asked.uid);
  await respond(asked, 'ask', { question: 'Is it per page?' });
  expect(await queued(asked)).toBe('Question about a fee');
  const { html: queue } = await olga.get('/desk?kind=fee');
  const [row = ''] = queue.match(/<tr>.*?<\/tr>/gs)?.filter(text => text.includes(asked.uid)) ?? [];
  expect(row).toContain(addDays(dayInUtc(new Date()), 1));
  expect((await olga.get(asked.desk)).html).toContain('Is it per page?');
  expect((await work(asked, 'answer', { answer: '' })).status).toBe(409);
  expect((await work(asked, 'answer', { answer: 'Yes.' })).location).toBe(`${asked.desk}?done=answer`);
  expect(await queued(asked)).toBeUndefined();
  const shown = await kim.get(asked.console);
  expect(shown.html).toContain('<span class="lines">Yes.</span>');
  expect(shown.html).toContain('Approve $30.00');
});

test('A rejected fee waits at the desk until another is entered or it is closed [DESK-52]', async () => {
  const asked = await ask('rejected');
  await enterFee(olga, asked.uid);
  await respond(asked, 'reject', { message: 'More than the state allows.' });
  expect(await queued(asked)).toBe('Fee rejected');
  const { html } = await olga.get(asked.desk);
  expect(html).toContain('More than the state allows.');
  expect(html).not.toContain('rejected a fee of this request at least twice');
  await enterFee(olga, asked.uid, { amount: '28' });
  expect(await queued(asked)).toBeUndefined();
  await respond(asked, 'reject', { message: 'Still more.' });
  const twice = await olga.get(asked.desk);
  expect(twice.html).toContain('rejected a fee of this request at least twice');
  expect((await work(asked, 'close')).location).toBe(`${asked.desk}?done=close`);
  expect(await queued(asked)).toBeUndefined();
  const status = `/desk/requests/${asked.uid}/status`;
  const canceled = await olga.send(asked.desk, status);
  expect(canceled.location).toBe(`/desk/requests/${asked.uid}?done=done`);
  const { html: ended } = await kim.get(asked.console);
  expect(ended).toContain("You rejected the facility's fees.");
});

test('An approved fee waits at the desk until its payment is recorded [DESK-52]', async () => {
  const asked = await ask('approved');
  await enterFee(olga, asked.uid, { prepayment: 'yes' });
  await respond(asked, 'approve');
  expect(await queued(asked)).toBe('Fee to pay');
  expect((await kim.get(asked.console)).html).toContain('is paying a fee that the facility requires');
  expect((await work(asked, 'pay', { paidOn: '2999-01-01' })).status).toBe(409);
  expect((await work(asked, 'pay', { paidOn: 'soon' })).status).toBe(409);
  expect((await work(asked, 'pay', { paidOn: '2026-11-20' })).location).toBe(`${asked.desk}?done=pay`);
  expect(await queued(asked)).toBeUndefined();
  expect((await olga.get(asked.desk)).html).toContain('11/20/2026');
  expect((await work(asked, 'withdraw')).status).toBe(409);
});

test('A withdrawn fee needs no one, and a form for an earlier version changes nothing [DESK-52]', async () => {
  const asked = await ask('withdrawn');
  await enterFee(olga, asked.uid);
  const stale = await work(asked, 'withdraw', { version: '7' });
  expect([stale.status, stale.html.includes('have changed since you opened')]).toEqual([409, true]);
  expect((await work(asked, 'withdraw')).location).toBe(`${asked.desk}?done=withdraw`);
  expect((await latestFee(world, asked.uid)).status).toBe('Withdrawn');
  expect((await kim.get(asked.console)).html).not.toContain('Approve $30.00');
  const other = await ask('other');
  const { uid: fee } = await latestFee(world, asked.uid);
  expect((await send(other.desk, 'close', { fee, version: '2' })).status).toBe(404);
});

test('Fees that are assigned to another operator are viewed only [DESK-52]', async () => {
  const asked = await ask('assigned');
  await enterFee(olga, asked.uid);
  await respond(asked, 'ask', { question: 'Why?' });
  const taken = await uma.send(asked.desk, `/desk/queue/fee/${asked.uid}/take`);
  expect(taken.location).toBe(`${asked.desk}?done=take`);
  const refused = await work(asked, 'answer', { answer: 'Because.' });
  expect([refused.status, refused.html.includes('assigned to Uma')]).toEqual([409, true]);
});

describe('The invoice of a fee [DESK-53]', () => {
  test('is uploaded when the fee is entered, and viewed at the desk and in the console', async () => {
    const asked = await ask('invoiced');
    const { location } = await enterFee(olga, asked.uid, { invoice: 'Invoice.pdf' });
    expect(location).toMatch(/^\/desk\/requests\/[0-9a-f-]{36}\/uploads\/[0-9a-f-]{36}$/);
    const { html } = await olga.get(location);
    expect(html).toContain('Invoice of a fee');
    await sendToStore(storeFormOn(html, 'Upload file'), '%PDF-1.7 the invoice');
    expect((await olga.get(location)).location).toBe(`${asked.desk}?done=attached`);
    const { uid: fee } = await latestFee(world, asked.uid);
    for (const [visitor, path] of [
      [olga, `${asked.desk}/${fee}/invoice`],
      [kim, `${asked.console}/fees/${fee}/invoice`],
    ] as const) {
      const download = await fetch((await visitor.get(path)).location);
      expect([download.headers.get('content-type'), await download.text()]).toEqual([
        'application/pdf',
        '%PDF-1.7 the invoice',
      ]);
    }
    const looks = await world.audits({ event: 'fee.readInvoice' });
    expect(looks.map(({ actorKind }) => actorKind)).toEqual(['operator', 'console']);
    const areas = await readRows(world.db, 'select area from stored_file where record_request_uid = ?', [
      asked.uid,
    ]);
    expect(areas).toEqual([{ area: 'invoices' }]);
    const second = await send(asked.desk, 'invoice', { fee, invoice: 'Another.pdf' });
    expect([second.status, second.html.includes('already has an invoice')]).toEqual([409, true]);
  });

  test('is refused if its bytes are of another type, and in a sandbox project', async () => {
    const asked = await ask('disguised');
    const { location } = await enterFee(olga, asked.uid, { invoice: 'Invoice.pdf' });
    const { html } = await olga.get(location);
    await sendToStore(storeFormOn(html, 'Upload file'), '<html>not an invoice</html>');
    const refused = await olga.get(location);
    expect([refused.status, refused.html.includes('An invoice must be a PDF')]).toEqual([409, true]);
    const { id } = await makeRequest(world, acme, 'sandboxed');
    expect((await enterFee(olga, id)).status).toBe(303);
    const { uid: fee } = await latestFee(world, id);
    expect((await send(`/desk/fees/${id}`, 'invoice', { fee, invoice: 'Invoice.pdf' })).status).toBe(409);
  });
});
