import { replaceMemberProjects } from '../../store/tenants/company-members';
import { findMembership, insertMembership, patchMembership } from '../../store/tenants/tenants';
import type { Change } from '../change';

/** Who becomes a member of what, and what they may there. */
export interface NewMember {
  readonly companyUid: string;
  readonly userUid: string;
  /** Null gives none, and every call of the member answers `roleNotAssigned`. */
  readonly roleUid: string | null;
  /** Whether the member sees every project of the company, later ones included. */
  readonly seesAllProjects: boolean;
  /** What they see who does not see all. */
  readonly projectUids: readonly string[];
}

/**
 * Makes a person a member of a company; one who was removed begins again, with nothing of what they had.
 * @returns false when they are a member already
 */
export async function joinCompany(
  change: Change,
  { companyUid, userUid, roleUid, seesAllProjects, projectUids }: NewMember,
): Promise<boolean> {
  const { tx, now: createdAt } = change;
  const known = await findMembership(tx, companyUid, userUid);
  if (known !== undefined && known.endedAt === null) return false;
  const uid = known?.uid ?? change.newUid();
  if (known === undefined)
    await insertMembership(tx, { uid, companyUid, userUid, roleUid, seesAllProjects, createdAt });
  else await patchMembership(tx, uid, { roleUid, seesAllProjects, endedAt: null });
  await replaceMemberProjects(tx, uid, seesAllProjects ? [] : projectUids);
  return true;
}
