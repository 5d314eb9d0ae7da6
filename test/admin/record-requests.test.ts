import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { recordRequestStatuses } from '../../src/domain/record-requests/record-request';
import { systemClock } from '../../src/platform/clock';
import { attachFile, attachedBytesMax } from '../../src/usecases/files/operator-files';
import { removeDueObjects } from '../../src/usecases/files/file-records';
import { admin, type AdminResult } from '../support/admin-shell';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { openTestFiles } from '../support/files';
import { jane, mercyClinic, patientsPath, putPatient, review, storedPatient } from '../support/patients';

let world: ApiWorld;
let acme: TestCompany;
let umbrella: TestCompany;
let folder: string;
beforeAll(async () => {
  world = await startApiWorld();
  acme = await world.company('acme');
  umbrella = await world.company('umbrella');
  folder = await mkdtemp(join(tmpdir(), 'recordwell-attach-'));
  for (const company of [acme, umbrella]) {
    await putPatient(world, company, 'live', 'case-1', jane);
    await review(world, await storedPatient(world, company, 'live', 'case-1'), {
      authorizationStatus: 'Approved',
    });
  }
  await putPatient(world, acme, 'sandbox', 'case-1', jane);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

function keyOf(company: TestCompany, project: string): string {
  return project === 'sandbox' ? company.sandboxKey : company.productionKey;
}

async function ask(
  company: TestCompany,
  project: 'live' | 'sandbox' = 'live',
  patient = 'case-1',
): Promise<string> {
  const path = `${patientsPath(company, project, patient)}/record-requests`;
  const body = { ...mercyClinic, medicalRecord: true, startDateOfService: '2024-01-01' };
  const { json } = await world.call('POST', path, { key: keyOf(company, project), body });
  const { requests } = json as { requests: Array<{ request: { id: string } }> };
  return requests[0]?.request.id ?? '';
}

async function read(company: TestCompany, id: string, rest = ''): Promise<Readonly<Record<string, unknown>>> {
  const path = `${patientsPath(company, 'live', 'case-1')}/record-requests/${id}${rest}`;
  return (await world.call('GET', path, { key: company.productionKey })).json;
}

/** Runs a command. Returns the result and the audit events. */
async function run(line: readonly string[]): Promise<AdminResult & { readonly events: string[] }> {
  const before = (await world.audits({ actorName: 'olga' })).length;
  const result = await admin(world, ['record-request', ...line, '--json']);
  const rows = await world.audits({ actorName: 'olga' });
  return { ...result, events: rows.slice(before).map(({ event }) => event) };
}

async function file(name: string, bytes: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Returns every stored object of a record request. */
async function objectsOf(id: string): Promise<string[]> {
  const files = openTestFiles();
  try {
    const keys: string[] = [];
    for (
      let page = await files.listAfter(undefined);
      page.length > 0;
      page = await files.listAfter(keys.at(-1))
    )
      keys.push(...page.map(({ key }) => key));
    return keys.filter(key => key.includes(id));
  } finally {
    files.close();
  }
}

describe('record-request list', () => {
  test('lists requests of all companies, oldest first, filtered by company, status, and who they wait for', async () => {
    const [first, second, onSandbox] = [await ask(acme), await ask(umbrella), await ask(acme, 'sandbox')];
    await run(['set-status', second, 'NoRecordFound']);
    const listed = async (...words: string[]): Promise<Array<{ request: string }>> =>
      (await run(['list', ...words])).json() as Array<{ request: string }>;
    expect(await listed()).toMatchObject([
      {
        request: first,
        company: 'acme',
        project: 'live',
        kind: 'medicalRecord',
        status: 'Submitted',
        waitsFor: 'operator',
        site: 'Mercy Clinic',
      },
      { request: second, company: 'umbrella', status: 'NoRecordFound', waitsFor: null },
      { request: onSandbox, waitsFor: 'facility' },
    ]);
    expect(await listed('--waits-for-operator')).toMatchObject([{ request: first }]);
    expect(await listed('--company', 'umbrella')).toMatchObject([{ request: second }]);
    expect(await listed('--status', 'Submitted', '--company', 'acme', '--after', first)).toMatchObject([
      { request: onSandbox },
    ]);
    expect((await run(['list'])).events).toEqual(['recordRequest.list']);
    const page = await admin(world, ['record-request', 'list', '--limit', '1']);
    expect(page.stdout).toContain(`There are more. To see the next page, add --after ${first}.`);
    expect(page.stdout).not.toMatch(/Jane|Doe/);
    // In the sandbox, requests wait for an operator if no channel continues them.
    await run(['set-status', onSandbox, 'AuthDenied']);
    expect(await listed('--waits-for-operator')).toMatchObject([{ request: first }, { request: onSandbox }]);
  });
});

describe('A possible duplicate record request', () => {
  test('is created, and shows operators, but not the customer, which request it repeats [REQUEST-28]', async () => {
    await putPatient(world, acme, 'live', 'twice', jane);
    const askTwice = (): Promise<string> => ask(acme, 'live', 'twice');
    const [first, again] = [await askTwice(), await askTwice()];
    expect((await run(['show', first])).json()).toMatchObject({ likelyDuplicateOf: null });
    expect((await run(['show', again])).json()).toMatchObject({ likelyDuplicateOf: first });
    const listed = (await run(['list', '--company', 'acme', '--after', first])).json();
    expect(listed).toContainEqual(expect.objectContaining({ request: again, likelyDuplicateOf: first }));
    const path = `${patientsPath(acme, 'live', 'twice')}/record-requests/${again}`;
    expect((await world.call('GET', path, { key: acme.productionKey })).text).not.toContain(first);
    await run(['set-status', first, 'Canceled']);
    await run(['set-status', again, 'DuplicateRequest']);
    expect((await run(['show', await askTwice()])).json()).toMatchObject({ likelyDuplicateOf: null });
  });
});

describe('record-request note', () => {
  test("adds a note for the customer, and show lists both sides' notes [REQUEST-27]", async () => {
    const id = await ask(acme);
    expect(await run(['note', id, 'May we ask for March as well?'])).toMatchObject({
      exitCode: 0,
      events: ['note.create'],
    });
    const path = `${patientsPath(acme, 'live', 'case-1')}/record-requests/${id}/notes`;
    await world.call('POST', path, { key: acme.productionKey, body: { content: 'Yes, please.' } });
    const { notes } = (await run(['show', id])).json() as { notes: string[] };
    expect(notes).toEqual([
      expect.stringMatching(/Support: May we ask for March as well\?$/),
      expect.stringMatching(/Admin: Yes, please\.$/),
    ]);
    expect(await run(['note', id, ' '])).toMatchObject({ exitCode: 64, events: [] });
  });
});

test('--waits-for-operator lists exactly the requests that wait for an operator [REQUEST-29]', async () => {
  const covered = { name: 'Covered', purpose: 'CoveredTreatment' };
  const key = acme.productionKey;
  await world.call('PUT', '/v0/companies/acme/projects/covered', { key, body: covered });
  for (const [project, authorizationStatus] of [
    ['live', 'Approved'],
    ['live', 'NeedsApproval'],
    ['live', 'MissingSignature'],
    ['covered', 'Approved'],
    ['covered', 'NeedsApproval'],
    ['sandbox', 'NeedsApproval'],
  ] as const) {
    const id = `${project}-${authorizationStatus}`;
    const path = patientsPath(acme, project, id);
    await world.call('PUT', path, { key: keyOf(acme, project), body: jane });
    for (const status of recordRequestStatuses)
      for (const [channel, channelFault] of [
        [null, null],
        ['ehrnet', null],
        ['ehrnet', 'removed'],
      ]) {
        const body = { ...mercyClinic, imaging: true };
        const { json } = await world.call('POST', `${path}/record-requests`, {
          key: keyOf(acme, project),
          body,
        });
        const { requests } = json as { requests: Array<{ request: { id: string } }> };
        await world
          .db('record_request')
          .where({ uid: requests[0]?.request.id })
          .update({ status, channel, channel_fault: channelFault });
      }
    await world
      .db('patient')
      .where({ id, company_uid: acme.uid })
      .update({ authorization_status: authorizationStatus });
  }
  const list = async (...words: string[]): Promise<Array<{ request: string; waitsFor: string | null }>> =>
    (await run(['list', '--company', 'acme', '--limit', '1000', ...words])).json() as Array<{
      request: string;
      waitsFor: string | null;
    }>;
  const forOperator = (await list()).filter(({ waitsFor }) => waitsFor === 'operator');
  expect(forOperator.length).toBeGreaterThan(20);
  expect(await list('--waits-for-operator')).toEqual(forOperator);
});

describe('record-request attach', () => {
  test('stores a deliverable, which the customer sees once the request is completed [FILE-1]', async () => {
    const id = await ask(acme);
    // Not a PDF by its bytes, so it isn't read before it is released.
    const bytes = Buffer.from('bytes of what came back');
    const path = await file('scan-0001.pdf', bytes);
    const line = [
      'attach',
      `record-request/${id}`,
      path,
      '--as',
      'deliverable',
      '--name',
      'Medical Record.pdf',
    ];
    const attached = await run(line);
    expect(attached).toMatchObject({ exitCode: 0, events: ['recordRequest.attach'] });
    expect(await read(acme, id)).toMatchObject({ deliverables: [] });
    expect((await run(['show', id])).json()).toMatchObject({
      request: id,
      site: ['Mercy Clinic', '1 Main St', 'Boston, MA 02139'],
      startDateOfService: '2024-01-01',
      waitsFor: 'operator',
      files: [expect.stringMatching(/^deliverable: Medical Record\.pdf, 23 bytes, /)],
    });

    expect(await run(['set-status', id, 'Completed'])).toMatchObject({ exitCode: 0 });
    const [deliverable] = (await read(acme, id))['deliverables'] as Array<Record<string, string>>;
    expect(deliverable).toMatchObject({
      fileName: 'Medical Record.pdf',
      size: bytes.length,
      key: expect.stringMatching(
        `^companies/${acme.uid}/record-requests/${id}/deliverables/[0-9a-f-]{36}$`,
      ) as string,
      uploadedBy: { kind: 'service', name: 'Support' },
    });
    const answer = await fetch(deliverable?.['url'] ?? '');
    expect(answer.headers.get('content-disposition')).toContain('Medical Record.pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const digest = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
    expect(digest(new Uint8Array(await answer.arrayBuffer()))).toBe(digest(bytes));
    expect((await world.events(id)).map(({ eventType }) => eventType)).toEqual([
      'recordRequest.created',
      'recordRequest.statusChanged',
      'recordRequest.completed',
    ]);
  });

  test("stores a document, which isn't a deliverable", async () => {
    const id = await ask(acme);
    const path = await file('Cover Letter.pdf', 'cover');
    expect(await run(['attach', id, path, '--as', 'document'])).toMatchObject({ exitCode: 0 });
    expect((await run(['show', id])).json()).toMatchObject({
      files: [expect.stringMatching(/^document: Cover Letter\.pdf, 5 bytes/)],
    });
    expect(await read(acme, id, '/deliverables')).toEqual({ files: [] });
    expect(await run(['set-status', id, 'Completed'])).toMatchObject({ exitCode: 1, events: [] });
  });

  test('rejects the same file again, and numbers another file with the same name [FILE-4]', async () => {
    const id = await ask(acme);
    const path = await file('twice.pdf', 'first');
    const line = ['attach', id, path, '--as', 'deliverable'];
    await run(line);
    const again = await run(line);
    expect(again).toMatchObject({ exitCode: 1, events: [] });
    expect(again.stderr).toContain('already has this file');
    expect(await objectsOf(id)).toHaveLength(1);
    await writeFile(path, 'second');
    expect((await run(line)).json()).toMatchObject({ fileName: 'twice (2).pdf' });
    // A file of another type can have the same name.
    expect((await run(['attach', id, path, '--as', 'document'])).json()).toMatchObject({
      fileName: 'twice.pdf',
    });
    expect(await objectsOf(id)).toHaveLength(3);
  });

  test('sorts deliverables by return and plan [FILE-21] [FILE-22]', async () => {
    const id = await ask(acme);
    const attach = async (name: string, ...words: string[]): Promise<void> => {
      const result = await run(['attach', id, await file(name, name), '--as', 'deliverable', ...words]);
      expect(result).toMatchObject({ exitCode: 0 });
    };
    const folders = async (): Promise<unknown[]> => {
      const { files } = (await read(acme, id, '/deliverables')) as { files: Array<Record<string, string>> };
      return files.map(({ fileName, folder }) => [fileName, folder]);
    };
    await attach('1a.pdf');
    await attach('1b.pdf', '--part-of-plan');
    await attach('1c.pdf', '--part-of-plan');
    expect(await folders()).toEqual([
      ['1a.pdf', undefined],
      ['1b.pdf', 'Chart Documents'],
      ['1c.pdf', 'Chart Documents'],
    ]);
    await attach('2a.pdf', '--new-return');
    await attach('2b.pdf', '--part-of-plan');
    expect(await folders()).toEqual([
      ['1a.pdf', 'Earlier return'],
      ['1b.pdf', 'Earlier return/Chart Documents'],
      ['1c.pdf', 'Earlier return/Chart Documents'],
      ['2a.pdf', 'Latest return'],
      ['2b.pdf', 'Latest return/Chart Documents'],
    ]);
    expect((await run(['show', id])).stdout).toContain('Latest return/2a.pdf');
  });

  test('stores an attachment on the request itself; its name needs an extension [DECISION-60]', async () => {
    const id = await ask(acme);
    const path = await file('Invoice.pdf', 'invoice');
    const as = ['--as', 'attachment'];
    expect((await run(['attach', id, path, ...as, '--name', 'documents'])).stderr).toContain(
      'needs an extension',
    );
    expect((await run(['attach', id, path, ...as, '--new-return'])).stderr).toContain('for deliverables');
    expect(await run(['attach', id, path, ...as])).toMatchObject({ exitCode: 0 });
    const { downloadUrl } = (await read(acme, id, '/Invoice.pdf')) as { downloadUrl: string };
    await expect((await fetch(downloadUrl)).text()).resolves.toBe('invoice');
    expect((await run(['show', id])).json()).toMatchObject({
      files: [expect.stringMatching(/^attachment: Invoice\.pdf, 7 bytes/)],
    });
  });

  test.each<{ name: string; bytes?: string; words?: string[]; why: string }>([
    { name: 'empty.pdf', bytes: '', why: 'The file is empty' },
    { name: 'a.pdf', words: ['--name', '.hidden'], why: 'must not start with a dot' },
    { name: 'a.pdf', words: ['--name', 'a/b.pdf'], why: 'must not contain slashes' },
    { name: 'a.pdf', words: ['--name', 'a"b.pdf'], why: 'must not contain slashes' },
    { name: 'a.pdf', words: ['--name', 'ä'.repeat(128)], why: 'at most 255 bytes' },
  ])('rejects $name with $words: $why', async ({ name, bytes = 'x', words = [], why }) => {
    const id = await ask(acme);
    const result = await run(['attach', id, await file(name, bytes), '--as', 'deliverable', ...words]);
    expect(result).toMatchObject({ exitCode: 1, events: [] });
    expect(result.stderr).toContain(why);
    expect(await objectsOf(id)).toEqual([]);
  });

  test('rejects folders, large files, and sandbox projects before sending a byte', async () => {
    const id = await ask(acme);
    const as = ['--as', 'deliverable'];
    const large = await file('large.zip', '');
    await truncate(large, attachedBytesMax + 1);
    expect((await run(['attach', id, large, ...as])).stderr).toContain('larger than 5 GiB');
    expect((await run(['attach', id, folder, ...as])).stderr).toContain("This isn't a file");
    expect((await run(['attach', id, join(folder, 'none'), ...as])).stderr).toContain(
      "The file doesn't exist",
    );
    const sandbox = await ask(acme, 'sandbox');
    const refused = await run(['attach', sandbox, await file('real.pdf', 'real'), ...as]);
    expect(refused.stderr).toContain('stub data and real data must not mix');
    expect([...(await objectsOf(id)), ...(await objectsOf(sandbox))]).toEqual([]);
  });

  test('leaves no object and no row if it fails halfway', async () => {
    const id = await ask(acme);
    const files = openTestFiles();
    const parts = { db: world.db, clock: systemClock, nudgeOutbox: () => undefined, files };
    const attach = (sizeBytes: number, open: () => Readable) =>
      attachFile(
        parts,
        { kind: 'operator', name: 'olga' },
        { recordRequestUid: id },
        {
          as: 'deliverable',
          fileName: 'half.pdf',
          sizeBytes,
          isPartOfPlan: false,
          isNewReturn: false,
          bring: (key, contentType) => files.write(key, open(), contentType),
        },
      );
    const before = await world.audits({ actorName: 'olga' });
    await expect(attach(9, () => Readable.from([Buffer.from('shrunk')]))).rejects.toThrow('changed while');
    const breaks = async function* () {
      yield Buffer.from('ha');
      throw new Error('the disk broke');
    };
    await expect(attach(9, () => Readable.from(breaks()))).rejects.toThrow('the disk broke');
    // While the bytes are being sent, someone else attaches the same file.
    const overtaken = async function* () {
      await attach(3, () => Readable.from([Buffer.from('one')]));
      yield Buffer.from('one');
    };
    await expect(attach(3, () => Readable.from(overtaken()))).rejects.toThrow('already has this file');
    files.close();
    expect(await objectsOf(id)).toHaveLength(1);
    expect((await world.audits({ actorName: 'olga' })).slice(before.length)).toMatchObject([
      { event: 'recordRequest.attach' },
    ]);
  });
});

describe('record-request detach', () => {
  test('permanently deletes a file from the list and from storage [FILE-24]', async () => {
    const id = await ask(acme);
    for (const name of ['right.pdf', 'wrong.pdf'])
      await run(['attach', id, await file(name, name), '--as', 'deliverable']);
    const line = ['detach', id, 'WRONG.pdf', '--as', 'deliverable', '--reason', 'wrong request'];
    expect(await run(line)).toMatchObject({ exitCode: 64, events: [] });
    const detached = await run([...line, '--yes']);
    expect(detached).toMatchObject({ exitCode: 0, events: ['recordRequest.detach'] });
    expect(detached.json()).toMatchObject({ fileName: 'wrong.pdf' });
    const { files } = await read(acme, id, '/deliverables');
    expect(files).toMatchObject([{ fileName: 'right.pdf' }]);
    await removeDueObjects(world.services);
    expect(await objectsOf(id)).toHaveLength(1);
    const [audit] = await world.audits({ event: 'recordRequest.detach', resourceUid: id });
    expect(audit).toMatchObject({ reason: 'wrong request' });
    const again = await run([...line, '--yes']);
    expect(again).toMatchObject({ exitCode: 1, events: [] });
    expect(again.stderr).toContain('has no deliverable with this name');
  });
});

test('An object that the store does not remove keeps no other from being removed [FILE-24] [FILE-56]', async () => {
  const id = await ask(acme);
  for (const name of ['stuck.pdf', 'other.pdf']) {
    await run(['attach', id, await file(name, name), '--as', 'deliverable']);
    await run(['detach', id, name, '--as', 'deliverable', '--reason', 'wrong request', '--yes']);
  }
  const [stuck] = await objectsOf(id);
  const { files } = world.services;
  const remove = (key: string): Promise<void> =>
    key === stuck ? Promise.reject(new Error('locked')) : files.remove(key);
  const refusing = { ...world.services, files: { ...files, remove } };
  await expect(removeDueObjects(refusing)).rejects.toThrow('locked');
  expect(await objectsOf(id)).toEqual([stuck]);
  await removeDueObjects(world.services);
  expect(await objectsOf(id)).toEqual([]);
});

describe('record-request set-status', () => {
  test('rejects Completed without a deliverable unless --without-files and --reason are passed', async () => {
    const id = await ask(acme);
    const completed = ['set-status', id, 'Completed'];
    const refused = await run(completed);
    expect(refused).toMatchObject({ exitCode: 1, events: [] });
    expect(refused.stderr).toContain('record-request attach');
    expect(await run([...completed, '--without-files'])).toMatchObject({ exitCode: 64, events: [] });
    expect(await run([...completed, '--reason', 'no'])).toMatchObject({ exitCode: 1, events: [] });
    const reason = 'the site sent the files directly to the customer';
    const moved = await run([...completed, '--without-files', '--reason', reason]);
    expect(moved.json()).toEqual({ recordRequest: id, status: 'Completed' });
    const [audit] = await world.audits({ event: 'recordRequest.changeStatus', resourceUid: id });
    expect(audit).toMatchObject({ reason, resourceKind: 'recordRequest' });
  });

  test('needs no file and no reason for a failure status', async () => {
    const id = await ask(acme);
    expect(await run(['set-status', id, 'SiteClosed'])).toMatchObject({ exitCode: 0 });
  });
});
