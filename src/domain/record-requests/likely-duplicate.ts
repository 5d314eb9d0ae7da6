import { categoryOf, type RecordRequest } from './record-request';

type Asked = Pick<RecordRequest, 'siteUid' | 'kind' | 'startDateOfService' | 'endDateOfService'>;

/**
 * Whether two spans of days share one; an end that was not said is open. Dates in ISO 8601 order as texts do.
 */
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
 * The request that a new one of the same patient likely repeats: of the same site and kind, for days that
 * overlap, and not canceled (REQUEST-28). It is told to the delivery team and never dropped, since only the
 * customer knows what they want.
 * @param earlier the patient's other requests, oldest first
 * @returns the oldest of those
 */
export function likelyDuplicateOf<Earlier extends Asked & Pick<RecordRequest, 'status'>>(
  asked: Asked,
  earlier: readonly Earlier[],
): Earlier | undefined {
  return earlier.find(other => asksAlike(asked, other) && overlap(asked, other));
}

/** The request that asked the very same: of the same site and kind, for the same days, and not canceled. */
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
