/** Record requests with files whose bytes are in the object store. */
import { recordRequestFileKey } from '../../src/files/key-layout';
import { uuidv7 } from '../../src/platform/ids';
import { insertFile, type FileArea, type StoredFile } from '../../src/store/files/stored-files';
import { takeFileName } from '../../src/usecases/files/file-records';
import { lockRecordRequestByUid } from '../../src/store/record-requests/record-requests';
import type { Answer, ApiWorld, TestCompany } from './api-world';
import { jane, mercyClinic, patientsPath, putPatient } from './patients';

/** When all of these files were written. */
export const writtenAt = new Date('2026-11-20T12:00:05.000Z');

/** A record request of a patient on a company's sandbox project. */
export interface TestRequest {
  readonly id: string;
  readonly path: string;
  readonly call: (method: string, rest: string, body?: object, key?: string) => Promise<Answer>;
  /** Records a file like a return does: a taken name gets a number. */
  readonly put: (fileName: string, differs?: Partial<StoredFile>) => Promise<StoredFile>;
  /** Returns the names of the deliverables, in list order. */
  readonly names: () => Promise<string[]>;
}

function pathOf(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

/** Records a file of a record request like a return does, with bytes: a taken name gets a number. */
export async function putRequestFile(
  world: ApiWorld,
  company: TestCompany,
  recordRequestUid: string,
  fileName: string,
  differs: Partial<StoredFile> = {},
  bytes: Uint8Array = Buffer.from(`bytes of ${fileName}`),
): Promise<StoredFile> {
  const area: FileArea = differs.area ?? 'deliverables';
  const place = { companyUid: company.uid, recordRequestUid, area };
  const uid = uuidv7(new Date());
  const storageKey = recordRequestFileKey(place, area === 'deliverables' ? `1/${uid}` : uid);
  const { sizeBytes, etag } = await world.services.files.put(storageKey, bytes, 'application/pdf');
  return world.db.transaction(async tx => {
    await lockRecordRequestByUid(tx, recordRequestUid);
    const file: StoredFile = {
      ...place,
      uid,
      storageKey,
      sizeBytes,
      pages: null,
      etag,
      uploadedBy: null,
      offeredTo: null,
      offeredAt: null,
      fileName: await takeFileName(tx, place, fileName),
      folder: null,
      returnNumber: 1,
      contentType: 'application/pdf',
      lastModifiedAt: writtenAt,
      createdAt: writtenAt,
      ...differs,
    };
    await insertFile(tx, file);
    return file;
  });
}

/** Creates a record request; what follows it in a path is encoded, segment by segment. */
export async function makeRequest(
  world: ApiWorld,
  company: TestCompany,
  patientId = 'jane',
): Promise<TestRequest> {
  await putPatient(world, company, 'sandbox', patientId, jane);
  const requestsPath = `${patientsPath(company, 'sandbox', patientId)}/record-requests`;
  const body = { ...mercyClinic, billing: true };
  const { json } = await world.call('POST', requestsPath, { key: company.sandboxKey, body });
  const [first] = json['requests'] as Array<{ request: { id: string } }>;
  const id = first?.request.id ?? '';
  const path = `${requestsPath}/${id}`;
  const call: TestRequest['call'] = (method, rest, body, key = company.sandboxKey) =>
    world.call(method, `${path}${pathOf(rest)}`, { key, ...(body === undefined ? {} : { body }) });
  return {
    id,
    path,
    call,
    put: (fileName, differs) => putRequestFile(world, company, id, fileName, differs),
    names: async () => {
      const { json: listed } = await call('GET', '/deliverables');
      return (listed['files'] as Array<{ fileName: string }>).map(({ fileName }) => fileName);
    },
  };
}

/** Returns the part of a key that addresses a file for a rename. */
export function storedPathOf({ storageKey, area }: StoredFile): string {
  return storageKey.slice(storageKey.indexOf(`/${area}/`) + area.length + 2);
}
