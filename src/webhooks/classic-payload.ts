import { isRequested, searchKinds } from '../domain/searches/search';
import { groupOfClassic, isSentOnce, type ClassicEvent } from '../domain/webhooks/classic';
import { tell, type DataSources, type DeliveryFacts } from './payload';

/** What a delivery to an endpoint of the old kind is built from. */
export type ClassicSources = DataSources &
  DeliveryFacts<ClassicEvent> & {
    /** The columns that are subscribed. */
    readonly columns: readonly string[];
  };

/** What a patient has for the old kind alone: whether each search is asked for (HOOK-28). */
function flagsOf({ patient, ownerPermissions }: DataSources): Readonly<Record<string, boolean>> {
  if (patient === undefined || !ownerPermissions.has('ViewPatients')) return {};
  return Object.fromEntries(searchKinds.map(kind => [kind, isRequested(patient.searches, kind)]));
}

/**
 * Writes the body of a delivery in the old envelope: no `version`, and in `data` the columns that are
 * subscribed, as far as the owner's role may see them (HOOK-28). What is sent once has two fields (HOOK-29).
 */
export function buildClassicPayload(sources: ClassicSources): Buffer {
  const { deliveryUid, eventType, emittedAt, changed, columns } = sources;
  const group = groupOfClassic(eventType);
  const { resource, data } = tell(sources, group);
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
