/** Records that operations need to find, made through the API where it can make them. */
import { putStoredFile } from '../../../src/store/stored-files';
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
};

/** Makes a patient in the sandbox project. */
export async function patientOf({ world, company, fresh }: Place): Promise<Params> {
  const params = { companyId: company.id, projectId: company.projects.Sandbox, patientId: fresh() };
  const path = `/v0/companies/${params.companyId}/projects/${params.projectId}/patients/${params.patientId}`;
  const answer = await world.call('PUT', path, { key: company.sandboxKey, body: patientForm });
  if (answer.status !== 200) throw new Error(`no patient for the fixture: ${answer.text}`);
  return params;
}

/** Makes a bulk import that waits for its file. */
export async function bulkImportOf({ world, company }: Place): Promise<Params> {
  const params = { companyId: company.id, projectId: company.projects.Sandbox };
  const path = `/v0/companies/${params.companyId}/projects/${params.projectId}/patients/bulk`;
  const answer = await world.call('POST', path, { key: company.sandboxKey, body: {} });
  const { bulkImport } = answer.json as { readonly bulkImport?: { readonly id: string } };
  if (bulkImport === undefined) throw new Error(`no bulk import for the fixture: ${answer.text}`);
  return { ...params, bulkImportId: bulkImport.id };
}

/** Makes a patient with a record request. */
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

/** Makes a record request with a deliverable of a name of its own. */
export async function fileOf(place: Place): Promise<Params> {
  const params = await requestOf(place);
  const filename = `${place.fresh()}.pdf`;
  const { world, company } = place;
  const row = await world
    .db<{ uid: string }>('record_request')
    .where('uid', params['recordRequestId'] ?? '')
    .first('uid');
  if (row === undefined) throw new Error('the record request of the fixture is not stored');
  const at = new Date();
  await world.db.transaction(tx =>
    putStoredFile(tx, {
      uid: uuidv7(at),
      companyUid: company.uid,
      recordRequestUid: row.uid,
      area: 'deliverables',
      storageKey: `${row.uid}/${filename}`,
      fileName: filename,
      folder: null,
      contentType: 'application/pdf',
      sizeBytes: 1_000,
      etag: '"0"',
      uploadedBy: null,
      lastModifiedAt: at,
      createdAt: at,
    }),
  );
  return { ...params, filename };
}
