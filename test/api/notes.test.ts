/** Notes on record requests: who may write, change, and read them, and their webhook events. */
import { notesMax } from '../../src/domain/record-requests/limits';
import { createOperatorsNote } from '../../src/usecases/record-requests/notes';
import { addMember } from '../../src/usecases/tenants/members';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { makeRequest, type TestRequest } from '../support/request-files';

let world: ApiWorld;
let company: TestCompany;
let colleague: string;
let viewer: string;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
  const member = async (name: string, role: string): Promise<string> => {
    const email = `${name}@acme.example`;
    await world.change(change =>
      addMember(change, { companyId: 'acme', email, name, role, seesAllProjects: true }),
    );
    return world.keyFor('acme', email, 'sandbox');
  };
  colleague = await member('colleague', 'Member');
  viewer = await member('viewer', 'Viewer');
});
afterAll(() => world.close());

const content = 'The visit was in the spring.';

async function write(request: TestRequest, words = content, key?: string): Promise<string> {
  const { status, json } = await request.call('POST', '/notes', { content: words }, key);
  expect(status).toBe(201);
  return String(json['id']);
}

test('A note is stored with its author and time, and anyone who may view the request can read it [REQUEST-27] [DECISION-37]', async () => {
  const request = await makeRequest(world, company, 'kept');
  const { json } = await request.call('POST', '/notes', { content: `  ${content}\n` });
  expect(json).toMatchObject({
    content,
    author: { kind: 'user', name: 'Admin' },
    recordRequestId: request.id,
    patientId: 'kept',
    projectId: 'sandbox',
    companyId: 'acme',
  });
  const { json: read } = await request.call('GET', `/notes/${String(json['id'])}`, undefined, viewer);
  expect(read).toEqual(json);
  expect(await world.audits({ event: 'note.create' })).toMatchObject([{ resourceUid: json['id'] }]);
  expect((await request.call('POST', '/notes', { content }, viewer)).status).toBe(403);
});

test('Notes are listed oldest first, in pages [REQUEST-27]', async () => {
  const request = await makeRequest(world, company, 'listed');
  for (const words of ['one', 'two', 'three']) await write(request, words);
  const page = async (query: string): Promise<[string[], unknown]> => {
    const { json } = await world.call('GET', `${request.path}/notes?${query}`, { key: company.sandboxKey });
    return [(json['notes'] as Array<{ content: string }>).map(note => note.content), json['nextCursor']];
  };
  const [first, cursor] = await page('limit=2');
  expect([first, await page(`limit=2&cursor=${String(cursor)}`)]).toEqual([
    ['one', 'two'],
    [['three'], null],
  ]);
});

test('Only its author can change a note, and saving the same text changes nothing [REQUEST-27] [EVENT-15]', async () => {
  const request = await makeRequest(world, company, 'changed');
  const id = await write(request);
  const edit = (words: string, key?: string) =>
    request.call('PATCH', `/notes/${id}`, { content: words }, key);
  expect(await edit('in May', colleague)).toMatchObject({ status: 403, json: { problem: 'note.notYours' } });
  expect((await edit(content)).headers.get('etag')).toBe('"1"');
  const changed = await edit('in May');
  expect([changed.status, changed.json['content'], changed.headers.get('etag')]).toEqual([
    200,
    'in May',
    '"2"',
  ]);
  const late = await world.call('PATCH', `${request.path}/notes/${id}`, {
    key: company.sandboxKey,
    body: { content: 'in June' },
    headers: { 'If-Match': '"1"' },
  });
  expect(late.status).toBe(412);
  expect((await world.events(id)).map(({ eventType, changed: fields }) => [eventType, fields])).toEqual([
    ['note.created', []],
    ['note.updated', ['content', 'updatedAt']],
  ]);
});

test('Notes by support have one common author, and no customer can change them [REQUEST-27]', async () => {
  const request = await makeRequest(world, company, 'operators');
  const { uid } = await world.change(change =>
    createOperatorsNote(change, { recordRequestUid: request.id }, content),
  );
  const { json } = await request.call('GET', `/notes/${uid}`);
  expect(json['author']).toEqual({ kind: 'service', id: 'delivery-team', name: 'Support' });
  expect((await request.call('PATCH', `/notes/${uid}`, { content: 'other' })).status).toBe(403);
});

test("A note doesn't exist under another record request, or for keys that can't see its request [KEY-3] [KEY-4]", async () => {
  const [mine, other] = [
    await makeRequest(world, company, 'own'),
    await makeRequest(world, company, 'sibling'),
  ];
  const theirs = await world.company('umbrella');
  const id = await write(mine);
  const answers = [
    await other.call('GET', `/notes/${id}`),
    await other.call('PATCH', `/notes/${id}`, { content: 'stolen' }),
    await mine.call('GET', `/notes/${id}`, undefined, theirs.sandboxKey),
    await mine.call('GET', '/notes', undefined, theirs.sandboxKey),
    await mine.call('POST', '/notes', { content }, company.productionKey),
    await mine.call('PATCH', `/notes/${id}`, { content }, theirs.productionKey),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test('A request has at most 500 notes, and a note at most 10,000 characters', async () => {
  const request = await makeRequest(world, company, 'full');
  await write(request, 'x'.repeat(10_000));
  expect((await request.call('POST', '/notes', { content: 'x'.repeat(10_001) })).status).toBe(422);
  await world.db.raw(
    `insert into note select uuidv7(), company_uid, project_uid, patient_uid, record_request_uid, content,
      author,
       author_user_uid, version, created_at, updated_at from note, generate_series(2, ?::int)
     where record_request_uid = ?`,
    [notesMax, request.id],
  );
  expect(await request.call('POST', '/notes', { content })).toMatchObject({
    status: 400,
    json: { error: 'The record request already has 500 notes.', problem: 'note.tooMany' },
  });
});
