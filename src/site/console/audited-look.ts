import { auditReading, type Reading } from '../../usecases/reading';
import type { MemberVisit } from './visit';

/** Reads for a page, with the one row of the look in the trail. @param event as the trail of the API calls it */
export async function readFor<T>(
  { parts, principal, requestId }: MemberVisit,
  event: string,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return auditReading(parts, { principal, requestId, event }, work);
}
