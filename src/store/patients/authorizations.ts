// SQL text: one condition that several statements share, and lists with a condition on several tables.
import { needsDocument } from '../../domain/authorizations/authorization-status';
import { noticeDays } from '../../domain/authorizations/authorization-term';
import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { projectPurposes, type ProjectPurpose } from '../../domain/projects/project';
import type { Executor } from '../database';
import { named } from '../named';
import { nilUid } from '../page';

/** The purposes of projects whose requests need an authorization document. */
export const documentPurposes: readonly ProjectPurpose[] = projectPurposes.filter(purpose =>
  needsDocument({ purpose, authorizationMethod: 'authorizationPdf' }),
);

/**
 * The condition for what `holdOf` says about a patient `p` of a production project `j` of a company `c`: that
 * nothing blocks sending. Its parameters are `documentPurposes` and `now`. A test compares the two.
 */
export const maySendSql = `(j.authorization_method <> 'authorizationPdf'
      or j.purpose <> all(:documentPurposes::text[])
      or p.authorization_status = 'Approved' and p.authorization_revoked_on is null
        and (p.authorization_expires_on is null
          or p.authorization_expires_on >= (:now::timestamptz at time zone c.time_zone)::date))`;

interface OfPage {
  readonly after: string;
  readonly limit: number;
}

const unread = named<{ uid: string }, OfPage>(`
  select p.uid from patient p
  join authorization_document d on d.patient_uid = p.uid
  join auth_check k on k.document_uid = d.uid and k.status = 'judged' and k.etag = p.authorization_etag
  where p.authorization_etag is not null and p.authorization_expiry_by is null and p.uid > :after
  order by p.uid limit :limit
`);

/**
 * Lists the patients whose document was judged before its term was kept, by uid. There are none once each was
 * looked at.
 */
export async function listUnreadTerms(
  executor: Executor,
  { after = nilUid, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  return (await unread.run(executor, { after, limit })).map(({ uid }) => uid);
}

/** A patient whose authorization may be about to expire, and the time zone that decides. */
export interface ExpiringAuthorization {
  readonly uid: string;
  readonly timeZone: string;
}

const expiring = named<ExpiringAuthorization, OfPage & { from: string; until: string; last: number }>(`
  select p.uid, c.time_zone as "timeZone" from patient p join company c on c.uid = p.company_uid
  where p.authorization_status = 'Approved' and p.authorization_expires_on between :from and :until
    and p.authorization_revoked_on is null and p.authorization_notice_days is distinct from :last
    and p.uid > :after
  order by p.uid limit :limit
`);

/** Lists the approved authorizations that expire in a period and haven't had their last notice, by uid. */
export async function listExpiring(
  executor: Executor,
  period: { readonly from: CalendarDate; readonly until: CalendarDate },
  { after = nilUid, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ExpiringAuthorization[]> {
  const last = Math.min(...noticeDays);
  return expiring.run(executor, { ...period, last, after, limit });
}
