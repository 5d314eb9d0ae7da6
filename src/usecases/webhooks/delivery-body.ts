import { groupOf, type EventGroup, type EventType } from '../../domain/events/event-types';
import type { ResearchCompleted } from '../../domain/events/research';
import { groupOfClassic, isClassicName, type ClassicEvent } from '../../domain/webhooks/classic';
import type { Executor } from '../../store/database';
import { findNote } from '../../store/record-requests/notes';
import { findPatientByUid } from '../../store/patients/patients';
import { findRecordRequestByUid } from '../../store/record-requests/record-requests';
import { findSite } from '../../store/sites/sites';
import type { DeliveryToAttempt } from '../../store/webhooks/deliveries';
import { buildClassicPayload } from '../../webhooks/classic-payload';
import { buildPayload, type DataSources, type ToldResearch } from '../../webhooks/payload';

/**
 * Which envelope a delivery has. An endpoint that became one of the new
 * kind still gets in the old envelope what only the old one has a name for.
 */
type Named =
  | { readonly kind: 'classic'; readonly event: ClassicEvent }
  | { readonly kind: 'named'; readonly event: EventType };

function nameOf({ eventType, isClassic }: DeliveryToAttempt): Named {
  if (isClassicName(eventType)) return { kind: 'classic', event: eventType };
  if (isClassic && eventType === 'recordRequest.followUpDue') return { kind: 'classic', event: eventType };
  return { kind: 'named', event: eventType };
}

async function researchOf(
  db: Executor,
  { companyUid, companyId, environment, recordUid }: DeliveryToAttempt,
  { url }: ResearchCompleted,
): Promise<ToldResearch> {
  const found = await findSite(db, { companyUid, environment }, recordUid);
  if (found === undefined) throw new Error('the event’s site is not there');
  return { companyId, siteUid: found.site.uid, siteName: found.site.name, url };
}

async function sourcesOf(db: Executor, delivery: DeliveryToAttempt, group: EventGroup): Promise<DataSources> {
  const { patientUid, recordUid, projectId, projectName, companyId, searchStatus, detail } = delivery;
  const isResearch = detail !== null && 'url' in detail;
  const recordRequest = group === 'recordRequest' ? await findRecordRequestByUid(db, recordUid) : undefined;
  const note = group === 'note' ? await findNote(db, recordUid) : undefined;
  const isOfPatient = recordRequest === undefined && note === undefined && patientUid !== null;
  const patient = isOfPatient ? await findPatientByUid(db, patientUid) : undefined;
  return {
    searchStatus,
    patient,
    recordRequest,
    note,
    detail: isResearch ? null : detail,
    research: isResearch ? await researchOf(db, delivery, detail) : undefined,
    project:
      projectId === null || projectName === null
        ? undefined
        : { id: projectId, name: projectName, companyId },
    ownerPermissions: new Set(delivery.ownerPermissions),
  };
}

/** The bytes of a delivery: those of its first attempt, or, before it, made of how things are now. */
export async function bodyOf(db: Executor, delivery: DeliveryToAttempt): Promise<Buffer> {
  if (delivery.body !== null) return delivery.body;
  const { uid: deliveryUid, emittedAt, changed, columns } = delivery;
  const name = nameOf(delivery);
  if (name.kind === 'classic') {
    const sources = await sourcesOf(db, delivery, groupOfClassic(name.event));
    const facts = { deliveryUid, eventType: name.event, emittedAt, changed, columns: columns ?? [] };
    return buildClassicPayload({ ...sources, ...facts });
  }
  const sources = await sourcesOf(db, delivery, groupOf(name.event));
  return buildPayload({ ...sources, deliveryUid, eventType: name.event, emittedAt, changed });
}
