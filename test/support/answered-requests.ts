/** Record requests that a facility has answered, stored as their workflow leaves them. */
import type { RecordRequestStatus } from '../../src/domain/record-requests/record-request';
import type { ApiWorld } from './api-world';

/** An answered request. */
export interface AnsweredRequest {
  /** The request that it is like: its company, patient, and facility. */
  readonly like: string;
  /** Its project, if it isn't the one of that request. */
  readonly projectUid?: string;
  readonly status: RecordRequestStatus;
  /** When it was first sent; `null` if it never was. */
  readonly sentAt: string | null;
  readonly answeredAt: string;
}

/** Stores an answered request, which was made ten days before it was answered. */
export async function storeAnswered(world: ApiWorld, asked: AnsweredRequest): Promise<void> {
  const { like, projectUid = null, status, sentAt, answeredAt } = asked;
  await world.db.raw(
    `with made as (
       insert into record_request (uid, company_uid, project_uid, patient_uid, site_uid, kind, status,
         submitted_site_name, sequence, created_at, updated_at)
       select uuidv7(), company_uid, coalesce(:projectUid::uuid, project_uid), patient_uid, site_uid, kind,
         :status, submitted_site_name, 3, :answeredAt::timestamptz - interval '10 days', :answeredAt
       from record_request where uid = :like
       returning uid, created_at
     )
     insert into record_request_step (uid, record_request_uid, sequence, status, actor, created_at)
     select uuidv7(), made.uid, s.sequence, s.status, '{"kind": "service", "name": "recordwell"}', s.at
     from made, lateral (values (0, 'Submitted', made.created_at), (1, 'Processing', :sentAt::timestamptz),
       (2, 'Processing', :answeredAt::timestamptz - interval '1 minute'),
       (3, :status, :answeredAt::timestamptz)) s(sequence, status, at)
     where s.at is not null and (s.sequence <> 2 or :sentAt::timestamptz is not null)`,
    { like, projectUid, status, sentAt, answeredAt },
  );
}
