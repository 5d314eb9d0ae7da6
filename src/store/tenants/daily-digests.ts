// Objection: rows by key. SQL text: a digest with its member comes from four tables.
import type { Executor, Transaction } from '../database';
import { DailyDigestModel, type DailyDigest } from '../models/daily-digest';
import { named } from '../named';
import { selectList, valuesOf } from '../table';

/** A member's digest in an environment. */
export type DigestRef = Pick<DailyDigest, 'membershipUid' | 'environment'>;

/** The condition for a member's row in an environment. */
export const ofMember = ({ membershipUid, environment }: DigestRef) => ({
  membership_uid: membershipUid,
  environment,
});

/** Whether a member gets a digest in an environment. */
export async function hasDigest(executor: Executor, ref: DigestRef): Promise<boolean> {
  return (await DailyDigestModel.query(executor).where(ofMember(ref)).resultSize()) > 0;
}

/** Stores a digest, unless the member has one in the environment. */
export async function insertDigest(tx: Transaction, digest: DailyDigest): Promise<void> {
  await DailyDigestModel.query(tx)
    .insert(valuesOf(DailyDigestModel, digest))
    .onConflict(['membership_uid', 'environment'])
    .ignore();
}

/** Removes a member's digest in an environment. */
export async function deleteDigest(tx: Transaction, ref: DigestRef): Promise<void> {
  await DailyDigestModel.query(tx).where(ofMember(ref)).delete();
}

/** The member to whom a digest is sent. */
export interface MailedMember {
  readonly companyId: string;
  readonly companyUid: string;
  readonly timeZone: string;
  readonly userUid: string;
  readonly userName: string;
  readonly userEmail: string;
}

/** The columns of a {@link MailedMember}, on what {@link mailedMemberJoin} joins. */
export const mailedMemberColumns = `c.id as "companyId", c.uid as "companyUid", c.time_zone as "timeZone",
    u.uid as "userUid", u.name as "userName", u.email as "userEmail"`;
/** Joins the active member of a row `d`. */
export const mailedMemberJoin = `join membership m on m.uid = d.membership_uid and m.ended_at is null
  join company c on c.uid = m.company_uid
  join app_user u on u.uid = m.user_uid and u.deleted_at is null`;

/** A digest with its member. */
export interface MemberDigest extends DailyDigest, MailedMember {}

const list = named<MemberDigest, { after: string | null; limit: number }>(`
  select ${selectList(DailyDigestModel, 'd', [
    'uid',
    'membershipUid',
    'environment',
    'mailUid',
    'sentOn',
    'toldUntil',
    'createdAt',
  ])}, ${mailedMemberColumns}
  from daily_digest d ${mailedMemberJoin}
  where :after::uuid is null or d.uid > :after::uuid
  order by d.uid limit :limit
`);

/** Lists a page of the digests of active members, by uid. */
export async function listDigests(
  executor: Executor,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MemberDigest[]> {
  return list.run(executor, { after: after ?? null, limit });
}

/** Records that a day's digest was sent, or had nothing to tell. */
export async function markDigestSent(
  tx: Transaction,
  uid: string,
  sent: Pick<DailyDigest, 'sentOn' | 'toldUntil' | 'mailUid'>,
): Promise<void> {
  await DailyDigestModel.query(tx).findById(uid).patch(sent);
}
