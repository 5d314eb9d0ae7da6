// SQL text: an invitation is read with its permissions and its sender's in one statement, and `returning`
// shows whether one was stored. Objection: changes, counts, and removals.
import type { Permission } from '../../domain/access/permissions';
import type { Executor, Transaction } from '../database';
import { InvitationModel, InvitationProjectModel, type InvitationRow } from '../models/invitation';
import { named } from '../named';
import { insert, selectList, valuesOf } from '../table';

export type { InvitationRow } from '../models/invitation';

const insertRow = named<{ uid: string }, InvitationRow>(
  insert(InvitationModel, {
    onConflict:
      'on conflict (company_uid, lower(email)) where accepted_at is null and taken_back_at is null ' +
      'do nothing',
    returning: 'uid',
  }),
);

/**
 * Stores an invitation with its selected projects.
 * @returns false if the address has one that is neither used nor revoked
 */
export async function insertInvitation(
  tx: Transaction,
  invitation: InvitationRow,
  projectUids: readonly string[],
): Promise<boolean> {
  const stored = await insertRow.run(tx, valuesOf(InvitationModel, invitation));
  if (stored.length === 0) return false;
  if (projectUids.length > 0)
    await InvitationProjectModel.query(tx).insert(
      projectUids.map(projectUid => ({ invitationUid: invitation.uid, projectUid })),
    );
  return true;
}

/** An invitation with its permissions, and the sender's current ones. */
export interface Invitation extends InvitationRow {
  readonly companyId: string;
  readonly companyName: string;
  readonly role: string;
  readonly given: readonly Permission[];
  readonly projectUids: readonly string[];
  readonly inviterName: string;
  /** These are `null` if they are no longer a member. */
  readonly inviterMembershipUid: string | null;
  readonly inviterSeesAllProjects: boolean | null;
  readonly inviterPermissions: readonly Permission[] | null;
}

const invitations = `
  select ${selectList(InvitationModel, 'i')}, c.id as "companyId", c.name as "companyName", r.name as role,
    array(select permission from role_permission where role_uid = i.role_uid) as given,
    array(select project_uid from invitation_project where invitation_uid = i.uid order by project_uid)
      as "projectUids",
    u.name as "inviterName", m.uid as "inviterMembershipUid", m.sees_all_projects as "inviterSeesAllProjects",
    case when m.uid is not null then array(select permission from role_permission where role_uid = m.role_uid)
      end as "inviterPermissions"
  from invitation i
  join company c on c.uid = i.company_uid
  join role r on r.uid = i.role_uid
  join app_user u on u.uid = i.invited_by_user_uid
  left join membership m on m.company_uid = i.company_uid and m.user_uid = u.uid and u.deleted_at is null
    and m.ended_at is null`;

const list = named<Invitation, { companyUid: string; limit: number }>(`${invitations}
  where i.company_uid = :companyUid and i.accepted_at is null and i.taken_back_at is null
  order by i.created_at desc, i.uid desc limit :limit`);

/** Lists the invitations of a company that are neither used nor revoked, latest first. */
export async function listInvitations(
  executor: Executor,
  companyUid: string,
  limit: number,
): Promise<Invitation[]> {
  return list.run(executor, { companyUid, limit });
}

const findByUid = named<Invitation, { companyUid: string; uid: string }>(
  `${invitations} where i.company_uid = :companyUid and i.uid = :uid for update of i`,
);

/** Locks an invitation of a company until the transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  companyUid: string,
  uid: string,
): Promise<Invitation | undefined> {
  return (await findByUid.run(tx, { companyUid, uid }))[0];
}

const findByHash = named<Invitation, { tokenHash: Buffer }>(`${invitations} where i.token_hash = :tokenHash`);

/** Returns the invitation of a link, valid or not. */
export async function findInvitation(executor: Executor, tokenHash: Buffer): Promise<Invitation | undefined> {
  return (await findByHash.run(executor, { tokenHash }))[0];
}

/** The updatable fields of an invitation. */
export type InvitationPatch = Partial<
  Pick<
    InvitationRow,
    'tokenHash' | 'invitedByUserUid' | 'sentCount' | 'sentAt' | 'expiresAt' | 'acceptedAt' | 'takenBackAt'
  >
>;

/** Changes an invitation. */
export async function patchInvitation(tx: Transaction, uid: string, patch: InvitationPatch): Promise<void> {
  await InvitationModel.query(tx).findById(uid).patch(patch);
}

/** Counts the invitations that a company created since an instant, ended ones included. */
export async function countInvitations(executor: Executor, companyUid: string, since: Date): Promise<number> {
  return InvitationModel.query(executor)
    .where({ company_uid: companyUid })
    .where('created_at', '>', since)
    .resultSize();
}

/** Removes the invitations that were last sent before an instant. */
export async function pruneInvitations(executor: Executor, before: Date): Promise<void> {
  await InvitationModel.query(executor).where('sent_at', '<', before).delete();
}
