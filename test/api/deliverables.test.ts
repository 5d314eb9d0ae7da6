/** The progress of a deliverable, and when returned files are listed. */
import type { ObjectStore } from '../../src/files/object-store';
import type { FacilityChannel } from '../../src/partners/facility-channel';
import { collectReturn, sendRecordRequest } from '../../src/usecases/record-requests/work';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { fileOf, requestOf } from '../support/operations/records';
import { anyPurpose } from '../support/any-purpose';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** Creates a deliverable with one size on record, and other bytes in the object store. */
async function deliverable(recorded: number, stored: Buffer | undefined): Promise<string> {
  const place = { world, company, fresh: () => `t-${recorded}-${stored?.length ?? 'none'}` };
  const { companyId, projectId, patientId, recordRequestId, filename } = await fileOf(place);
  const [file] = await world
    .db<{ record_request_uid: string; storage_key: string; size_bytes: number }>('stored_file')
    .where({ record_request_uid: recordRequestId ?? '' })
    .update({ size_bytes: recorded })
    .returning('storage_key');
  if (stored !== undefined)
    await world.services.files.put(file?.storage_key ?? '', stored, 'application/pdf');
  return `/v0/companies/${companyId}/projects/${projectId}/patients/${patientId}/record-requests/${recordRequestId}/deliverables/${filename}`;
}

async function poll(path: string): Promise<Answer> {
  const answer = await world.call('HEAD', path, { key: company.sandboxKey });
  expect([answer.status, answer.text]).toEqual([200, '']);
  return answer;
}

test.each<[string, number, number | undefined, string]>([
  ['a complete file', 1_000, 1_000, '100'],
  ['a file whose object is gone', 1_000, undefined, '0'],
  ['a file whose object is empty', 1_000, 0, '0'],
  ['a file that lacks a byte', 1_000, 999, '99'],
  ['a file that is one third complete', 300, 100, '33'],
  ['a file that was replaced by a longer one', 1_000, 2_000, '100'],
  ['an empty file', 0, 0, '100'],
])(
  'x-progress of %s is the percentage that can be downloaded [FILE-25] [DECISION-34]',
  async (_, recorded, stored, percent) => {
    const path = await deliverable(recorded, stored === undefined ? undefined : Buffer.alloc(stored, 1));
    const { headers } = await poll(path);
    expect(headers.get('x-progress')).toBe(percent);
    const { json } = await world.call('GET', path, { key: company.sandboxKey });
    const download = await fetch(String(json['downloadUrl']));
    expect(download.status).toBe(stored === undefined ? 404 : 200);
    expect((await download.arrayBuffer()).byteLength === recorded || recorded < (stored ?? 0)).toBe(
      percent === '100',
    );
    if (stored !== undefined) expect(headers.get('x-etag')).toBe(download.headers.get('etag'));
  },
);

describe('Returned files', () => {
  const returned = ['First.pdf', 'Second.pdf'].map(fileName => ({
    fileName,
    contentType: 'application/pdf',
    // Not PDFs by their bytes, so they are listed without being read first.
    bytes: Buffer.from(`bytes of ${fileName}`),
  }));
  const channel: FacilityChannel = {
    name: 'returning',
    ...anyPurpose,
    ask: async () => ({ kind: 'returned', files: returned, share: 'whole' }),
  };
  const partners = { searchPartner: () => undefined, facilityChannel: () => channel };

  async function sent(name: string) {
    const params = await requestOf({ world, company, fresh: () => name });
    const recordRequestUid = params['recordRequestId'] ?? '';
    const path = `/v0/companies/acme/projects/${params['projectId'] ?? ''}/patients/${name}/record-requests/${recordRequestUid}/deliverables`;
    const { sequence } = await sendRecordRequest({ ...world.services, partners }, { recordRequestUid });
    const names = async () => {
      const { json } = await world.call('GET', path, { key: company.sandboxKey });
      return (json['files'] as ReadonlyArray<{ readonly fileName: string }>).map(({ fileName }) => fileName);
    };
    const collect = (put: ObjectStore['put']) =>
      collectReturn(
        { ...world.services, partners, files: { ...world.services.files, put } },
        { recordRequestUid, sequence },
      );
    return { path, names, collect };
  }

  test('are listed once all of them are complete in the object store, and not before [DECISION-34]', async () => {
    const { path, names, collect } = await sent('whole');
    const { files } = world.services;
    const listedMeanwhile: unknown[] = [];
    await collect(async (...args) => {
      listedMeanwhile.push(await names());
      const facts = await files.put(...args);
      listedMeanwhile.push(await names());
      return facts;
    });
    expect(listedMeanwhile).toEqual([[], [], [], []]);
    expect(await names()).toEqual(['First.pdf', 'Second.pdf']);
    for (const fileName of await names())
      expect((await poll(`${path}/${fileName}`)).headers.get('x-progress')).toBe('100');
  });

  test("aren't listed while one of them can't be stored, and all are listed once it can", async () => {
    const { names, collect } = await sent('in-parts');
    const { files } = world.services;
    const failing: ObjectStore['put'] = async (key, ...rest) => {
      if (key.endsWith('/2')) throw new Error('the store is down');
      return files.put(key, ...rest);
    };
    await expect(collect(failing)).rejects.toThrow('the store is down');
    expect(await names()).toEqual([]);
    await collect(files.put);
    expect(await names()).toEqual(['First.pdf', 'Second.pdf']);
  });
});
