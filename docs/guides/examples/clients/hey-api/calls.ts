/** Four calls and one error with hey-api's client. */
import assert from 'node:assert/strict';
import { browseVisits, createRecordRequests, getPatient, upsertPatient } from './recordwell';
import { client } from './recordwell/client.gen';

const environment = (name: string): string => process.env[`RECORDWELL_${name}`] ?? '';
client.setConfig({ baseUrl: environment('URL'), auth: environment('KEY') });
const path = {
  companyId: environment('COMPANY'),
  projectId: environment('PROJECT'),
  patientId: environment('PATIENT'),
};

async function main(): Promise<void> {
  const registered = await upsertPatient({
    path,
    body: { firstName: 'Jane', lastNames: ['Doe', 'Smith'], dateOfBirth: '1984-02-29', siteSonar: true },
    throwOnError: true,
  });
  assert.equal(registered.data.patient.id, path.patientId);

  const found = await getPatient({ path, throwOnError: true });
  assert.deepEqual(found.data.patient.lastNames, ['Doe', 'Smith']);

  const visits = await browseVisits({
    body: {
      where: {
        patient: { id: [{ equals: environment('KNOWN_PATIENT') }] },
        visit: {
          earliestServiceDate: [{ gte: '2021-01-01' }],
          reason: ['isNotNull'],
          chargeAmount: [{ gt: '1714.88' }],
        },
      },
      take: 10,
    },
    throwOnError: true,
  });
  assert.deepEqual(
    visits.data.table.map(row => row.visit?.ref),
    ['v1'],
  );

  const requests = await createRecordRequests({
    path,
    body: { siteId: visits.data.table[0]?.site?.id, medicalRecord: true, billing: true },
    throwOnError: true,
  });
  assert.deepEqual(
    requests.data.requests.map(({ request }) => request.requestType),
    ['medicalRecord', 'billing'],
  );

  const refused = await getPatient({ path: { ...path, patientId: 'nobody' } });
  assert.equal(refused.response?.status, 404);
  assert.notEqual(refused.error?.error ?? '', '');
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
