/** Record requests of a live project, from the authorization to the channel. */
import { addDays } from '../../src/domain/clinical/calendar-date';
import { clockIn } from '../../src/domain/time-zones';
import { createDocumentSlots } from '../../src/documents/document-slots';
import { createPartners } from '../../src/partners/partners';
import { sandbox } from '../../src/sandbox/sandbox';
import { preparePacket } from '../../src/usecases/packets/packets';
import { removeDueObjects } from '../../src/usecases/files/file-records';
import { admin } from '../support/admin-shell';
import { encryptedPdf, formPdf } from '../support/authorization-documents';
import { testOutreach } from '../support/outreach';
import { readPdf } from '../support/read-pdf';
import { until } from '../support/until';
import { startFlowWorld, type FlowWorld } from '../support/flow-world';
import { changeRecordRequestStatus } from '../../src/usecases/record-requests/operator-requests';
import type { TestCompany } from '../support/api-world';
import { jane, mercyClinic, patientsPath, putPatient, review, storedPatient } from '../support/patients';
import { readEvents } from '../support/records';

const partners = createPartners(undefined, sandbox, { outreach: testOutreach, channels: [], routes: [] });
let world: FlowWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startFlowWorld({ alsoServes: ['documents'], partners });
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Registers a patient with this id and requests their bill. */
async function ask(id: string): Promise<string> {
  await putPatient(world, company, 'live', id, jane);
  const path = `${patientsPath(company, 'live', id)}/record-requests`;
  const key = company.productionKey;
  const { json } = await world.call('POST', path, { key, body: { ...mercyClinic, billing: true } });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  return requests[0]?.request.id ?? '';
}

const decide = async (id: string, authorizationStatus: 'Approved' | 'MissingSignature') =>
  review(world, await storedPatient(world, company, 'live', id), { authorizationStatus });

async function statusOf(id: string, requestId: string): Promise<unknown> {
  const path = `${patientsPath(company, 'live', id)}/record-requests/${requestId}`;
  const { json } = await world.call('GET', path, { key: company.productionKey });
  return (json['request'] as { status: string }).status;
}

const detailsWith = (requestId: string, words: string) =>
  world.detailsWhen(`record-request/${requestId}`, details => details.includes(words));

test('A request waits for the approval, and continues automatically after it [REQUEST-29]', async () => {
  const requestId = await ask('waiting');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the approval');
  expect(await statusOf('waiting', requestId)).toBe('Submitted');
  await decide('waiting', 'Approved');
  await world.sent();
  await detailsWith(requestId, 'Waiting for an operator to send');
  expect(await statusOf('waiting', requestId)).toBe('Submitted');
});

test('A fault of the authorization denies a request with one event until the approval [REQUEST-16] [REQUEST-29]', async () => {
  const requestId = await ask('denied');
  await decide('denied', 'MissingSignature');
  await world.sent();
  await detailsWith(requestId, 'Denied');
  expect(await statusOf('denied', requestId)).toBe('AuthDenied');
  await decide('denied', 'Approved');
  await world.sent();
  await detailsWith(requestId, 'Waiting for an operator');
  const events = await readEvents(world.db, requestId);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'recordRequest.created',
    'recordRequest.statusChanged',
    'recordRequest.needsResolution',
    'recordRequest.statusChanged',
  ]);
});

test('Operators can set any status, also after the workflow has ended, which then continues or ends again [REQUEST-19]', async () => {
  const requestId = await ask('by-hand');
  const move = (status: 'NoRecordFound' | 'Submitted' | 'Canceled') =>
    world.change(change => changeRecordRequestStatus(change, { recordRequestUid: requestId, status }));
  await move('NoRecordFound');
  await world.sent();
  await detailsWith(requestId, 'Done: NoRecordFound');
  await move('Submitted');
  await world.sent();
  await detailsWith(requestId, 'Waiting for the approval');
  await move('Canceled');
  await world.sent();
  await detailsWith(requestId, 'Done: Canceled');
});

const run = async (...line: string[]) => {
  const result = await admin(world, ['record-request', ...line, '--json']);
  return { ...result, row: (): Record<string, unknown> => result.json() as Record<string, unknown> };
};

async function uploadAuthorization(id: string, bytes: Uint8Array): Promise<void> {
  const path = `${patientsPath(company, 'live', id)}/authorization`;
  const { json } = await world.call('GET', path, { key: company.productionKey });
  await fetch(String(json['uploadUrl']), { method: 'PUT', body: Buffer.from(bytes) });
  await world.call('GET', path, { key: company.productionKey });
}

interface Listed {
  readonly fileName: string;
  readonly url: string;
  readonly key: string;
  readonly uploadedBy: { readonly id: string };
}

async function documentsOf(id: string, requestId: string): Promise<Listed[]> {
  const path = `${patientsPath(company, 'live', id)}/record-requests/${requestId}/documents`;
  const { json } = await world.call('GET', path, { key: company.productionKey });
  return json['files'] as Listed[];
}

const bytesOf = async ({ url }: Listed): Promise<Buffer> =>
  Buffer.from(await (await fetch(url)).arrayBuffer());

/** Creates a request with an approved authorization, whose packet is ready. */
async function askWithPacket(
  id: string,
  authorization?: Uint8Array,
): Promise<{ readonly requestId: string; readonly form: Uint8Array }> {
  const requestId = await ask(id);
  const form = authorization ?? (await formPdf());
  await uploadAuthorization(id, form);
  await decide(id, 'Approved');
  await world.sent();
  await detailsWith(requestId, 'an operator to send the packet');
  return { requestId, form };
}

/** A day of the project's time zone, from today. */
const dayFrom = (days: number): string => addDays(clockIn('America/New_York', new Date()).day, days);

test('The packet after the approval is one PDF of the letter and the signed pages, for operators to send [REQUEST-30] [DECISION-56]', async () => {
  const { requestId, form } = await askWithPacket('packed');
  const [packet, ...rest] = await documentsOf('packed', requestId);
  expect(rest).toEqual([]);
  expect(packet?.fileName).toBe('Request Packet.pdf');
  expect(packet?.uploadedBy).toMatchObject({ kind: 'service', name: 'Recordwell' });
  if (packet === undefined) throw new Error('no packet');
  const { pages, outline } = await readPdf(new Uint8Array(await bytesOf(packet)));
  const [cover, letter, ...enclosed] = pages;
  expect(cover).toContain('Fax Cover Sheet');
  expect(letter).toContain(requestId);
  expect(letter).toContain('on the pages following this letter');
  expect(enclosed).toEqual((await readPdf(form)).pages);
  expect(outline.map(({ title }) => title)).toEqual(['Letter', 'Authorization']);

  const queue = (await run('list', '--to-send')).json() as Array<Record<string, unknown>>;
  expect(queue.filter(({ request }) => request === requestId)).toMatchObject([
    { status: 'Submitted', waitsFor: 'operator', dueOn: dayFrom(2), isOverdue: false },
  ]);

  const { url } = (await run('file', requestId, 'request packet.pdf', '--as', 'document')).row();
  expect((await fetch(String(url))).headers.get('content-disposition')).toContain('Request Packet.pdf');
  expect(await run('file', requestId, 'Other.pdf', '--as', 'document')).toMatchObject({ exitCode: 1 });

  const toSend = (await run('packet', requestId)).json() as Array<Record<string, unknown>>;
  expect(toSend.map(({ fileName }) => fileName)).toEqual(['Request Packet.pdf']);
  expect((await fetch(String(toSend[0]?.['url']))).status).toBe(200);

  const sent = await run('mark-sent', requestId, '--by', 'fax', '--tracking', 'F-1');
  expect(sent.row()).toMatchObject({ status: 'Processing', by: 'fax', tracking: 'F-1' });
  await world.sent();
  await detailsWith(requestId, 'Sent by an operator');
  expect((await run('show', requestId)).row()).toMatchObject({
    status: 'Processing',
    waitsFor: 'facility',
    channel: 'outreach',
    dueOn: dayFrom(30),
    packet: expect.stringContaining('sent by fax') as string,
  });
  const left = (await run('list', '--to-send')).json() as Array<Record<string, unknown>>;
  expect(left.map(({ request }) => request)).not.toContain(requestId);
  const { uid } = await storedPatient(world, company, 'live', 'packed');
  const disclosures = await admin(world, ['patient', 'disclosures', uid, '--json']);
  expect(disclosures.json()).toMatchObject([
    { recipient: 'outreach', asked: 'billing', subject: requestId, purpose: 'Legal', basis: 'authorization' },
  ]);
  expect(disclosures.json()).toMatchObject([
    { facility: expect.stringMatching(/^Mercy.*, [A-Z]{2} \d{5}$/) as string },
  ]);
  expect((await readEvents(world.db, requestId)).map(({ eventType }) => eventType)).toEqual([
    'recordRequest.created',
    'recordRequest.statusChanged',
    'recordRequest.processing',
  ]);
  expect(await run('mark-sent', requestId, '--by', 'fax')).toMatchObject({ exitCode: 1 });
  expect(await run('packet', requestId)).toMatchObject({ exitCode: 1 });

  // A request without an answer in time goes back to operators as overdue.
  await world
    .db('request_packet')
    .where({ record_request_uid: requestId })
    .update({ answer_by: dayFrom(-1) });
  const overdue = (await run('list', '--waits-for-operator')).json() as Array<Record<string, unknown>>;
  expect(overdue.filter(({ request }) => request === requestId)).toMatchObject([
    { waitsFor: 'operator', dueOn: dayFrom(-1), isOverdue: true },
  ]);
});

test("An authorization that can't be bound stays a separate document, and the operator sees why [REQUEST-30]", async () => {
  const { requestId, form } = await askWithPacket('apart', await encryptedPdf());
  const [authorization, packet, ...rest] = await documentsOf('apart', requestId);
  expect(rest).toEqual([]);
  expect([authorization?.fileName, packet?.fileName]).toEqual(['Authorization.pdf', 'Request Packet.pdf']);
  if (authorization === undefined || packet === undefined) throw new Error('two files');
  expect((await bytesOf(authorization)).equals(form)).toBe(true);
  const { pages } = await readPdf(new Uint8Array(await bytesOf(packet)));
  expect(pages.join(' ')).toContain('as a separate document');
  expect((await run('show', requestId)).row()).toMatchObject({
    packet: expect.stringMatching(/send two files.*password-protected/) as string,
  });

  // The second file is part of the packet: if a customer replaces it, it isn't sent either.
  const request = `${patientsPath(company, 'live', 'apart')}/record-requests/${requestId}`;
  const path = `${request}/documents/Authorization.pdf`;
  const { json } = await world.call('PUT', path, { key: company.productionKey });
  await fetch(String(json['uploadUrl']), { method: 'PUT', body: 'not ours' });
  await world.call('GET', path, { key: company.productionKey });
  expect(await run('mark-sent', requestId, '--by', 'mail')).toMatchObject({ exitCode: 1 });
  await run('prepare-packet', requestId);
  await world.sent();
  await until(
    'the packet to be regenerated',
    () => documentsOf('apart', requestId),
    files => files.length === 2 && files.every(({ uploadedBy }) => uploadedBy.id === 'outreach'),
  );
  expect(await run('mark-sent', requestId, '--by', 'mail')).toMatchObject({ exitCode: 0 });
});

test("An execution from before single-file packets creates two files, and doesn't open the authorization [REQUEST-30]", async () => {
  const { requestId, form } = await askWithPacket('before');
  const [bound] = await documentsOf('before', requestId);
  await world.call(
    'DELETE',
    `${patientsPath(company, 'live', 'before')}/record-requests/${requestId}` +
      `/documents/${bound?.fileName ?? ''}`,
    { key: company.productionKey },
  );
  const step = { recordRequestUid: requestId, sequence: 0 };
  const parts = { ...world.services, partners, documentSlots: createDocumentSlots() };
  expect(await preparePacket(parts, step, undefined)).toBe('packetReady');
  const [authorization, letter, ...rest] = await documentsOf('before', requestId);
  expect([authorization?.fileName, letter?.fileName, rest]).toEqual([
    ...['Authorization.pdf', 'Request Packet.pdf', []],
  ]);
  if (authorization === undefined) throw new Error('no authorization');
  expect((await bytesOf(authorization)).equals(form)).toBe(true);
  expect((await run('show', requestId)).row()).toMatchObject({
    packet: expect.stringMatching(/send two files.*the authorization separately\.$/) as string,
  });
});

test("A packet isn't regenerated without a reason, but one that a customer replaced is, and isn't sent [REQUEST-30]", async () => {
  const { requestId } = await askWithPacket('replaced');
  const before = await documentsOf('replaced', requestId);
  await run('prepare-packet', requestId);
  await world.sent();
  await detailsWith(requestId, 'an operator to send the packet');
  expect((await documentsOf('replaced', requestId)).map(({ key }) => key)).toEqual(
    before.map(({ key }) => key),
  );

  const path = `${patientsPath(company, 'live', 'replaced')}/record-requests/${requestId}/documents/Request%20Packet.pdf`;
  const { json } = await world.call('PUT', path, { key: company.productionKey });
  await fetch(String(json['uploadUrl']), { method: 'PUT', body: 'not ours' });
  await world.call('GET', path, { key: company.productionKey });
  const refused = await run('mark-sent', requestId, '--by', 'mail');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.stderr).toContain('prepare-packet');
  await run('prepare-packet', requestId);
  await world.sent();
  const after = await until(
    'the packet to be regenerated',
    () => documentsOf('replaced', requestId),
    files => files.length === 1 && files.every(({ key }) => !before.some(old => old.key === key)),
  );
  const packet = after.find(({ fileName }) => fileName === 'Request Packet.pdf');
  expect(packet?.uploadedBy.id).toBe('outreach');
  await removeDueObjects(world.services);
  for (const { key } of before) expect(await world.services.files.head(key)).toBeUndefined();
});

test('A correction withdraws the packet until the approval, and then another one is created [REQUEST-29] [REQUEST-30]', async () => {
  const { requestId } = await askWithPacket('corrected');
  await putPatient(world, company, 'live', 'corrected', { ...jane, firstName: 'Joan' });
  expect((await run('mark-sent', requestId, '--by', 'portal')).stderr).toContain("isn't approved");
  await decide('corrected', 'Approved');
  await world.sent();
  const letter = await until(
    'the letter of the corrected name',
    async () => {
      const packet = (await documentsOf('corrected', requestId)).find(
        ({ fileName }) => fileName === 'Request Packet.pdf',
      );
      return packet === undefined
        ? ''
        : ((await readPdf(new Uint8Array(await bytesOf(packet)))).pages[1] ?? '');
    },
    text => text.includes('Joan Doe'),
  );
  expect(letter).not.toContain('Jane Doe');
  expect(await run('mark-sent', requestId, '--by', 'portal')).toMatchObject({ exitCode: 0 });
});
