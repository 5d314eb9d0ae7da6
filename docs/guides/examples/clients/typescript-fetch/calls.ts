/** Four calls and one error with openapi-generator's client for TypeScript and `fetch`. */
import assert from 'node:assert/strict';
import {
  BrowseApi,
  Configuration,
  ModelErrorFromJSON,
  PatientsApi,
  RecordRequestsApi,
  ResponseError,
} from './recordwell';

const environment = (name: string): string => process.env[`RECORDWELL_${name}`] ?? '';
const configuration = new Configuration({ basePath: environment('URL'), accessToken: environment('KEY') });
const patients = new PatientsApi(configuration);
const place = {
  companyId: environment('COMPANY'),
  projectId: environment('PROJECT'),
  patientId: environment('PATIENT'),
};

async function main(): Promise<void> {
  const registered = await patients.upsertPatient({
    ...place,
    patientForm: {
      firstName: 'Jane',
      lastNames: ['Doe', 'Smith'],
      dateOfBirth: new Date('1984-02-29'),
      siteSonar: true,
    },
  });
  assert.equal(registered.patient.id, place.patientId);

  const found = await patients.getPatient(place);
  assert.deepEqual(found.patient.lastNames, ['Doe', 'Smith']);

  const visits = await new BrowseApi(configuration).browseVisits({
    visitBrowseRequest: {
      where: {
        patient: { id: [{ equals: environment('KNOWN_PATIENT') }] },
        visit: {
          earliestServiceDate: [{ gte: new Date('2021-01-01') }],
          reason: ['isNotNull'],
          chargeAmount: [{ gt: '1714.88' }],
        },
      },
      take: 10,
    },
  });
  assert.deepEqual(
    visits.table.map(row => row.visit?.ref),
    ['v1'],
  );

  const requests = await new RecordRequestsApi(configuration).createRecordRequests({
    ...place,
    recordRequestForm: { siteId: visits.table[0]?.site?.id, medicalRecord: true, billing: true },
  });
  assert.deepEqual(
    requests.requests.map(({ request }) => request.requestType),
    ['medicalRecord', 'billing'],
  );

  const refused: unknown = await patients
    .getPatient({ ...place, patientId: 'nobody' })
    .catch((error: unknown) => error);
  assert.ok(refused instanceof ResponseError);
  assert.equal(refused.response.status, 404);
  assert.notEqual(ModelErrorFromJSON(await refused.response.json()).error, '');
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
