/** Records that operations need, created through the API if possible. */
import { recordRequestFileKey } from '../../../src/files/key-layout';
import { insertFile, type FileArea } from '../../../src/store/files/stored-files';
import { uuidv7 } from '../../../src/platform/ids';
import type { Place } from './place';

type Params = Readonly<Record<string, string>>;

/** A patient with every field filled. */
export const patientForm = {
  firstName: 'Avery',
  lastNames: ['Quillfeather', 'Marrow'],
  dateOfBirth: '1984-02-29',
  sex: 'Female',
  zipCodes: ['02139', '02139-1234'],
  zipCode: '02139',
  city: 'Cambridge',
  state: 'MA',
  mobile: '+16175550123',
  email: 'avery@example.com',
  reference: '2026-PI-0042',
  siteSonar: true,
  patientHistories: true,
  ehrSearch: true,
};

/** A record request that names its site by address. */
export const requestForm = {
  siteName: 'Harbor General Hospital',
  siteAddressLine1: '1 Quay Street',
  siteAddressLine2: 'Floor 2',
  siteCity: 'Boston',
  siteState: 'MA',
  siteZip: '02110',
  medicalRecord: true,
  billing: false,
  imaging: false,
  startDateOfService: '2024-01-01',
  endDateOfService: '2024-12-31',
  reference: '2026-PI-0042 B',
  dueDate: '2026-12-24',
  rush: true,
  certification: true,
};

/** Creates a patient in the sandbox project. */
export async function patientOf({ world, company, fresh }: Place): Promise<Params> {
  const params = { companyId: company.id, projectId: company.projects.Sandbox, patientId: fresh() };
  const path = `/v0/companies/${params.companyId}/projects/${params.projectId}/patients/${params.patientId}`;
  const answer = await world.call('PUT', path, { key: company.sandboxKey, body: patientForm });
  if (answer.status !== 200) throw new Error(`no patient for the fixture: ${answer.text}`);
  return params;
}

/** Creates a patient whose authorization is approved. */
export async function approvedPatientOf(place: Place): Promise<Params> {
  const params = await patientOf(place);
  const { companyId = '', projectId = '', patientId = '' } = params;
  const path = `/v0/companies/${companyId}/projects/${projectId}/patients/${patientId}`;
  const body = { authorizationStatus: 'Approved' };
  const answer = await place.world.call('PATCH', path, { key: place.company.sandboxKey, body });
  if (answer.status !== 200) throw new Error(`no approval for the fixture: ${answer.text}`);
  return params;
}

/**
 * Returns a project with room for an import: those of earlier fixtures, which wait for files that never
 * arrive, are ended.
 */
export async function roomForImport({ world, company }: Place): Promise<Params> {
  await world.db('bulk_import').where({ company_uid: company.uid }).update({ status: 'Failed' });
  return { companyId: company.id, projectId: company.projects.Sandbox };
}

/** Creates a bulk import that waits for its file. */
export async function bulkImportOf(place: Place): Promise<Params> {
  const { world, company } = place;
  const params = await roomForImport(place);
  const path = `/v0/companies/${params['companyId']}/projects/${params['projectId']}/patients/bulk`;
  const answer = await world.call('POST', path, { key: company.sandboxKey, body: {} });
  const { bulkImport } = answer.json as { readonly bulkImport?: { readonly id: string } };
  if (bulkImport === undefined) throw new Error(`no bulk import for the fixture: ${answer.text}`);
  return { ...params, bulkImportId: bulkImport.id };
}

/** Creates a patient with a record request. */
export async function requestOf(place: Place): Promise<Params> {
  const params = await patientOf(place);
  const path = `/v0/companies/${params['companyId']}/projects/${params['projectId']}/patients/${params['patientId']}`;
  const answer = await place.world.call('POST', `${path}/record-requests`, {
    key: place.company.sandboxKey,
    body: requestForm,
  });
  const [first] = answer.json['requests'] as ReadonlyArray<{ readonly request: { readonly id: string } }>;
  if (first === undefined) throw new Error(`no record request for the fixture: ${answer.text}`);
  return { ...params, recordRequestId: first.request.id };
}

/** Returns the id of the site of a new record request. */
export async function siteOf(place: Place): Promise<string> {
  const { companyId, projectId, patientId, recordRequestId } = await requestOf(place);
  const path = `/v0/companies/${companyId}/projects/${projectId}/patients/${patientId}/record-requests/${recordRequestId}`;
  const { json } = await place.world.call('GET', path, { key: place.company.sandboxKey });
  return (json as { readonly request: { readonly siteId: string } }).request.siteId;
}

/** Creates a record request with a note. */
export async function noteOf(place: Place): Promise<Params> {
  const params = await requestOf(place);
  const { companyId = '', projectId = '', patientId = '', recordRequestId = '' } = params;
  const path = `/v0/companies/${companyId}/projects/${projectId}/patients/${patientId}/record-requests/${recordRequestId}/notes`;
  const key = place.company.sandboxKey;
  const answer = await place.world.call('POST', path, { key, body: { content: 'A call came back.' } });
  if (answer.status !== 201) throw new Error(`no note for the fixture: ${answer.text}`);
  return { ...params, noteId: String(answer.json['id']) };
}

/** Creates a record request with a uniquely named file, whose stored path has two segments. */
async function fileIn(place: Place, area: FileArea): Promise<{ params: Params; storedPath: string }> {
  const params = await requestOf(place);
  const filename = `${place.fresh()}.pdf`;
  const { world, company } = place;
  const at = new Date();
  const uid = uuidv7(at);
  const storedPath = area === 'documents' ? uid : `1/${uid}`;
  const of = { companyUid: company.uid, recordRequestUid: params['recordRequestId'] ?? '', area };
  await world.db.transaction(tx =>
    insertFile(tx, {
      ...of,
      uid,
      storageKey: recordRequestFileKey(of, storedPath),
      fileName: filename,
      folder: null,
      returnNumber: 1,
      contentType: 'application/pdf',
      sizeBytes: 1_000,
      pages: null,
      etag: '"0"',
      uploadedBy: null,
      offeredTo: null,
      offeredAt: null,
      lastModifiedAt: at,
      createdAt: at,
    }),
  );
  return { params: { ...params, filename }, storedPath };
}

/** Creates a record request with a file in an area; the file is addressed by its name. */
export async function fileOf(place: Place, area: FileArea = 'deliverables'): Promise<Params> {
  return (await fileIn(place, area)).params;
}

/** Like `fileOf`, with the file addressed by its stored path. */
export async function storedFileOf(place: Place, area: FileArea): Promise<Params> {
  const { params, storedPath } = await fileIn(place, area);
  return { ...params, filename: storedPath };
}

/** The patient of a document outside any patient. */
export const authCheckForm = {
  firstName: 'Avery',
  lastName: 'Quillfeather',
  dateOfBirth: '1984-02-29',
  referenceId: 'reference-1',
};

/** Creates a document outside any patient, with an upload on file that isn't analyzed. */
export async function checkedDocumentOf({
  world,
  company,
  fresh,
}: Place): Promise<{ params: Params; query: Params }> {
  const filename = `${fresh()}.pdf`;
  const answer = await world.call('PUT', `/v0/auth-check/${filename}`, {
    key: company.sandboxKey,
    body: authCheckForm,
  });
  if (answer.status !== 200) throw new Error(`no document for the fixture: ${answer.text}`);
  await world
    .db('auth_check_document')
    .where({ file_name: filename })
    .update({ etag: '"0"', uploaded_at: new Date() });
  return { params: { filename }, query: { token: String(answer.json['embedToken']) } };
}
