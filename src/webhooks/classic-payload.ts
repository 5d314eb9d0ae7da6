import { isRequested, searchKinds } from '../domain/searches/search';
import { groupOfClassic, isSentOnce, type ClassicEvent } from '../domain/webhooks/classic';
import { subjectOf, type DataSources, type DeliveryFacts } from './payload';

/** The sources of a delivery to a Classic endpoint. */
export type ClassicSources = DataSources &
  DeliveryFacts<ClassicEvent> & {
    /** The subscribed columns. */
    readonly columns: readonly string[];
  };

/** Returns the patient fields that only Classic has: whether each search is requested (HOOK-28). */
function flagsOf({ patient, ownerPermissions }: DataSources): Readonly<Record<string, boolean>> {
  if (patient === undefined || !ownerPermissions.has('ViewPatients')) return {};
  return Object.fromEntries(searchKinds.map(kind => [kind, isRequested(patient.searches, kind)]));
}

/**
 * Builds the body of a delivery in the Classic envelope: no `version`, and in `data` the subscribed columns
 * that the owner's role may see (HOOK-28). Events that are sent once have two fields (HOOK-29).
 */
export function buildClassicPayload(sources: ClassicSources): Buffer {
  const { deliveryUid, eventType, emittedAt, changed, columns } = sources;
  const group = groupOfClassic(eventType);
  const { resource, data } = subjectOf(sources, group);
  if (isSentOnce(eventType)) return Buffer.from(JSON.stringify({ eventType, data }));
  const row = { ...data, ...(group === 'patient' && flagsOf(sources)) };
  return Buffer.from(
    JSON.stringify({
      id: deliveryUid,
      timestamp: emittedAt.toISOString(),
      eventType,
      resource,
      changed: changed.filter(name => columns.includes(name)),
      data: Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))),
    }),
  );
}
