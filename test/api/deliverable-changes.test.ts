/**
 * Deliverables that arrive, are renamed, and are deleted keep their names, and no file replaces another.
 */
import * as fc from 'fast-check';
import { removeDueObjects } from '../../src/usecases/files/file-records';
import { compareFileNames } from '../../src/domain/record-requests/file-name';
import type { StoredFile } from '../../src/store/files/stored-files';
import { startApiWorld, type ApiWorld, type TestCompany } from '../support/api-world';
import { makeRequest, storedPathOf, type TestRequest } from '../support/request-files';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

const request = (): Promise<TestRequest> => makeRequest(world, company);

async function bytesAt(url: unknown): Promise<string> {
  const answer = await fetch(String(url));
  return answer.status === 200 ? answer.text() : String(answer.status);
}

async function bytesOf({ call }: TestRequest, fileName: string): Promise<string> {
  const { status, json } = await call('GET', `/deliverables/${fileName}`);
  return status === 200 ? bytesAt(json['downloadUrl']) : String(status);
}

describe('Deliverable names', () => {
  test('get a number before the extension when a second file has the same name [FILE-3] [FILE-4]', async () => {
    const files = await request();
    for (let count = 0; count < 3; count += 1) await files.put('Chart.pdf');
    await files.put('Chart');
    expect(await files.names()).toEqual(['Chart', 'Chart.pdf', 'Chart (2).pdf', 'Chart (3).pdf']);
    await files.put('Chart (2).pdf');
    expect(await files.names()).toContain('Chart (2) (2).pdf');
  });

  test.each([
    ['capitals', 'Chart.pdf', 'CHART.PDF', 'CHART (2).PDF'],
    ['Unicode form', 'R\u00E9sum\u00E9.pdf', 'Re\u0301sume\u0301.pdf', 'R\u00E9sum\u00E9 (2).pdf'],
    ['capitals beyond ASCII', 'RÖNTGEN.pdf', 'röntgen.pdf', 'röntgen (2).pdf'],
    ['a sharp s', 'Straße.pdf', 'STRASSE.pdf', 'STRASSE (2).pdf'],
  ])('are equal if they differ only in %s [FILE-3]', async (_, first, second, listed) => {
    const files = await request();
    const { storageKey } = await files.put(first);
    await files.put(second);
    expect((await files.names()).toSorted()).toEqual([first, listed].toSorted());
    const { json } = await files.call('GET', `/deliverables/${second}`);
    expect(decodeURIComponent(String(json['downloadUrl']))).toContain(storageKey);
  });

  test('are unique for files that arrive at the same time [FILE-3] [FILE-4]', async () => {
    const files = await request();
    await Promise.all(Array.from({ length: 12 }, () => files.put('Chart.pdf')));
    const names = await files.names();
    expect(new Set(names).size).toBe(12);
    expect(names).toContain('Chart (12).pdf');
  });

  test('are unique and keep leading to the same file while files arrive, go, or are renamed [FILE-3] [FILE-29]', async () => {
    const name = fc.constantFrom(
      'a.pdf',
      'A.pdf',
      'a (2).pdf',
      'e\u0301.pdf',
      'é.PDF',
      'a',
      `${'x'.repeat(251)}.pdf`,
    );
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), name }) },
      fc.record({ kind: fc.constant('rename' as const), name, which: fc.nat() }),
      fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async steps => {
        const files = await request();
        // The object that each listed name leads to, as a reader knows it.
        let known = new Map<string, string>();
        for (const taken of steps) {
          const which = 'which' in taken ? [...known][taken.which % Math.max(1, known.size)] : undefined;
          if (taken.kind !== 'put' && which === undefined) continue;
          const [oldName = '', key = ''] = which ?? [];
          if (taken.kind === 'put') await files.put(taken.name);
          else if (taken.kind === 'delete')
            expect((await files.call('DELETE', `/deliverables/${oldName}`)).status).toBe(204);
          else {
            const path = key.slice(key.indexOf('/deliverables/'));
            expect((await files.call('PATCH', path, { newFilename: taken.name })).status).toBe(200);
          }
          const { json } = await files.call('GET', '/deliverables');
          const listed = json['files'] as Array<{ fileName: string; key: string }>;
          const now = new Map(listed.map(file => [file.fileName, file.key]));
          expect(now.size).toBe(listed.length);
          expect(new Set(listed.map(file => file.fileName.normalize('NFC').toLowerCase())).size).toBe(
            now.size,
          );
          expect([...now.keys()]).toEqual([...now.keys()].toSorted(compareFileNames));
          const changed = taken.kind === 'put' ? undefined : oldName;
          for (const [fileName, itsKey] of known)
            if (fileName !== changed) expect(now.get(fileName)).toBe(itsKey);
          if (taken.kind === 'delete') expect([...now.values()]).not.toContain(key);
          known = now;
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

describe('PATCH …/deliverables/{filename}', () => {
  test('renames by the stored path, plain or encoded, and keeps the folder, the key, and the bytes [FILE-26] [DECISION-57]', async () => {
    const files = await request();
    await files.put('Earlier.pdf');
    const file = await files.put('Scan 1.pdf', { returnNumber: 2, folder: 'Chart Documents' });
    const stored = storedPathOf(file);
    expect(stored.split('/')).toHaveLength(2);
    const renamed = await files.call('PATCH', `/deliverables/${stored}`, {
      newFilename: ' dir/Röntgen.pdf ',
    });
    expect(renamed.status).toBe(200);
    expect(renamed.json).toMatchObject({
      fileName: 'Röntgen.pdf',
      key: file.storageKey,
      folder: 'Latest return/Chart Documents',
      size: file.sizeBytes,
    });
    expect(await bytesOf(files, 'Scan 1.pdf')).toBe('404');
    expect(await bytesOf(files, 'Röntgen.pdf')).toBe('bytes of Scan 1.pdf');
    const { json } = await files.call('GET', '/deliverables/Röntgen.pdf');
    const download = await fetch(String(json['downloadUrl']));
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="R_ntgen.pdf"; filename*=UTF-8''R%C3%B6ntgen.pdf`,
    );
    // The same path again with an encoded slash: it hasn't changed.
    const encoded = await world.call('PATCH', `${files.path}/deliverables/${encodeURIComponent(stored)}`, {
      key: company.sandboxKey,
      body: { newFilename: 'Again.pdf' },
    });
    expect([encoded.status, encoded.json['fileName']]).toEqual([200, 'Again.pdf']);
    expect(await files.names()).toEqual(['Again.pdf', 'Earlier.pdf']);
  });

  test('adds a number if another file has the name, but not for a change of its own capitals [FILE-4] [FILE-26]', async () => {
    const files = await request();
    await files.put('a.pdf');
    const path = `/deliverables/${storedPathOf(await files.put('b.pdf'))}`;
    expect((await files.call('PATCH', path, { newFilename: 'A.pdf' })).json['fileName']).toBe('A (2).pdf');
    expect((await files.call('PATCH', path, { newFilename: 'B.PDF' })).json['fileName']).toBe('B.PDF');
    expect((await files.call('PATCH', path, { newFilename: 'b.pdf' })).json['fileName']).toBe('b.pdf');
    expect(await bytesOf(files, 'a.pdf')).toBe('bytes of a.pdf');
    expect(await bytesOf(files, 'b.pdf')).toBe('bytes of b.pdf');
  });

  test('gives each file its own name when many are renamed to one name at the same time [FILE-3] [FILE-26]', async () => {
    const files = await request();
    const put: StoredFile[] = [];
    for (let count = 0; count < 6; count += 1) put.push(await files.put(`${count}.pdf`));
    const renamed = await Promise.all(
      put.map(file => files.call('PATCH', `/deliverables/${storedPathOf(file)}`, { newFilename: 'one.pdf' })),
    );
    expect(renamed.map(({ status }) => status)).toEqual(put.map(() => 200));
    const names = ['one.pdf', 'one (2).pdf', 'one (3).pdf', 'one (4).pdf', 'one (5).pdf', 'one (6).pdf'];
    expect(new Set(renamed.map(({ json }) => String(json['fileName'])))).toEqual(new Set(names));
    expect(await files.names()).toEqual(names);
  });

  test.each(['', '  ', '.hidden.pdf', 'a"b', 'a;b', 'a\\b', 'a\nb', 'x'.repeat(256), 'folder/'])(
    'answers 400 to an invalid name (%#) and changes nothing [FILE-28]',
    async newFilename => {
      const files = await request();
      const path = `/deliverables/${storedPathOf(await files.put('a.pdf'))}`;
      const { status, json } = await files.call('PATCH', path, { newFilename });
      expect([status, json['error']]).toEqual([400, expect.stringContaining('newFilename') as string]);
      expect(await files.names()).toEqual(['a.pdf']);
    },
  );

  test('answers 404 to the listed name, and to a path that is no file of the request [FILE-29]', async () => {
    const files = await request();
    const file = await files.put('a.pdf');
    const document = await files.put('d.pdf', { area: 'documents' });
    for (const path of ['a.pdf', '1', `${storedPathOf(file)}/x`, storedPathOf(document), 'x'.repeat(1_024)])
      expect((await files.call('PATCH', `/deliverables/${path}`, { newFilename: 'b.pdf' })).status).toBe(404);
    expect(await files.names()).toEqual(['a.pdf']);
  });
});

describe('DELETE …/deliverables/{filename}', () => {
  test('removes a file from the list at once, and its bytes from the store despite failed attempts [FILE-24]', async () => {
    const files = await request();
    const file = await files.put('a.pdf');
    await files.put('b.pdf');
    const [url] = [(await files.call('GET', '/deliverables/a.pdf')).json['downloadUrl']];
    const deleted = await files.call('DELETE', '/deliverables/a.pdf');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(await files.names()).toEqual(['b.pdf']);
    for (const method of ['GET', 'HEAD', 'DELETE'])
      expect((await files.call(method, '/deliverables/a.pdf')).status).toBe(404);

    // The store is down. Then a worker dies after it removed the object and before it recorded that.
    const { files: store } = world.services;
    const away = { ...store, remove: () => Promise.reject(new Error('the store is away')) };
    await expect(removeDueObjects({ ...world.services, files: away })).rejects.toThrow('away');
    expect(await bytesAt(url)).toBe('bytes of a.pdf');
    await store.remove(file.storageKey);
    await removeDueObjects(world.services);
    expect(await bytesAt(url)).toBe('404');
    // The folders of pictures are removed once more later.
    const left = await world.db('object_removal').pluck<string[]>('storage_key');
    expect(left.filter(key => !key.endsWith('/'))).toEqual([]);
    expect(await bytesOf(files, 'b.pdf')).toBe('bytes of b.pdf');
    expect(await world.audits({ event: 'deliverable.delete', resourceUid: files.id })).toHaveLength(1);
  });

  test('never removes an object on record, even if the list of removals has it [FILE-24]', async () => {
    const files = await request();
    const file = await files.put('a.pdf');
    const row = { storage_key: file.storageKey, due_at: new Date(0) };
    await world.db('object_removal').insert(row);
    await removeDueObjects(world.services);
    expect(await bytesOf(files, 'a.pdf')).toBe('bytes of a.pdf');
    await world.db('object_removal').where(row).delete();
  });

  test('frees the name for the next file [FILE-3] [FILE-24]', async () => {
    const files = await request();
    const first = await files.put('a.pdf');
    await files.call('DELETE', '/deliverables/a.pdf');
    const next = await files.put('a.pdf');
    expect(await files.names()).toEqual(['a.pdf']);
    expect(next.storageKey).not.toBe(first.storageKey);
    await removeDueObjects(world.services);
    expect(await bytesOf(files, 'a.pdf')).toBe('bytes of a.pdf');
  });
});

test('POST …/deliverables/browse filters and pages the list, and counts the matches [FILE-27]', async () => {
  const files = await request();
  await files.put('Bill.pdf');
  await files.put('Röntgen 1.pdf', { returnNumber: 2 });
  await files.put('Röntgen 2.pdf', { returnNumber: 2, folder: 'Chart Documents' });
  const browse = async (body: object) => {
    const { status, json } = await files.call('POST', '/deliverables/browse', body);
    const found = (json['files'] ?? []) as Array<{ fileName: string }>;
    return [status, found.map(({ fileName }) => fileName), json['total']];
  };
  const all = ['Bill.pdf', 'Röntgen 1.pdf', 'Röntgen 2.pdf'];
  expect(await browse({})).toEqual([200, all, 3]);
  expect(await browse({ search: 'RÖNTGEN' })).toEqual([200, all.slice(1), 2]);
  expect(await browse({ search: 'chart doc' })).toEqual([200, ['Röntgen 2.pdf'], 1]);
  expect(await browse({ take: 1, skip: 1 })).toEqual([200, ['Röntgen 1.pdf'], 3]);
  expect(await browse({ take: 0 })).toEqual([200, [], 3]);
  expect(await browse({ search: 'nothing' })).toEqual([200, [], 0]);
  expect((await browse({ take: 1_001 }))[0]).toBe(400);
  const listed = (await files.call('GET', '/deliverables')).json['files'] as object[];
  const [first] = (await files.call('POST', '/deliverables/browse', { search: 'bill' })).json[
    'files'
  ] as object[];
  expect({ ...first, url: '' }).toEqual({ ...listed[0], url: '' });
});

test.each(['Completed', 'Partial', 'NeedToReviewResults'])(
  'A record request that is %s shows its deliverables [REQUEST-8]',
  async status => {
    const files = await request();
    await files.put('a.pdf');
    const shown = async () => (await files.call('GET', '')).json['deliverables'];
    expect(await shown()).toEqual([]);
    await world.db('record_request').where('uid', files.id).update({ status });
    expect(await shown()).toMatchObject([{ fileName: 'a.pdf' }]);
  },
);

test('The object store answers 403 to a download URL with any alteration [FILE-2] [AUTH-23]', async () => {
  const files = await request();
  const file = await files.put('a.pdf');
  const other = await files.put('b.pdf');
  const url = String((await files.call('GET', '/deliverables/a.pdf')).json['downloadUrl']);
  expect(await bytesAt(url)).toBe('bytes of a.pdf');
  const altered = [
    url.replace(storedPathOf(file), storedPathOf(other)),
    url.replace('a.pdf', 'b.pdf'),
    url.replace('attachment', 'inline'),
    url.replace('X-Amz-Expires=3600', 'X-Amz-Expires=7200'),
    url.replace(
      /(X-Amz-Date=\d{8}T\d{5})(\d)/,
      (_, start: string, last: string) => `${start}${9 - Number(last)}`,
    ),
    url.replace(/.$/, last => (last === '0' ? '1' : '0')),
    url.replace(/\?.*/, ''),
    `${url}&response-content-type=text%2Fhtml`,
  ];
  for (const changed of altered) {
    expect(changed).not.toBe(url);
    expect(await bytesAt(changed)).toBe('403');
  }
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
});

test('A closed project allows no rename and no deletion [DECISION-58]', async () => {
  const files = await request();
  const file = await files.put('a.pdf');
  await world.db('project').where('id', 'sandbox').update({ status: 'Closed' });
  const call = (method: string, rest: string, body?: object) =>
    files.call(method, rest, body, company.productionKey);
  expect((await call('GET', '/deliverables')).status).toBe(200);
  expect((await call('DELETE', '/deliverables/a.pdf')).status).toBe(403);
  const renamed = await call('PATCH', `/deliverables/${storedPathOf(file)}`, { newFilename: 'b.pdf' });
  expect(renamed.status).toBe(403);
  await world.db('project').where('id', 'sandbox').update({ status: 'Sandbox' });
});
