/** Files that operators attach to record requests, with the real object store. */
import { removeExpiredRows } from '../../../src/usecases/housekeeping';
import { startApiWorld, type ApiWorld, type TestCompany } from '../../support/api-world';
import { formOn, type ShownPage, type Visitor } from '../../support/console-visitor';
import { awaitResolution, operatorAtDesk } from '../../support/desk-work';
import { readRows } from '../../support/records';
import { makeRequest } from '../../support/request-files';
import { sendToStore } from '../../support/store-form';

let world: ApiWorld;
let acme: TestCompany;
let olga: Visitor;
let uid: string;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  olga = await operatorAtDesk(world, 'Olga');
  uid = await awaitResolution(world, acme, 'scanned');
});
afterAll(() => world.close());

const path = (): string => `/desk/requests/${uid}`;
const announce = (fields: Readonly<Record<string, string>>, by: Visitor = olga): Promise<ShownPage> =>
  by.send(path(), `${path()}/uploads`, { name: 'Medical Record.pdf', as: 'deliverable', ...fields });

const attached = (): Promise<Array<{ fileName: string; area: string; sizeBytes: number }>> =>
  readRows(
    world.db,
    'select file_name as "fileName", area, size_bytes::int as "sizeBytes" from stored_file where ' +
      'record_request_uid = ? order by uid',
    [uid],
  );

/** Returns the action and the fields of the form that goes to the store. */
function storeForm({ html }: ShownPage): {
  readonly url: string;
  readonly fields: ReadonlyMap<string, string>;
} {
  const [form = ''] = /<form method="post" action="http[^]*?<\/form>/.exec(html) ?? [];
  const [, url = ''] = /action="([^"]+)"/.exec(form) ?? [];
  const hidden = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return { url, fields: new Map(Array.from(hidden, ([, name = '', value = '']) => [name, value])) };
}

test('A file uploaded to the store is attached by the next view, with an audit row [DESK-33]', async () => {
  const { status, location } = await announce({});
  expect([status, location]).toEqual([
    303,
    expect.stringMatching(/^\/desk\/requests\/[0-9a-f-]{36}\/uploads\/[0-9a-f-]{36}$/),
  ]);
  const shown = await olga.get(location);
  expect(shown.status).toBe(200);
  const { origin } = new URL(world.services.files.publicOrigin);
  expect(shown.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${origin} https://recordwell.example;`,
  );
  expect((await olga.get(path())).headers.get('content-security-policy')).toContain(`form-action 'self';`);
  // Nothing has arrived, so the page shows the form again.
  expect((await olga.get(location)).status).toBe(200);
  const form = storeForm(shown);
  expect(await sendToStore(form, 'the scan')).toEqual({
    status: 303,
    location: expect.stringMatching(`^https://recordwell\\.example${location}\\?`) as string,
  });
  expect(await attached()).toEqual([]);
  expect((await olga.get(location)).location).toBe(`${path()}?done=attached`);
  expect(await attached()).toEqual([{ fileName: 'Medical Record.pdf', area: 'deliverables', sizeBytes: 8 }]);
  expect((await world.audits({ event: 'recordRequest.attach' })).at(-1)).toMatchObject({
    resourceUid: uid,
    actorName: 'olga@recordwell.example',
    outcome: 'success',
  });
  const page = await olga.get(path());
  const [, file = ''] = /href="(\/desk\/requests\/[^"]+\/files\/[^"]+)"/.exec(page.html) ?? [];
  const downloaded = await fetch((await olga.get(file)).location);
  expect([downloaded.headers.get('content-type'), await downloaded.text()]).toEqual([
    'application/pdf',
    'the scan',
  ]);
  // The form can be sent again, but what is on record stays, and its place is gone.
  expect((await sendToStore(form, 'another')).status).toBe(303);
  expect((await olga.get(location)).status).toBe(404);
  expect(await (await fetch((await olga.get(file)).location)).text()).toBe('the scan');
});

test('The same file again returns 409, and unattached uploads are removed in a day [DESK-33]', async () => {
  const { location } = await announce({});
  await sendToStore(storeForm(await olga.get(location)), 'the scan');
  const again = await olga.get(location);
  expect([again.status, again.html.includes('already has this file')]).toEqual([409, true]);
  const due = await readRows<{ hours: number }>(
    world.db,
    'select round(extract(epoch from due_at - now()) / 3600)::int as hours from object_removal ' +
      'where storage_key = ?',
    [`desk-uploads/${location.slice(location.lastIndexOf('/') + 1)}`],
  );
  expect(due).toEqual([{ hours: 24 }]);
});

test('A form that is sent twice prepares one upload, and is forgotten after a day [CONSOLE-100]', async () => {
  const form = { ...Object.fromEntries(formOn((await olga.get(path())).html, `${path()}/uploads`) ?? []) };
  const fields = { ...form, name: 'Twice.pdf', as: 'deliverable' };
  const [first, second] = [await announce(fields), await announce(fields)];
  expect([first.status, second.location]).toEqual([303, first.location]);
  const sentForms = () =>
    readRows(world.db, 'select form_key from sent_form where form_key = ?', [form['once'] ?? '']);
  expect(await sentForms()).toHaveLength(1);
  await removeExpiredRows({ db: world.db, clock: { now: () => new Date(Date.now() + 23 * 3_600_000) } });
  expect(await sentForms()).toHaveLength(1);
  await removeExpiredRows({ db: world.db, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } });
  expect(await sentForms()).toEqual([]);
});

test.each([
  ['no name', { name: ' ' }],
  ['a name with a slash', { name: 'a/b.pdf' }],
  ['a name that is too long', { name: `${'a'.repeat(300)}.pdf` }],
  ['an unknown type', { as: 'nonsense' }],
  ['an attachment without an extension', { name: 'readme', as: 'attachment' }],
  ['a document as the first file after asking again', { as: 'document', newReturn: 'yes' }],
])('An upload with %s returns 409 and gets no place [DESK-33]', async (_, fields) => {
  const before = await readRows(world.db, 'select uid from desk_upload');
  expect((await announce(fields)).status).toBe(409);
  expect(await readRows(world.db, 'select uid from desk_upload')).toEqual(before);
});

test('Uploads are refused for sandbox, unknown, and otherwise assigned requests [DESK-33]', async () => {
  const sandbox = await makeRequest(world, acme);
  expect((await olga.get(`/desk/requests/${sandbox.id}`)).html).not.toContain('Attach file');
  const uma = await operatorAtDesk(world, 'Uma');
  const { location } = await announce({}, uma);
  const form = storeForm(await uma.get(location));
  await olga.send(path(), `/desk/queue/recordRequest/${uid}/take`);
  expect((await announce({}, uma)).status).toBe(409);
  await sendToStore(form, 'what she has');
  const held = await uma.get(location);
  expect([held.status, held.html.includes('assigned to Olga.')]).toEqual([409, true]);
  expect(held.html).toContain('<h1>File not attached</h1>');
  await olga.send(path(), `/desk/queue/recordRequest/${uid}/release`);
  expect((await uma.get(location)).status).toBe(303);
  for (const absent of ['x', '01a1fa97-cbfd-72da-9b40-09c034bab473'])
    expect((await olga.get(`${path()}/uploads/${absent}`)).status).toBe(404);
});

test('The announcement of a file that never arrives is kept for 31 days [DESK-33]', async () => {
  await announce({ name: 'never.pdf' });
  const kept = async (days: number): Promise<number> => {
    const now = new Date(Date.now() + days * 24 * 3_600_000);
    await removeExpiredRows({ db: world.db, clock: { now: () => now } });
    return (await readRows(world.db, `select uid from desk_upload where file_name = 'never.pdf'`)).length;
  };
  expect([await kept(30), await kept(32)]).toEqual([1, 0]);
});
