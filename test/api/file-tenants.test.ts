/**
 * The files of a record request are out of reach for other companies' keys, for other requests, and for
 * crafted paths.
 */
import { addMember } from '../../src/usecases/tenants/members';
import type { FileArea } from '../../src/store/files/stored-files';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { makeRequest, storedPathOf, type TestRequest } from '../support/request-files';
import { forEachItem } from '../support/operations/requests';
import { exchange, head } from '../support/raw-http';

let world: ApiWorld;
let acme: TestCompany;
let umbrella: TestCompany;
let mine: TestRequest;
let sibling: TestRequest;
let theirs: TestRequest;
let siblingPath: string;
let theirPath: string;
let outsider: string;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  umbrella = await world.company('umbrella');
  mine = await makeRequest(world, acme);
  sibling = await makeRequest(world, acme, 'paul');
  theirs = await makeRequest(world, umbrella);
  const areas: readonly FileArea[] = ['deliverables', 'documents', 'attachments'];
  for (const area of areas) {
    await mine.put('mine.pdf', { area });
    const ofSibling = await sibling.put('secret.pdf', { area });
    const ofTheirs = await theirs.put('secret.pdf', { area });
    if (area !== 'deliverables') continue;
    [siblingPath, theirPath] = [storedPathOf(ofSibling), storedPathOf(ofTheirs)];
  }
  await world.change(change =>
    addMember(change, {
      companyId: 'acme',
      email: 'out@acme.example',
      name: 'Out',
      role: 'Administrator',
      seesAllProjects: false,
    }),
  );
  outsider = await world.keyFor('acme', 'out@acme.example', 'sandbox');
});
afterAll(() => world.close());

const body = { newFilename: 'stolen.pdf' };
/** Every route with a file name, up to the name. */
const named: ReadonlyArray<readonly [method: string, path: string, sent: object | undefined]> = [
  ['GET', '/deliverables/', undefined],
  ['HEAD', '/deliverables/', undefined],
  ['DELETE', '/deliverables/', undefined],
  ['PATCH', '/deliverables/', body],
  ['GET', '/documents/', undefined],
  ['HEAD', '/documents/', undefined],
  ['DELETE', '/documents/', undefined],
  ['PATCH', '/documents/', body],
  ['GET', '/', undefined],
  ['HEAD', '/', undefined],
  ['DELETE', '/', undefined],
];
const unnamed: typeof named = [
  ['GET', '/deliverables', undefined],
  ['POST', '/deliverables/browse', {}],
  ['GET', '/documents', undefined],
  ['PUT', '/documents/new.pdf', undefined],
];

async function everything(): Promise<unknown> {
  return world.db('stored_file').orderBy('uid').select('uid', 'file_name', 'storage_key', 'offered_at');
}

test.each(unnamed)(
  "%s …%s answers 404 for a request that the key can't see, and writes nothing [FILE-30] [KEY-3] [KEY-4]",
  async (method, path, sent) => {
    const before = await everything();
    const keys = [umbrella.sandboxKey, umbrella.productionKey, acme.productionKey, outsider];
    const answers = await Promise.all(keys.map(key => mine.call(method, path, sent, key)));
    // The requests of another patient and of another company under this patient's path.
    for (const id of [sibling.id, theirs.id]) {
      const there = mine.path.replace(mine.id, id);
      const payload = sent === undefined ? {} : { body: sent };
      answers.push(await world.call(method, `${there}${path}`, { key: acme.sandboxKey, ...payload }));
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await everything()).toEqual(before);
  },
);

test.each(named)(
  '%s …%s{filename} answers 404 to a foreign key, request, or file, and changes nothing [KEY-3] [KEY-4]',
  async (method, path, sent) => {
    const before = await everything();
    const answers = await Promise.all(
      [umbrella.sandboxKey, umbrella.productionKey, acme.productionKey, outsider].map(key =>
        mine.call(method, `${path}mine.pdf`, sent, key),
      ),
    );
    for (const name of ['secret.pdf', siblingPath, theirPath])
      for (const [files, key] of [
        [mine, acme.sandboxKey],
        [theirs, acme.sandboxKey],
      ] as const) {
        // A path with a slash may allow only other methods.
        if (name.includes('/') && method !== 'PATCH') continue;
        answers.push(await files.call(method, `${path}${name}`, sent, key));
      }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await everything()).toEqual(before);
  },
);

// HEAD is left out because its answer has no body, and its path is parsed like that of GET.
const written = named.filter(([method]) => method !== 'HEAD');

test.each(written)(
  '%s …%s{filename} never leaves its request by any path [FILE-26] [FILE-29] [DECISION-59]',
  async (method, path, sent) => {
    const before = await everything();
    const payload = sent === undefined ? '' : JSON.stringify(sent);
    const out = [sibling, theirs].flatMap(({ id, path: requestPath }) => [
      `../${id}/deliverables/secret.pdf`,
      `../../${id}/deliverables/${siblingPath}`,
      `..%2f${id}%2fdeliverables%2f${siblingPath}`,
      `%2e%2e%2f${id}%2fdeliverables%2f${siblingPath}`,
      `%2E%2E/${id}/deliverables/secret.pdf`,
      `x/../../${id}/deliverables/${theirPath}`,
      `x%2f..%2f..%2f${id}/deliverables/${theirPath}`,
      `..%5c${id}%5cdeliverables%5csecret.pdf`,
      `..\\\\${id}\\\\secret.pdf`,
      `%252e%252e%252f${id}`,
      `%c0%ae%c0%ae%c0%af${id}`,
      `.%00./${id}`,
      `${requestPath}/deliverables/secret.pdf`,
      `${encodeURIComponent(requestPath)}%2Fdeliverables%2Fsecret.pdf`,
      `companies/${umbrella.uid}/record-requests/${id}/deliverables/${theirPath}`,
      `${theirPath}%00`,
      `${theirPath}%0a`,
      `%20${theirPath}`,
      `${theirPath}/`,
      `//${theirPath}`,
      `${'x/'.repeat(600)}y`,
    ]);
    const lines = ['Host: api', `Authorization: Bearer ${acme.sandboxKey}`, 'Content-Type: application/json'];
    const answers = await forEachItem(out, async rest => {
      const target = `${mine.path}${path}${rest}`;
      const framed = head(method, target, [...lines, `Content-Length: ${payload.length}`]);
      return [rest, (await exchange(world.port, framed + payload))?.status] as const;
    });
    const accepted = answers.filter(([, status]) => ![400, 404, 405].includes(status ?? 0));
    expect(accepted).toEqual([]);
    expect(await everything()).toEqual(before);
  },
);
