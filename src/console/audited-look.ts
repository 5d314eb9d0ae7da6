import { isUuid } from '../domain/text';
import { notFound } from '../domain/problem';
import { auditReading } from '../usecases/console/audit-reading';
import type { Reading } from '../usecases/reading';
import type { MemberVisit } from './visit';

/** Reads for a page, with the one row of the look in the trail. @param event as the trail of the API calls it */
export async function readFor<T>(
  { parts, principal, requestId }: MemberVisit,
  event: string,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return auditReading(parts, { principal, requestId, event }, work);
}

/** An id of ours in the path. @throws Problem 404 for what is none: it is answered as one that is not there */
export function uidIn({ params }: MemberVisit, name: string): string {
  const uid = params[name] ?? '';
  if (!isUuid(uid)) throw notFound('nothing has such an id');
  return uid.toLowerCase();
}
