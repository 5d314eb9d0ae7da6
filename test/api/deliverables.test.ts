/** How far a deliverable is, and how long its URLs are good. */
import type { StoredFile } from '../../src/store/stored-files';
import { startApiWorld, type Answer, type ApiWorld, type TestCompany } from '../support/api-world';
import { fileOf } from '../support/operations/records';

let world: ApiWorld;
let company: TestCompany;
beforeAll(async () => {
  world = await startApiWorld();
  company = await world.company('acme');
});
afterAll(() => world.close());

/** A deliverable of so many bytes by its record, and of so many in the object store. */
async function deliverable(recorded: number, stored: Buffer | undefined): Promise<string> {
  const place = { world, company, fresh: () => `t-${recorded}-${stored?.length ?? 'none'}` };
  const { companyId, projectId, patientId, recordRequestId, filename } = await fileOf(place);
  const [file] = await world
    .db<Pick<StoredFile, 'uid'> & { record_request_uid: string; storage_key: string; size_bytes: number }>(
      'stored_file',
    )
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
  ['a file that lies there whole', 1_000, 1_000, '100'],
  ['a file whose object is gone', 1_000, undefined, '0'],
  ['a file whose object is empty', 1_000, 0, '0'],
  ['a file of which a byte is missing', 1_000, 999, '99'],
  ['a file of which a third is there', 300, 100, '33'],
  ['a file that was put there anew, longer', 1_000, 2_000, '100'],
  ['an empty file', 0, 0, '100'],
])(
  'x-progress of %s is what can be downloaded of it [FILE-25] [DECISION-34]',
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
