import type { Permission } from '../../src/domain/access/permissions';
import { deliveryTeam } from '../../src/domain/actor';
import type { EventType } from '../../src/domain/events/event-types';
import type { Note } from '../../src/domain/record-requests/note';
import { shownPatient } from '../../src/domain/patients/shown-patient';
import { buildPayload, type PayloadSources } from '../../src/webhooks/payload';
import { aPatient, aProject } from '../domain/patients/a-patient';
import { aRecordRequest } from '../domain/record-requests/a-record-request';

const deliveryUid = '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f60';
const emittedAt = new Date('2026-11-21T12:00:00.123Z');
const patient = aPatient(
  aProject(),
  { siteSonar: true },
  { mobile: '+16175550100', email: 'jane@example.com' },
);
const recordRequest = aRecordRequest({
  uid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f61',
  startDateOfService: '2024-01-01',
  createdAt: new Date('2026-11-20T09:00:00.000Z'),
});

const note: Note = {
  uid: '01936f2e-7b3c-7a51-8f0d-3c5b2d1e4f62',
  companyUid: 'company',
  projectUid: 'project',
  patientUid: 'patient',
  patientId: 'case-1',
  recordRequestUid: recordRequest.uid,
  content: 'The visit was in the spring.',
  author: deliveryTeam,
  authorUserUid: null,
  version: 2,
  createdAt: new Date('2026-11-20T10:00:00.000Z'),
  updatedAt: new Date('2026-11-20T11:00:00.000Z'),
};

const counts = { newVisits: 3, newDiagnoses: 5, newProcedures: 2, newPrescriptionFills: 0, newLabResults: 1 };

/** Returns what a receiver reads of an event. */
function payloadOf(eventType: EventType, differs: Partial<PayloadSources> = {}): Record<string, unknown> {
  const ownerPermissions = new Set<Permission>(['ViewPatients', 'ViewRecordRequests']);
  const bytes = buildPayload({
    deliveryUid,
    eventType,
    emittedAt,
    changed: ['searchStatus'],
    detail: { source: 'siteSonar', counts },
    project: { id: 'intake', name: 'Intake 2026', companyId: 'acme' },
    patient,
    recordRequest,
    note,
    research: undefined,
    searchStatus: 'NoHit',
    authorizationStatus: null,
    ownerPermissions,
    ...differs,
  });
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
}

const atPatient = 'companies/acme/projects/intake/patients/case-1';
const ids = { projectId: 'intake', companyId: 'acme' };

describe('A webhook', () => {
  const webhook = payloadOf('authorization.approved');

  test('has exactly the fields of the specification', () => {
    expect(Object.keys(webhook)).toEqual([
      'id',
      'timestamp',
      'version',
      'eventType',
      'resource',
      'changed',
      'data',
    ]);
  });

  test.each<readonly [string, string, unknown]>([
    ['the ID of the delivery [EVENT-32]', 'id', deliveryUid],
    ['the time of the event [EVENT-33]', 'timestamp', '2026-11-21T12:00:00.123Z'],
    ['its version [EVENT-34]', 'version', 'events'],
    ['the event type [EVENT-35]', 'eventType', 'authorization.approved'],
    ['the path of the record [EVENT-36]', 'resource', atPatient],
    ['the changed fields [EVENT-37]', 'changed', ['searchStatus']],
    [
      'the data of its group [EVENT-38]',
      'data',
      { id: 'case-1', authorizationStatus: 'NeedsApproval', ...ids },
    ],
  ])('contains %s', (_what, field, value) => {
    expect(webhook[field]).toEqual(value);
  });
});

describe('The data of a webhook, without files and URLs [EVENT-31]', () => {
  test.each<[string, EventType, string, object]>([
    [
      'a record request [REQUEST-11] [EVENT-20]',
      'recordRequest.created',
      `${atPatient}/record-requests/${recordRequest.uid}`,
      {
        id: recordRequest.uid,
        status: 'Submitted',
        requestType: 'billing',
        submittedSiteName: 'Harbor General Hospital',
        followUpDate: null,
        lastContactDate: null,
        completionDate: null,
        startDateOfService: '2024-01-01',
        endDateOfService: null,
        createdAt: '2026-11-20T09:00:00.000Z',
        updatedAt: '2026-11-20T09:00:00.000Z',
        patientId: 'case-1',
      },
    ],
    [
      'Site Sonar [EVENT-21]',
      'siteSonar.started',
      atPatient,
      { id: 'case-1', siteSonar: true, searchStatus: 'NoHit' },
    ],
    [
      'Patient Histories [EVENT-22]',
      'patientHistories.started',
      atPatient,
      { id: 'case-1', patientHistories: false, searchStatus: 'NoHit' },
    ],
    [
      'EHR Search [EVENT-23]',
      'ehrSearch.started',
      atPatient,
      { id: 'case-1', ehrSearch: false, searchStatus: 'NoHit' },
    ],
    [
      'a patient, with the current last name [PATIENT-2] [EVENT-24]',
      'patient.created',
      atPatient,
      {
        id: 'case-1',
        firstName: 'Jane',
        lastName: 'Doe',
        dateOfBirth: '1984-02-29',
        sex: 'Female',
        zipCodes: ['02139'],
        mobile: '+16175550100',
        email: 'jane@example.com',
        createdAt: '2026-11-01T12:00:00.000Z',
        searchStatus: 'Processing',
        authorizationStatus: 'NeedsApproval',
      },
    ],
    [
      'an authorization [EVENT-25]',
      'authorization.needsAttention',
      atPatient,
      { id: 'case-1', authorizationStatus: 'NeedsApproval' },
    ],
  ])('for %s contains the listed fields and no others', (_, eventType, resource, data) => {
    expect(payloadOf(eventType)).toMatchObject({ resource });
    expect(payloadOf(eventType)['data']).toEqual({ ...data, ...ids });
  });

  test('for a note contains the listed fields and no project [EVENT-15] [EVENT-26]', () => {
    expect(payloadOf('note.updated')).toMatchObject({
      resource: `${atPatient}/record-requests/${recordRequest.uid}/notes/${note.uid}`,
    });
    const [id, companyId] = [note.uid, 'acme'];
    expect(payloadOf('note.updated')['data']).toEqual({
      id,
      companyId,
      content: 'The visit was in the spring.',
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T11:00:00.000Z',
    });
    expect(payloadOf('note.created', { ownerPermissions: new Set() })['data']).toEqual({ id, companyId });
  });

  describe('for clinical data', () => {
    const project = { id: 'intake', name: 'Intake 2026' };
    const withPermissions = (...ownerPermissions: readonly Permission[]): unknown =>
      payloadOf('clinicalData.added', { ownerPermissions: new Set(ownerPermissions) })['data'];

    test('belongs to the company and lists no changed fields [EVENT-40]', () => {
      const ownerPermissions = new Set<Permission>(['ViewPatients', 'ViewClinicalData']);
      expect(payloadOf('clinicalData.added', { ownerPermissions, changed: [] })).toMatchObject({
        resource: 'companies/acme',
        changed: [],
      });
    });

    test('is a list of patients, each with project, source, and counts [EVENT-27] [EVENT-42] [EVENT-44]', () => {
      expect(withPermissions('ViewPatients', 'ViewClinicalData')).toEqual({
        patients: [{ patient: expect.anything() as unknown, project, source: 'siteSonar', counts }],
      });
    });

    test('includes the full patient [EVENT-41]', () => {
      expect(withPermissions('ViewPatients', 'ViewClinicalData')).toMatchObject({
        patients: [{ patient: shownPatient(patient, { id: 'intake', companyId: 'acme' }) }],
      });
    });

    test("has only the patient's ID without ViewPatients, and no counts without ViewClinicalData", () => {
      expect(withPermissions('ViewClinicalData')).toEqual({
        patients: [{ patient: { id: 'case-1' }, project, source: 'siteSonar', counts }],
      });
      expect(payloadOf('clinicalData.added')['data']).toEqual({
        patients: [{ patient: { id: 'case-1' }, project }],
      });
    });
  });

  test('for site research has the site and a link, no project, and only the site without UseSiteFinder [EVENT-28] [EVENT-48]', () => {
    const url = 'https://records.example.com/research/1';
    const research = { companyId: 'acme', siteUid: 'site-1', siteName: 'Harbor General Hospital', url };
    const differs = { research, project: undefined, patient: undefined, note: undefined, changed: [] };
    const ownerPermissions = new Set<Permission>(['UseSiteFinder']);
    expect(payloadOf('aiResearch.completed', { ...differs, ownerPermissions })).toMatchObject({
      resource: 'companies/acme/sites/site-1',
      changed: [],
    });
    expect(payloadOf('aiResearch.completed', { ...differs, ownerPermissions })['data']).toEqual({
      siteId: 'site-1',
      siteName: 'Harbor General Hospital',
      url,
    });
    expect(payloadOf('aiResearch.completed', differs)['data']).toEqual({ siteId: 'site-1' });
  });

  test.each(['recordRequest.created', 'ehrSearch.started', 'patient.created'] as const)(
    "for %s contains only IDs if the owner's role may not see it [EVENT-29]",
    eventType => {
      const id = eventType === 'recordRequest.created' ? recordRequest.uid : 'case-1';
      expect(payloadOf(eventType, { ownerPermissions: new Set() })['data']).toEqual({ id, ...ids });
    },
  );
});

test('An event about an authorization has the status that it was raised for, whatever came after [EVENT-25]', () => {
  const data = (status: PayloadSources['authorizationStatus']) =>
    payloadOf('authorization.approved', { authorizationStatus: status })['data'];
  expect(data('Approved')).toEqual({ id: 'case-1', authorizationStatus: 'Approved', ...ids });
  expect(data(null)).toEqual({ id: 'case-1', authorizationStatus: 'NeedsApproval', ...ids });
});

test('An update of a patient has all last names, so that a change of an alternate name shows [EVENT-24]', () => {
  expect(payloadOf('patient.updated')['data']).toMatchObject({ lastNames: ['Doe', 'Smith'] });
  expect(payloadOf('patient.created')['data']).not.toHaveProperty('lastNames');
});
