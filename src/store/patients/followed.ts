// SQL text: which records a user follows, as a condition of lists.

// `exists` lets PostgreSQL choose between one look-up for each row and one hash of all choices.
const chose = (recordUid: string, isTracked: boolean): string =>
  `exists (select from tracking t where t.user_uid = :followerUid::uuid and t.record_uid = ${recordUid}
      and t.is_tracked = ${isTracked})`;

// The nearest level decides, and at each level the choice goes before who created it (HOOK-8, DECISION-62).
function decidedFrom(recordUid: string, isCreated: string, above: string): string {
  return `(not ${chose(recordUid, false)}
    and (${isCreated} or ${chose(recordUid, true)} or ${above}))`;
}

const projectSql = chose('j.uid', true);

/** Whether the user `:followerUid` follows the patient `p` of a project `j`, as `trackingOf` decides. */
export const followsPatientSql = decidedFrom(
  'p.uid',
  'p.created_by_user_uid is not distinct from :followerUid::uuid',
  projectSql,
);

/** Whether the user `:followerUid` follows the record request `r` of a project `j`. */
export const followsRequestSql = decidedFrom(
  'r.uid',
  'r.created_by_user_uid is not distinct from :followerUid::uuid',
  decidedFrom(
    'r.patient_uid',
    `exists (select from patient o where o.uid = r.patient_uid
      and o.created_by_user_uid = :followerUid::uuid)`,
    projectSql,
  ),
);
