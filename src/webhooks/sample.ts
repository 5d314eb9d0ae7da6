import type { Permission } from '../domain/access/permissions';
import { groupOf, type EventGroup, type EventType } from '../domain/events/event-types';
import { groupOfClassic, type ClassicSubscription } from '../domain/webhooks/classic';
import { buildClassicPayload } from './classic-payload';
import { buildPayload, type DataSources } from './payload';

/** The subject of samples: a person who doesn't exist, in a record that no key finds. */
const samplePatient = {
  id: 'sample-patient',
  firstName: 'Sample',
  lastNames: ['Patient'],
  dateOfBirth: '1970-01-01',
  sex: 'Unknown',
  zipCodes: ['02139'],
  city: 'Cambridge',
  state: 'MA',
  mobile: '+16175550100',
  email: 'sample.patient@example.com',
  reference: null,
  searchStatus: 'Completed',
  authorizationStatus: 'Approved',
  authorizationReason: null,
  searches: [
    { kind: 'siteSonar', isRequested: true },
    { kind: 'patientHistories', isRequested: true },
    { kind: 'ehrSearch', isRequested: true },
  ],
} as const;

const sampleRequest = {
  uid: '00000000-0000-7000-8000-000000000000',
  patientId: samplePatient.id,
  status: 'Completed',
  kind: 'medicalRecord',
  submittedSiteName: 'Sample General Hospital',
  startDateOfService: '2024-01-01',
  endDateOfService: null,
  followUpDate: null,
  lastContactDate: null,
  completionDate: null,
} as const;

const sampleNote = {
  uid: '00000000-0000-7000-8000-000000000001',
  recordRequestUid: sampleRequest.uid,
  patientId: samplePatient.id,
  content: 'A sample of a note.',
} as const;

const sampleResearch = {
  siteUid: '00000000-0000-7000-8000-000000000002',
  siteName: sampleRequest.submittedSiteName,
  url: 'https://records.example.com/research/sample',
} as const;

const sampleContent = {
  source: 'siteSonar',
  counts: { newVisits: 2, newProcedures: 1, newDiagnoses: 3, newPrescriptionFills: 0, newLabResults: 0 },
} as const;

/** Returns one event of each subscribed group, in the order of the subscription. */
export function sampleEvents(subscribed: readonly EventType[]): EventType[] {
  const byGroup = new Map<EventGroup, EventType>();
  for (const event of subscribed) if (!byGroup.has(groupOf(event))) byGroup.set(groupOf(event), event);
  return [...byGroup.values()];
}

/** The recipient of a sample. */
export interface SampleFacts {
  readonly deliveryUid: string;
  readonly at: Date;
  readonly companyId: string;
  readonly ownerPermissions: ReadonlySet<Permission>;
}

function sourcesOf({ at, companyId, ownerPermissions }: SampleFacts, group: EventGroup): DataSources {
  return {
    searchStatus: null,
    authorizationStatus: null,
    detail: group === 'clinicalData' ? sampleContent : null,
    project: { id: 'sample', name: 'Sample', companyId },
    patient: { ...samplePatient, createdAt: at, updatedAt: at },
    recordRequest: { ...sampleRequest, createdAt: at, updatedAt: at },
    note: { ...sampleNote, createdAt: at, updatedAt: at },
    research: { ...sampleResearch, companyId },
    ownerPermissions,
  };
}

/**
 * Builds the body of a sample like that of a delivery, for the same owner, so that the receiver is tested
 * with what will come. Its record, `sample-patient` in the project `sample`, doesn't exist.
 */
export function buildSample(sample: SampleFacts & { readonly eventType: EventType }): Buffer {
  const { deliveryUid, eventType, at: emittedAt } = sample;
  const sources = sourcesOf(sample, groupOf(eventType));
  return buildPayload({ ...sources, deliveryUid, eventType, emittedAt, changed: [] });
}

/** Returns one subscription of each group that a Classic endpoint subscribes to. */
export function classicSampleEvents(subscribed: readonly ClassicSubscription[]): ClassicSubscription[] {
  const byGroup = new Map<EventGroup, ClassicSubscription>();
  for (const subscription of subscribed) {
    const group = groupOfClassic(subscription.event);
    if (!byGroup.has(group)) byGroup.set(group, subscription);
  }
  return [...byGroup.values()];
}

/** Like `buildSample`, for a Classic endpoint. */
export function buildClassicSample(
  sample: SampleFacts & { readonly subscription: ClassicSubscription },
): Buffer {
  const { deliveryUid, at: emittedAt, subscription } = sample;
  const { event: eventType, columns } = subscription;
  const sources = sourcesOf(sample, groupOfClassic(eventType));
  return buildClassicPayload({ ...sources, deliveryUid, eventType, emittedAt, changed: [], columns });
}
