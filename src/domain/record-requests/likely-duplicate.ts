import { categoryOf, type RecordRequest } from './record-request';

type Asked = Pick<RecordRequest, 'siteUid' | 'kind' | 'startDateOfService' | 'endDateOfService'>;

/** Whether two ranges of dates overlap; a missing end is open. ISO 8601 dates sort as texts. */
function overlap(one: Asked, other: Asked): boolean {
  const begins = (earlier: Asked, later: Asked): boolean =>
    earlier.startDateOfService === null ||
    later.endDateOfService === null ||
    earlier.startDateOfService <= later.endDateOfService;
  return begins(one, other) && begins(other, one);
}

/** Whether another request, not canceled, asked the same site for the same kind. */
function asksAlike(asked: Asked, other: Asked & Pick<RecordRequest, 'status'>): boolean {
  return (
    other.siteUid === asked.siteUid && other.kind === asked.kind && categoryOf(other.status) !== 'canceled'
  );
}

/**
 * Returns the request that a new one of the same patient likely duplicates: same site and kind, overlapping
 * dates, and not canceled (REQUEST-28). Operators are notified, and the new request is never dropped, since
 * only the customer knows what they want.
 * @param earlier the patient's other requests, oldest first
 * @returns the oldest duplicate
 */
export function likelyDuplicateOf<Earlier extends Asked & Pick<RecordRequest, 'status'>>(
  asked: Asked,
  earlier: readonly Earlier[],
): Earlier | undefined {
  return earlier.find(other => asksAlike(asked, other) && overlap(asked, other));
}

/** Returns the request with exactly the same ask: same site, kind, and dates, and not canceled. */
export function sameAskOf<Earlier extends Asked & Pick<RecordRequest, 'status'>>(
  asked: Asked,
  earlier: readonly Earlier[],
): Earlier | undefined {
  return earlier.find(
    other =>
      asksAlike(asked, other) &&
      other.startDateOfService === asked.startDateOfService &&
      other.endDateOfService === asked.endDateOfService,
  );
}
